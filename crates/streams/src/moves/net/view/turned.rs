//! Turns and mirrors sets of squares from the board to the view of the side to move.
//!
//! Format: "View".

use legal::Bitboard;

/// A set of squares, each xor `flip`.
pub(super) fn turned(set: Bitboard, flip: u32) -> u64 {
    let set = if flip & 56 == 0 {
        set.0
    } else {
        set.0.swap_bytes()
    };
    if flip & 7 == 0 {
        set
    } else {
        // The order of files is the order of bits in each byte.
        set.reverse_bits().swap_bytes()
    }
}
