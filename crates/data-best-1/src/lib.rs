//! The first half of `best.net`, the networks of level best of pgnz. The crate `pgnz-data` has all files and joins the halves.

/// The bytes of the half, 10,023,658 of them.
///
/// ```
/// assert_eq!(pgnz_data_best_1::HALF.len(), 10_023_658);
/// ```
pub const HALF: &[u8] = include_bytes!("../best.net.1");
