//! From the trained network to the integers that are shipped.

use model::moves::net::{INPUTS, ROWS, to_bytes};

use crate::net::block::{COLUMNS, Lane};
use crate::net::{HIDDEN, Net};

/// Rows and biases are kept in units of 1/64, in bytes and words.
const UNIT: f32 = 64.0;
/// Scalars are kept in units of 2^-10 bit.
const SCALAR_UNIT: f32 = 1024.0 * std::f32::consts::LOG2_E;

/// The file of the network with its weights rounded.
///
/// Logits are multiplied by `sharpness`: a network that knows its training games too well is too sure of others, and a little less
/// than 1 makes up for it (see [`sharpness`](crate::measure::sharpness)).
pub fn quantise(net: &Net, sharpness: f32) -> Vec<u8> {
    let byte = |weight: f32| (weight * UNIT).round().clamp(-127.0, 127.0) as i8;
    let word = |number: f32| number.round().clamp(-32767.0, 32767.0) as i16;
    let input_row = |input: usize| {
        let of = |half: usize| {
            net.blocks
                .iter()
                .flat_map(move |block| block.weights.first[input][half])
        };
        of(0).chain(of(1))
    };
    let output_row = |row: usize| {
        net.blocks
            .iter()
            .flat_map(move |block| -> Lane { block.weights.last[row] })
    };
    debug_assert_eq!(net.blocks.len() * COLUMNS, HIDDEN);
    let bias: Vec<i16> = input_row(INPUTS)
        .map(|weight| word(weight * UNIT))
        .collect();
    let first: Vec<i8> = (0..INPUTS).flat_map(input_row).map(byte).collect();
    let last: Vec<i8> = (0..ROWS)
        .flat_map(output_row)
        .map(|weight| byte(weight * sharpness))
        .collect();
    let scalars: Vec<i16> = net
        .scalars
        .iter()
        .map(|&scalar| word(scalar * sharpness * SCALAR_UNIT))
        .collect();
    to_bytes(&bias, &first, &last, &scalars)
}
