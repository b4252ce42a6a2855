//! What the forward pass does most, which each instruction set does in its own way, and the numbers that it does it with, of networks of
//! `C` hidden columns.
//!
//! Format: "The network".

/// Units of the first layer's weights and sums: a hidden column's factors are clipped to `0..=ONE`.
pub(super) const ONE: i16 = 64;
/// A hidden column is the product of its factors in units of 1 / 128, at most [`FULL`].
pub(super) const FULL: i16 = 127;

/// A row of the first layer: for each hidden column its first factor, then for each its second. Weights are 128 more than they mean, so
/// that two of them can be added up as one number of 16 bits.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct InputRow<const C: usize>(pub [[u8; C]; 2]);

/// A row of the last layer.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct OutputRow<const C: usize>(pub [i8; C]);

/// The hidden columns of a position, each in `0..=FULL`.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Hidden<const C: usize>(pub [u8; C]);

/// Sums of rows of the first layer. Weights are added up two at a time, as numbers of 16 bits, and the upper one of each two once more;
/// what the upper ones have added to the numbers can be taken off at the end.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Sum<const C: usize> {
    pub words: [u16; C],
    pub upper: [u16; C],
}

impl<const C: usize> Sum<C> {
    /// The sum of numbers of which `weight` tells each.
    pub(super) fn of(weight: impl Fn(usize) -> i16) -> Self {
        let weight = |column| weight(column) as u16;
        Self {
            words: std::array::from_fn(|at| weight(2 * at).wrapping_add(weight(2 * at + 1) << 8)),
            upper: std::array::from_fn(|at| weight(2 * at + 1)),
        }
    }
}

/// Moves and rows that are multiplied at once: their sums are finished together.
pub(super) const TOGETHER: usize = 4;

/// What the forward pass does most.
pub(super) trait Kernels {
    /// Adds rows to a sum and takes others off it.
    fn change<'a, const C: usize>(
        sum: &mut Sum<C>,
        added: impl Iterator<Item = &'a InputRow<C>> + Clone,
        removed: impl Iterator<Item = &'a InputRow<C>> + Clone,
    );
    /// The hidden columns, from the sum of as many rows as there are inputs.
    fn hidden<const C: usize>(sum: &Sum<C>, inputs: usize, hidden: &mut Hidden<C>);
    /// Sums over rows and columns of hidden column times weight.
    fn products<const C: usize, const N: usize>(
        hidden: &Hidden<C>,
        rows: [[&OutputRow<C>; N]; TOGETHER],
    ) -> [i32; TOGETHER];
}
