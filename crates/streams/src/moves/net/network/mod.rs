//! The weights of a network, which are integers.
//!
//! Format: "The network".

pub(super) mod load;

use std::borrow::Cow;

use super::kernels::{InputRow, OutputRow, Sum};
use super::{BEST, Detail};

/// One network, or several that were trained separately and whose logits are averaged: averaging reduces their random errors.
///
/// The file they come from is described in the section "Networks" of the format document.
pub struct Network<const C: usize = BEST> {
    /// Biases of the first layers.
    pub(super) biases: Vec<Sum<C>>,
    /// For each input the rows of all networks, next to each other in memory.
    pub(super) first: Cow<'static, [InputRow<C>]>,
    /// For each row number the rows of all networks.
    pub(super) last: Cow<'static, [OutputRow<C>]>,
    pub(super) scalars: Vec<Scalars>,
    id: u64,
}

/// The scalars of one network, in units of 2^-10 bit, or of several that share them. Small numbers: looking up larger sums would wait for
/// more memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scalars {
    /// How many networks have them.
    pub networks: i32,
    pub table: Vec<i16>,
}

impl<const C: usize> Network<C> {
    /// In how much detail it describes moves.
    pub const DETAIL: Detail = match Detail::of_columns(C) {
        Some(detail) => detail,
        None => panic!("networks of this width are not known"),
    };

    /// A number that distinguishes these weights from all others in memory.
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
mod exact;
#[cfg(test)]
mod tests;
