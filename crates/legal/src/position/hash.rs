//! The hash of a position.
//!
//! Format: "Positions and moves".

use super::Position;
use shakmaty::{Position as _, Role};

impl Position {
    #[inline]
    pub(super) fn hashed(&self) -> u64 {
        let board = self.board();
        let mut hash = self.turn() as u64;
        for role in Role::ALL {
            hash = mix(hash, board.by_role(role).0);
        }
        hash = mix(hash, board.white().0);
        hash = mix(hash, self.castling_rights().0);
        if let Some(square) = self.ep_square() {
            hash = mix(hash, u64::from(square.to_u32()) + 1);
        }
        if self.chess().is_none() {
            hash = self.mix_variant(hash);
        }
        hash ^ hash >> 29
    }

    fn mix_variant(&self, hash: u64) -> u64 {
        let mut hash = mix(hash, self.variant() as u64);
        hash = mix(hash, self.rules.promoted().0);
        for pocket in self.pockets().into_iter().flatten() {
            for count in pocket.iter() {
                hash = mix(hash, u64::from(*count));
            }
        }
        for checks in self.remaining_checks().into_iter().flatten() {
            hash = mix(hash, u64::from(u32::from(*checks)));
        }
        hash
    }
}

/// One multiplication spreads every bit upwards, the shift brings it down.
#[inline]
fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_add(value.rotate_left(23))
}
