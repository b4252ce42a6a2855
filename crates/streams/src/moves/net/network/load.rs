//! Loads networks from the bytes of their file.
//!
//! Format: "Networks".

use std::borrow::Cow;

use super::super::INPUTS;
use super::super::file::{Malformed, Numbers, networks};
use super::super::kernels::{InputRow, OutputRow, Sum};
use super::{Network, Scalars};
use crate::data::{head, sum};

/// At most so many networks are averaged: each takes as long as the first.
pub(super) const MOST: usize = 8;

impl<const C: usize> Network<C> {
    /// Reads the bytes of a file of one network, or of several one after another. The kinds of games that they are for are ignored.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Self::read(opened(bytes)?, head(&sum(bytes)))
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
pub(in super::super) struct Heads<const C: usize> {
    biases: Vec<Sum<C>>,
    scalars: Vec<Scalars>,
}

impl<const C: usize> Heads<C> {
    pub fn read_bias(&mut self, from: &mut Numbers<'_>) -> Result<(), Malformed> {
        let bias = from.words(2 * C)?;
        let bias = |column| i16::from_le_bytes(bias[column]);
        self.biases.push(Sum::of(bias));
        Ok(())
    }

    /// A network without scalars has those of the one before.
    pub fn read_scalars(&mut self, from: &mut Numbers<'_>) -> Result<(), Malformed> {
        if from.scalars > 0 {
            let words = from.words(from.scalars)?.iter();
            self.scalars.push(Scalars {
                networks: 0,
                table: words.map(|&word| i16::from_le_bytes(word)).collect(),
            });
        }
        let last = self.scalars.last_mut().ok_or(Malformed::Scalars)?;
        last.networks += 1;
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
            scalars: self.scalars,
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
