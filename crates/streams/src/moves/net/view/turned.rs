//! Turns and mirrors sets of squares from the board to the view of the side to move.
//!
//! Format: "View".

/// Sets of squares, each square xor `flip`.
#[inline(always)]
pub(super) fn turned<const N: usize>(sets: [u64; N], flip: u32) -> [u64; N] {
    let sets = if flip & 56 == 0 {
        sets
    } else {
        sets.map(u64::swap_bytes)
    };
    if flip & 7 == 0 {
        sets
    } else {
        // The order of files is the order of bits in each byte.
        sets.map(|set| set.reverse_bits().swap_bytes())
    }
}
