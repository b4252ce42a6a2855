//! From the trained network to the integers that are shipped, and back.

use std::ops::Range;

use streams::training::networks::{Detail, INPUTS, Malformed, Parts, networks, to_bytes};

use crate::net::Net;
use crate::net::block::Block;
use crate::net::weights::{COLUMNS, Lane, UNIT};

/// Scalars are kept in units of 2^-10 bit.
const SCALAR_UNIT: f32 = 1024.0 * std::f32::consts::LOG2_E;

/// The file of the network with its weights rounded; of several the files one after another, and the scalars, which they share, in the first.
/// `kinds` says which games it is for, a bit each as in [`Kind::bit`](streams::moves::Kind::bit).
///
/// Logits are multiplied by `sharpness`: a network that knows its training games too well is too sure of others, and a little less
/// than 1 makes up for it (see [`sharpness`](crate::measure::sharpness)).
pub fn quantise(net: &Net, kinds: u32, sharpness: f32) -> Vec<u8> {
    let networks = net.blocks.chunks(net.blocks_of_one()).enumerate();
    networks
        .flat_map(|(at, blocks)| {
            let scalars = if at == 0 { &net.scalars[..] } else { &[] };
            quantise_one(blocks, net.detail(), kinds, scalars, sharpness)
        })
        .collect()
}

fn quantise_one(
    blocks: &[Block],
    detail: Detail,
    kinds: u32,
    scalars: &[f32],
    sharpness: f32,
) -> Vec<u8> {
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
    let bias: Vec<i16> = input_row(INPUTS)
        .map(|weight| word(weight * UNIT))
        .collect();
    let first: Vec<i8> = (0..INPUTS).flat_map(input_row).map(byte).collect();
    let last: Vec<i8> = (0..detail.rows())
        .flat_map(output_row)
        .map(|weight| byte(weight * sharpness))
        .collect();
    let scalars: Vec<i16> = scalars
        .iter()
        .map(|&scalar| word(scalar * sharpness * SCALAR_UNIT))
        .collect();
    to_bytes(kinds, &bias, &first, &last, &scalars)
}

/// Those networks of a file that are to learn, as one: with the file's weights, and nothing known of how they were learned.
///
/// # Errors
///
/// [`Malformed`] if the bytes are not networks of the shape that this program knows, or fewer.
pub fn unquantised(bytes: &[u8], learning: Range<usize>) -> Result<Net, Malformed> {
    let mut files = Vec::<Parts>::new();
    for bytes in networks(bytes) {
        let mut parts = Parts::from_bytes(bytes)?;
        if parts.scalars.is_empty() {
            let before = files.last().ok_or(Malformed::Scalars)?;
            parts.scalars.clone_from(&before.scalars);
        }
        files.push(parts);
    }
    let files = files.get(learning).ok_or(Malformed::Short)?;
    let columns = files.first().ok_or(Malformed::Short)?.columns;
    let mut net = Net::new(0, files.len(), columns);
    let of_one = net.blocks_of_one();
    for (blocks, parts) in net.blocks.chunks_mut(of_one).zip(files) {
        fill_blocks(blocks, parts);
    }
    let share = 1.0 / files.len() as f32;
    for parts in files {
        for (number, &scalar) in net.scalars.iter_mut().zip(&parts.scalars) {
            *number += f32::from(scalar) / SCALAR_UNIT * share;
        }
    }
    Ok(net)
}

fn fill_blocks(blocks: &mut [Block], parts: &Parts) {
    let width = parts.columns;
    for (at, block) in blocks.iter_mut().enumerate() {
        let columns = at * COLUMNS..(at + 1) * COLUMNS;
        let rows = parts.first.chunks_exact(2 * width);
        for (lanes, row) in block.weights.first.iter_mut().zip(rows) {
            for (lane, half) in lanes.iter_mut().zip(row.chunks_exact(width)) {
                let weights = half[columns.clone()].iter();
                fill(lane, weights.map(|&weight| f32::from(weight) / UNIT));
            }
        }
        let halves = parts.bias.chunks_exact(width);
        for (lane, half) in block.weights.first[INPUTS].iter_mut().zip(halves) {
            let weights = half[columns.clone()].iter();
            fill(lane, weights.map(|&weight| f32::from(weight) / UNIT));
        }
        let rows = parts.last.chunks_exact(width);
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
    use streams::training::networks::{ALL_KINDS, BEST, FAST};

    #[test]
    fn a_network_that_is_trained_on_begins_as_its_file_says() {
        let file = quantise(&Net::new(7, 1, FAST), ALL_KINDS, 1.0);
        assert_eq!(again(&unquantised(&file, 0..1).unwrap()), file);
        let together = again(&Net::new(8, 2, BEST));
        assert_eq!(again(&unquantised(&together, 0..2).unwrap()), together);
        let cut = unquantised(&together[..together.len() - 1], 0..2);
        assert_eq!(cut.err(), Some(Malformed::Short));
        let second = networks(&together).last().unwrap();
        assert_eq!(unquantised(second, 0..1).err(), Some(Malformed::Scalars));
        let second = unquantised(&together, 1..2).unwrap();
        assert_eq!(second.networks(), 1);
        // Two that learned apart share scalars from now on.
        let two = unquantised(&[&file[..], &file].concat(), 0..2).unwrap();
        assert_eq!(networks(&again(&two)).next().unwrap(), &file[..]);
    }

    fn again(net: &Net) -> Vec<u8> {
        quantise(net, ALL_KINDS, 1.0)
    }
}
