//! The inner loops of the forward pass as a trait, which each instruction set implements, and their data types for networks of `C` hidden
//! columns.
//!
//! Format: "The network".

/// Units of the first layer's weights and sums: a hidden column's factors are clipped to `0..=ONE`.
pub(super) const ONE: i16 = 64;
/// A hidden column is the product of its factors in units of 1 / 128, at most [`FULL`].
pub(super) const FULL: i16 = 127;

/// A row of the first layer: for each hidden column its first factor, then for each its second. Weights are stored with 128 added, so that
/// two of them can be added up as one number of 16 bits.
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

/// Sums of rows of the first layer. Weights are added up in pairs, as numbers of 16 bits; the upper one of each pair is also added up
/// separately. At the end, the sums of the upper ones are subtracted from those of the pairs.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Sum<const C: usize> {
    pub words: [u16; C],
    pub upper: [u16; C],
}

impl<const C: usize> Sum<C> {
    /// The sum of one row, whose weights are given by `weight`.
    pub(super) fn of(weight: impl Fn(usize) -> i16) -> Self {
        let weight = |column| weight(column) as u16;
        Self {
            words: std::array::from_fn(|at| weight(2 * at).wrapping_add(weight(2 * at + 1) << 8)),
            upper: std::array::from_fn(|at| weight(2 * at + 1)),
        }
    }
}

/// Number of moves or rows that are multiplied together, so that their sums are finished in one step.
pub(super) const TOGETHER: usize = 4;

/// The inner loops of the forward pass.
pub(super) trait Kernels {
    /// Adds rows to a sum and subtracts others.
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
