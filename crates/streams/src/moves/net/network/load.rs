//! Loads networks from the bytes of their file.
//!
//! Format: "Networks".

use std::borrow::Cow;

use xxhash_rust::xxh3::xxh3_64;

use super::super::INPUTS;
use super::super::file::{Malformed, Numbers, Word, networks};
use super::super::kernels::{InputRow, OutputRow, Sum};
use super::Network;

/// At most so many networks are averaged: each takes as long as the first.
pub(super) const MOST: usize = 8;

impl<const C: usize> Network<C> {
    /// Reads the bytes of a file of one network, or of several one after another. The kinds of games that they are for are ignored.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Self::read(opened(bytes)?, xxh3_64(bytes))
    }

    /// Reads opened networks. `id` must be different from that of any other networks.
    pub(in super::super) fn read(mut parts: Vec<Numbers<'_>>, id: u64) -> Result<Self, Malformed> {
        let mut heads = Heads::default();
        for part in &mut parts {
            if part.columns != C {
                return Err(Malformed::Mixed);
            }
            heads.read_bias(part)?;
        }
        // Memory is written only once: writing fresh memory takes longer than reading the rows.
        let mut first = Vec::with_capacity(INPUTS * parts.len());
        for _ in 0..INPUTS {
            for part in &mut parts {
                let row = [part.array()?, part.array()?];
                first.push(InputRow(
                    row.map(|half| half.map(|weight: u8| weight ^ 0x80)),
                ));
            }
        }
        let mut last = Vec::with_capacity(Self::DETAIL.rows() * parts.len());
        for _ in 0..Self::DETAIL.rows() {
            for part in &mut parts {
                let row = part.array()?.map(|weight: u8| weight as i8);
                last.push(OutputRow(row));
            }
        }
        for part in &mut parts {
            heads.read_scalars(part)?;
        }
        Ok(heads.with_rows(first.into(), last.into(), id))
    }
}

/// The biases and scalars of networks.
#[derive(Default)]
pub(in super::super) struct Heads<'a, const C: usize> {
    biases: Vec<Sum<C>>,
    /// Those of the last network that has its own, and the sums over all networks.
    scalars: &'a [Word],
    sums: Vec<i32>,
}

impl<'a, const C: usize> Heads<'a, C> {
    pub fn read_bias(&mut self, from: &mut Numbers<'_>) -> Result<(), Malformed> {
        let bias = from.words(2 * C)?;
        let bias = |column| i16::from_le_bytes(bias[column]);
        self.biases.push(Sum::of(bias));
        Ok(())
    }

    pub fn read_scalars(&mut self, from: &mut Numbers<'a>) -> Result<(), Malformed> {
        if from.scalars > 0 {
            self.scalars = from.words(from.scalars)?;
        }
        if self.scalars.is_empty() {
            return Err(Malformed::Scalars);
        }
        let scalars = self.scalars.iter().copied();
        let scalars = scalars.map(|word| i32::from(i16::from_le_bytes(word)));
        if self.sums.is_empty() {
            self.sums = scalars.collect();
        } else {
            let sums = self.sums.iter_mut().zip(scalars);
            sums.for_each(|(sum, scalar)| *sum += scalar);
        }
        Ok(())
    }

    /// The networks with their rows. `id` must be different from that of any other networks.
    pub fn with_rows(
        self,
        first: Cow<'static, [InputRow<C>]>,
        last: Cow<'static, [OutputRow<C>]>,
        id: u64,
    ) -> Network<C> {
        Network {
            biases: self.biases,
            first,
            last,
            scalars: self.sums,
            id,
        }
    }
}

/// The networks of a file, with their headers read.
pub(in super::super) fn opened(bytes: &[u8]) -> Result<Vec<Numbers<'_>>, Malformed> {
    if networks(bytes).take(MOST + 1).count() > MOST {
        // A long file that is no network at all gets the error for that.
        Numbers::open(bytes)?;
        return Err(Malformed::Long);
    }
    networks(bytes).map(Numbers::open).collect()
}
