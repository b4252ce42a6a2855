//! What sliding pieces attack, computed: tables of all cases would push the weights out of the caches.
//!
//! Speed only: archives do not depend on it.
//!
//! Along a line, subtracting the slider from the blockers gives its squares up to the first blocker on one side; the same with the board
//! upside down gives the other side ("hyperbola quintessence", chessprogramming.org). Turning does not reverse ranks, so they have a table.

use shakmaty::{Bitboard, Role, Square, attacks};

/// For each square: its file and its diagonals, without itself.
static LINES: [[u64; 3]; 64] = {
    let mut lines = [[0; 3]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b) = (at / 64, at % 64);
        let (file, rank) = (b as i32 % 8 - a as i32 % 8, b as i32 / 8 - a as i32 / 8);
        let on = [file == 0, file == rank, file == -rank];
        let mut line = 0;
        while line < 3 {
            if on[line] && a != b {
                lines[a][line] |= 1 << b;
            }
            line += 1;
        }
        at += 1;
    }
    lines
};

/// For each file and what stands on the inner six squares of a rank, the squares attacked on it.
static RANKS: [[u8; 64]; 8] = {
    let mut ranks = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        let (file, inner) = (at / 64, at % 64);
        let mut right = file + 1;
        while right < 8 {
            ranks[file][inner] |= 1 << right;
            if inner << 1 >> right & 1 == 1 {
                break;
            }
            right += 1;
        }
        let mut left = file;
        while left > 0 {
            left -= 1;
            ranks[file][inner] |= 1 << left;
            if inner << 1 >> left & 1 == 1 {
                break;
            }
        }
        at += 1;
    }
    ranks
};

/// What a bishop attacks; `square` is below 64.
#[inline(always)]
pub fn bishop(square: u32, occupied: u64) -> u64 {
    let [_, diagonal, other] = LINES[square as usize % 64];
    along(square, occupied, diagonal) | along(square, occupied, other)
}

/// What a rook attacks; `square` is below 64.
#[inline(always)]
pub fn rook(square: u32, occupied: u64) -> u64 {
    let [file, ..] = LINES[square as usize % 64];
    let rank = square & 56;
    let inner = occupied >> rank >> 1 & 63;
    let sideways = RANKS[square as usize % 8][inner as usize];
    along(square, occupied, file) | u64::from(sideways) << rank
}

/// What a queen attacks; `square` is below 64.
#[inline(always)]
pub fn queen(square: u32, occupied: u64) -> u64 {
    bishop(square, occupied) | rook(square, occupied)
}

/// What a piece attacks from a square; nothing for a pawn, which sees one way only.
///
/// ```
/// use legal::{Bitboard, Role, Square, sliders};
/// assert_eq!(sliders::piece(Role::Knight, Square::A1, Bitboard::EMPTY).count(), 2);
/// ```
#[inline(always)]
pub fn piece(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    let (square, occupied) = (from.to_u32(), occupied.0);
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => Bitboard(bishop(square, occupied)),
        Role::Rook => Bitboard(rook(square, occupied)),
        Role::Queen => Bitboard(queen(square, occupied)),
        Role::King => attacks::king_attacks(from),
    }
}

/// The other squares of a square's diagonals; `square` is below 64.
#[inline(always)]
pub fn diagonals(square: u32) -> u64 {
    let [_, diagonal, other] = LINES[square as usize % 64];
    diagonal | other
}

/// The other squares of a square's file and rank; `square` is below 64.
#[inline(always)]
pub fn straights(square: u32) -> u64 {
    let [file, ..] = LINES[square as usize % 64];
    file | (0xff << (square & 56)) ^ 1 << (square & 63)
}

#[inline(always)]
fn along(square: u32, occupied: u64, line: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(1 << square);
    let down = blockers.swap_bytes().wrapping_sub(1 << (square ^ 56));
    (up ^ down.swap_bytes()) & line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sliders_attack_what_shakmaty_says(many: u64, few: u64, square in 0..64_u32) {
            for occupied in [many, many & few, many | few] {
                let (at, board) = (Square::new(square), Bitboard(occupied));
                prop_assert_eq!(bishop(square, occupied), attacks::bishop_attacks(at, board).0);
                prop_assert_eq!(rook(square, occupied), attacks::rook_attacks(at, board).0);
            }
        }
    }
}
