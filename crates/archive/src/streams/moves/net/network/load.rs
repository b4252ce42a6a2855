//! Networks from the bytes of their file.
//!
//! Format: "Networks".

use std::io::Read;

use xxhash_rust::xxh3::xxh3_64;

use super::super::file::{Malformed, Numbers, networks};
use super::super::kernels::{InputRow, OutputRow, Sum};
use super::super::{HIDDEN, INPUTS, ROWS, SCALARS};
use super::Network;

/// More networks are not averaged: each takes as long as the first.
pub(super) const MOST: usize = 8;

impl Network {
    /// Reads the bytes of a file: of one network, or of several one after another, whatever games they judge.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Self::read(opened(bytes)?, xxh3_64(bytes))
    }

    /// Reads opened networks. No others have this `id`.
    pub(in super::super) fn read<R: Read>(
        mut parts: Vec<Numbers<R>>,
        id: u64,
    ) -> Result<Self, Malformed> {
        let mut biases = Vec::new();
        for part in &mut parts {
            let bias = part.words(2 * HIDDEN)?;
            biases.push(Sum::of(|column| bias[column]));
        }
        // Nothing is written twice: fresh memory costs more than the rows.
        let mut first = Vec::with_capacity(INPUTS * parts.len());
        for _ in 0..INPUTS {
            for part in &mut parts {
                let row = part.array()?.map(|weight: u8| weight ^ 0x80);
                first.push(InputRow(row));
            }
        }
        let mut last = Vec::with_capacity(ROWS * parts.len());
        for _ in 0..ROWS {
            for part in &mut parts {
                let row = part.array()?.map(|weight: u8| weight as i8);
                last.push(OutputRow(row));
            }
        }
        let (mut scalars, mut sums) = (Vec::new(), vec![0; SCALARS]);
        for part in &mut parts {
            if part.scalars > 0 {
                scalars = part.words(part.scalars)?;
            }
            if scalars.is_empty() {
                return Err(Malformed::Scalars);
            }
            let sums = sums.iter_mut().zip(&scalars);
            sums.for_each(|(sum, &scalar)| *sum += i32::from(scalar));
        }
        Ok(Self {
            biases,
            first,
            last,
            scalars: sums,
            id,
        })
    }
}

/// The networks of a file, of which the heads are read.
pub(in super::super) fn opened(bytes: &[u8]) -> Result<Vec<Numbers<&[u8]>>, Malformed> {
    if networks(bytes).take(MOST + 1).count() > MOST {
        // Of a long file that is no network this is not what is wrong.
        Numbers::open(bytes)?;
        return Err(Malformed::Long);
    }
    networks(bytes).map(Numbers::open).collect()
}
