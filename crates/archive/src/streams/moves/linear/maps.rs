//! What a position says of each square, in a byte or two, so that a move finds what concerns its squares in one step.
//!
//! Speed only: archives do not depend on it.

use super::planes::Planes;

/// For each square, what moves there want to know.
pub(super) struct Maps {
    marks: [u8; 64],
    rings: [u16; 64],
}

/// Marks of squares; which bits they are saves shifting where indices are made of them.
pub(super) mod mark {
    /// The opponent's pawns never can attack it.
    pub const PASSED: u32 = 1;
    /// We cover it three times, twice; it is attacked twice.
    pub const COVERED_THRICE: u32 = 1 << 1;
    pub const COVERED_TWICE: u32 = 1 << 2;
    pub const ATTACKED_TWICE: u32 = 1 << 3;
    /// Our pawns cover it; one of theirs, one of ours stands on its file.
    pub const PAWNS_COVER: u32 = 1 << 4;
    pub const THEIR_FILE: u32 = 1 << 5;
    pub const OWN_FILE: u32 = 1 << 6;
    /// It is next to the opponent's king.
    pub const HOME: u32 = 1 << 7;
}

impl Maps {
    #[inline(always)]
    pub fn new(planes: &Planes) -> Self {
        let (own, other) = (planes.own_pawns, planes.their_pawns);
        let marks = squares_of([
            !planes.pawns_guard,
            planes.covered[2],
            planes.covered[1],
            planes.attacked_twice,
            planes.pawns_cover,
            files(other),
            files(own),
            planes.home,
        ]);
        let mut bytes = [0; 64];
        for (square, rank) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(marks) {
            *square = rank.to_le_bytes();
        }
        Self {
            marks: bytes,
            rings: rings(squares_of([own, other, 0, 0, 0, 0, 0, 0])),
        }
    }

    /// The [marks](mark) of a square below 64.
    #[inline(always)]
    pub fn marks(&self, square: u32) -> u32 {
        self.marks[square as usize % 64].into()
    }

    /// What stands around a square below 64: a digit to the base of 3 for each neighbour, from the lower left to the upper right, row by
    /// row; 1 for a pawn of ours, 2 for one of theirs. At most 6560.
    #[inline(always)]
    pub fn ring(&self, square: u32) -> u32 {
        self.rings[square as usize % 64].into()
    }
}

/// The files that the squares of a set are on.
#[inline(always)]
fn files(set: u64) -> u64 {
    let set = set | set >> 32;
    let set = set | set >> 16;
    ((set | set >> 8) & 0xff) * 0x0101_0101_0101_0101
}

/// A byte for each square, by ranks: the bit that each set has there, the first set's the lowest.
#[inline(always)]
fn squares_of(sets: [u64; 8]) -> [u64; 8] {
    let mut ranks = [0; 8];
    for (at, set) in sets.into_iter().enumerate() {
        for (rank, bits) in ranks.iter_mut().enumerate() {
            *bits |= (set >> (8 * rank) & 0xff) << (8 * at);
        }
    }
    // In each rank, bit `file` of byte `at` becomes bit `at` of byte `file`: halves are exchanged across the diagonal, then quarters, eighths.
    for (shift, above) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        for rank in &mut ranks {
            let differ = (*rank ^ *rank >> shift) & above;
            *rank ^= differ ^ differ << shift;
        }
    }
    ranks
}

/// For each square the neighbours' digits, from the digit of each square.
#[inline(always)]
fn rings(digits: [u64; 8]) -> [u16; 64] {
    // No sum of digits outgrows its byte.
    let (mut beside, mut rows) = ([0; 8], [0; 10]);
    for rank in 0..8 {
        let (left, right) = (digits[rank] << 8, digits[rank] >> 8);
        beside[rank] = left + 3 * right;
        rows[rank + 1] = left + 3 * digits[rank] + 9 * right;
    }
    let mut rings = [0; 64];
    for (rank, rings) in rings.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let wide = |bytes: u64| bytes.to_le_bytes().map(u16::from);
        let (below, beside, above) = (wide(rows[rank]), wide(beside[rank]), wide(rows[rank + 2]));
        for (file, ring) in rings.iter_mut().enumerate() {
            *ring = below[file] + 27 * beside[file] + 243 * above[file];
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use legal::{Position, Square, Variant, attacks};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_square_has_the_bits_of_the_sets(sets: [u64; 8]) {
            for (rank, bits) in squares_of(sets).into_iter().enumerate() {
                for (file, byte) in bits.to_le_bytes().into_iter().enumerate() {
                    for (at, set) in sets.into_iter().enumerate() {
                        let is_on = set >> (8 * rank + file) & 1;
                        prop_assert_eq!(u64::from(byte >> at & 1), is_on);
                    }
                }
            }
        }

        #[test]
        fn rings_are_the_pawns_that_a_king_could_reach(own: u64, other: u64) {
            let own = own & !other;
            let rings = rings(squares_of([own, other, 0, 0, 0, 0, 0, 0]));
            for square in Square::ALL {
                let mut ring = 0;
                let at = (square.file() as i32, square.rank() as i32);
                let mut worth = 1;
                for rank in -1..=1 {
                    for file in -1..=1 {
                        if (file, rank) == (0, 0) {
                            continue;
                        }
                        let near = attacks::king_attacks(square).into_iter().find(|near| {
                            (near.file() as i32, near.rank() as i32) == (at.0 + file, at.1 + rank)
                        });
                        if let Some(near) = near {
                            let has = |set: u64| (set >> near.to_u32() & 1) as u16;
                            ring += worth * (has(own) + 2 * has(other));
                        }
                        worth *= 3;
                    }
                }
                prop_assert_eq!(rings[square.to_usize()], ring);
            }
        }
    }

    #[test]
    fn marks_tell_what_the_planes_say() {
        let fen = "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 6";
        let position = Position::from_fen(fen, Variant::Standard).unwrap();
        let planes = Planes::new(&position);
        let maps = Maps::new(&planes);
        for square in 0..64 {
            let is = |mark: u32| maps.marks(square) & mark != 0;
            let on = |set: u64| set >> square & 1 == 1;
            assert_eq!(is(mark::PASSED), !on(planes.pawns_guard));
            assert_eq!(is(mark::COVERED_THRICE), on(planes.covered[2]));
            assert_eq!(is(mark::ATTACKED_TWICE), on(planes.attacked_twice));
            assert_eq!(is(mark::HOME), on(planes.home));
            let file = 0x0101_0101_0101_0101 << (square & 7);
            assert_eq!(is(mark::OWN_FILE), planes.own_pawns & file != 0);
            assert_eq!(is(mark::THEIR_FILE), planes.their_pawns & file != 0);
        }
    }
}
