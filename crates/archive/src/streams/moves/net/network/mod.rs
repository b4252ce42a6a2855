//! The network: integer weights.
//!
//! Format: "The network".

pub(super) mod load;

use std::borrow::Cow;

use super::kernels::{InputRow, OutputRow, Sum};
use super::{Detail, HIDDEN};

/// One network or several that were trained apart, whose logits are averaged: what they agree on is what the games have taught them.
///
/// The file they come from is described in the section "Networks" of the format document.
pub struct Network<const C: usize = HIDDEN> {
    /// What the first layers add for no input.
    pub(super) biases: Vec<Sum<C>>,
    /// For each input the row of every network, so that they are found in one place.
    pub(super) first: Cow<'static, [InputRow<C>]>,
    /// For each row that of every network.
    pub(super) last: Cow<'static, [OutputRow<C>]>,
    /// Sums over all networks, in units of 2^-10 bit.
    pub(super) scalars: Vec<i32>,
    id: u64,
}

impl<const C: usize> Network<C> {
    /// How closely it looks at moves.
    pub const DETAIL: Detail = match Detail::of_columns(C) {
        Some(detail) => detail,
        None => panic!("networks of this width are not known"),
    };

    /// What distinguishes these weights from all others in memory.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Rows of a network's first layer.
    #[inline(always)]
    pub(super) fn first(
        &self,
        part: usize,
        inputs: &[u16],
    ) -> impl Iterator<Item = &InputRow<C>> + Clone {
        let (count, rows) = (self.biases.len(), &self.first[part..]);
        inputs
            .iter()
            .map(move |&input| &rows[usize::from(input) * count])
    }
}

#[cfg(test)]
mod tests;
