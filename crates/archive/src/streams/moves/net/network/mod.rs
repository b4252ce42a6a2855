//! A network: integer weights, and those that are asked together.
//!
//! Format: "The network".

pub(super) mod load;

use std::sync::Arc;

use super::kernels::{InputRow, OutputRow, Sum};

/// The weights of one network, as its file has them.
pub(super) struct Weights {
    /// What the first layer adds for no input.
    pub bias: Sum,
    /// The first layer, a row for each input.
    pub first: Vec<InputRow>,
    /// The last layer, a row for each aspect of a move.
    pub last: Vec<OutputRow>,
    /// The last layer's scalars, in units of 2^-10 bit.
    pub scalars: Arc<[i16]>,
}

/// One network or several that were trained apart, whose logits are averaged: what they agree on is what the games have taught them.
///
/// The file they come from is described in the section "Networks" of the format document.
pub struct Network {
    pub(super) parts: Vec<Arc<Weights>>,
    id: u64,
}

impl Network {
    /// Networks that are asked together. No others have this `id`.
    pub(super) fn new(parts: Vec<Arc<Weights>>, id: u64) -> Self {
        Self { parts, id }
    }

    /// What distinguishes these networks from all others in memory.
    pub(super) fn id(&self) -> u64 {
        self.id
    }
}

impl Weights {
    /// Rows of the first layer.
    #[inline(always)]
    pub(super) fn first(&self, inputs: &[u16]) -> impl Iterator<Item = &InputRow> {
        inputs.iter().map(|&input| &self.first[usize::from(input)])
    }
}

#[cfg(test)]
mod tests;
