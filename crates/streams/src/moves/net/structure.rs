//! Classifies a pawn's place in the pawn structure: passed, doubled, supported, blocked, rank.
//!
//! Format: "Rows and scalars".

use legal::Color;

use super::view::{FILE_A, FILE_H, PAWN, View, pawn};

impl View {
    /// Whether a pawn that goes to a square is passed, doubled, supported, blocked there, and its rank; in `0..128`.
    #[inline(always)]
    pub(super) fn pawn_structure(&self, from: u32, to: u32) -> u32 {
        let (own, other) = (self.planes[PAWN] & !(1 << from), self.planes[6 + PAWN]);
        let file = FILE_A << (to & 7);
        let beside = (file & !FILE_H) << 1 | (file & !FILE_A) >> 1;
        let ahead = !0 << (to & 56) << 8;
        let passed = (file | beside) & ahead & other == 0;
        let doubled = file & own != 0;
        let supported = pawn(Color::Black, to) & own != 0;
        let blocked = other >> ((to + 8) & 63) & 1 == 1;
        let bit = u32::from;
        (bit(passed) | bit(doubled) << 1 | bit(supported) << 2 | bit(blocked) << 3) * 8 + (to >> 3)
    }
}
