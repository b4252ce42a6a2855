//! From the trained network to the integers that are shipped, and back.

use archive::streams::moves::net::{INPUTS, Malformed, Parts, ROWS, split_last, to_bytes};

use crate::net::block::{Block, COLUMNS, Lane};
use crate::net::{BLOCKS, HIDDEN, Net};

/// Rows and biases are kept in units of 1/64, in bytes and words.
const UNIT: f32 = 64.0;
/// Scalars are kept in units of 2^-10 bit.
const SCALAR_UNIT: f32 = 1024.0 * std::f32::consts::LOG2_E;

/// The file of the network with its weights rounded; of several the files one after another.
///
/// Logits are multiplied by `sharpness`: a network that knows its training games too well is too sure of others, and a little less
/// than 1 makes up for it (see [`sharpness`](crate::measure::sharpness)).
pub fn quantise(net: &Net, sharpness: f32) -> Vec<u8> {
    let networks = net.blocks.chunks(BLOCKS);
    networks
        .flat_map(|blocks| quantise_one(blocks, &net.scalars, sharpness))
        .collect()
}

fn quantise_one(blocks: &[Block], scalars: &[f32], sharpness: f32) -> Vec<u8> {
    let byte = |weight: f32| (weight * UNIT).round().clamp(-127.0, 127.0) as i8;
    let word = |number: f32| number.round().clamp(-32767.0, 32767.0) as i16;
    let input_row = |input: usize| {
        let of = |half: usize| {
            blocks
                .iter()
                .flat_map(move |block| block.weights.first[input][half])
        };
        of(0).chain(of(1))
    };
    let output_row = |row: usize| {
        blocks
            .iter()
            .flat_map(move |block| -> Lane { block.weights.last[row] })
    };
    debug_assert_eq!(blocks.len() * COLUMNS, HIDDEN);
    let bias: Vec<i16> = input_row(INPUTS)
        .map(|weight| word(weight * UNIT))
        .collect();
    let first: Vec<i8> = (0..INPUTS).flat_map(input_row).map(byte).collect();
    let last: Vec<i8> = (0..ROWS)
        .flat_map(output_row)
        .map(|weight| byte(weight * sharpness))
        .collect();
    let scalars: Vec<i16> = scalars
        .iter()
        .map(|&scalar| word(scalar * sharpness * SCALAR_UNIT))
        .collect();
    to_bytes(&bias, &first, &last, &scalars)
}

/// A network to be trained on, or several to learn together: with the weights of a file, and nothing known of how they were learned.
///
/// # Errors
///
/// [`Malformed`] if the bytes are not networks of the shape that this program knows.
pub fn unquantised(bytes: &[u8]) -> Result<Net, Malformed> {
    let mut files = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() || files.is_empty() {
        let (others, last) = split_last(rest);
        files.push(Parts::from_bytes(last)?);
        rest = others;
    }
    files.reverse();
    let mut net = Net::new(0, files.len());
    for (blocks, parts) in net.blocks.chunks_mut(BLOCKS).zip(&files) {
        fill_blocks(blocks, parts);
    }
    let share = 1.0 / files.len() as f32;
    for parts in &files {
        for (number, &scalar) in net.scalars.iter_mut().zip(&parts.scalars) {
            *number += f32::from(scalar) / SCALAR_UNIT * share;
        }
    }
    Ok(net)
}

fn fill_blocks(blocks: &mut [Block], parts: &Parts) {
    for (at, block) in blocks.iter_mut().enumerate() {
        let columns = at * COLUMNS..(at + 1) * COLUMNS;
        let rows = parts.first.chunks_exact(2 * HIDDEN);
        for (lanes, row) in block.weights.first.iter_mut().zip(rows) {
            for (lane, half) in lanes.iter_mut().zip(row.chunks_exact(HIDDEN)) {
                let weights = half[columns.clone()].iter();
                fill(lane, weights.map(|&weight| f32::from(weight) / UNIT));
            }
        }
        let halves = parts.bias.chunks_exact(HIDDEN);
        for (lane, half) in block.weights.first[INPUTS].iter_mut().zip(halves) {
            let weights = half[columns.clone()].iter();
            fill(lane, weights.map(|&weight| f32::from(weight) / UNIT));
        }
        let rows = parts.last.chunks_exact(HIDDEN);
        for (lane, row) in block.weights.last.iter_mut().zip(rows) {
            let weights = row[columns.clone()].iter();
            fill(lane, weights.map(|&weight| f32::from(weight) / UNIT));
        }
    }
}

fn fill(lane: &mut Lane, weights: impl Iterator<Item = f32>) {
    lane.iter_mut()
        .zip(weights)
        .for_each(|(to, from)| *to = from);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_that_is_trained_on_begins_as_its_file_says() {
        let file = quantise(&Net::new(7, 1), 1.0);
        assert_eq!(quantise(&unquantised(&file).unwrap(), 1.0), file);
        let two = [quantise(&Net::new(8, 1), 1.0), file.clone()].concat();
        assert_eq!(quantise(&unquantised(&two).unwrap(), 1.0), two);
        assert_eq!(
            unquantised(&two[..two.len() - 1]).err(),
            Some(Malformed::Short)
        );
        let (other, last) = split_last(&two);
        assert_eq!((other.len(), last), (file.len(), &file[..]));
    }
}
