//! Networks from the bytes of their file.
//!
//! Format: "Networks".

use std::io::Read;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::super::file::{Malformed, Numbers, networks};
use super::super::kernels::{InputRow, OutputRow, Sum};
use super::super::{HIDDEN, INPUTS, ROWS};
use super::{Network, Weights};

/// More networks are not averaged: each takes as long as the first.
pub(super) const MOST: usize = 8;

impl Network {
    /// Reads the bytes of a file: of one network, or of several one after another, whatever games they judge.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let parts = read_all(bytes)?.into_iter().map(|(_, weights)| weights);
        Ok(Self::new(parts.collect(), xxh3_64(bytes)))
    }
}

/// Reads all networks of a file, each with the kinds of games that it judges, a bit each.
pub(in super::super) fn read_all(bytes: &[u8]) -> Result<Vec<(u32, Arc<Weights>)>, Malformed> {
    let mut all = Vec::<(u32, Arc<Weights>)>::new();
    for bytes in networks(bytes) {
        let numbers = Numbers::open(bytes)?;
        if all.len() == MOST {
            return Err(Malformed::Long);
        }
        let before = all.last().map(|(_, weights)| weights.scalars.clone());
        all.push((numbers.kinds, Arc::new(Weights::read(numbers, before)?)));
    }
    Ok(all)
}

impl Weights {
    /// Reads a network, whose scalars are those `before` it if it has none.
    pub(in super::super) fn read<R: Read>(
        mut from: Numbers<R>,
        before: Option<Arc<[i16]>>,
    ) -> Result<Self, Malformed> {
        let bias = from.words(2 * HIDDEN)?;
        let bias = Sum::of(|column| bias[column]);
        // Nothing is written twice: fresh memory costs more than the rows.
        let mut first = Vec::with_capacity(INPUTS);
        for _ in 0..INPUTS {
            first.push(InputRow(from.array()?.map(|weight: u8| weight ^ 0x80)));
        }
        let mut last = Vec::with_capacity(ROWS);
        for _ in 0..ROWS {
            last.push(OutputRow(from.array()?.map(|weight: u8| weight as i8)));
        }
        let scalars = match from.scalars {
            0 => before.ok_or(Malformed::Scalars)?,
            count => from.words(count)?.into(),
        };
        Ok(Self {
            bias,
            first,
            last,
            scalars,
        })
    }
}
