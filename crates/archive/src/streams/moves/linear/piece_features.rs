//! What the moves of one piece have in common.
//!
//! Format: "Stream moves".

use legal::Role;

use super::position_features::PositionFeatures;

/// A piece that can move.
pub(super) struct PieceFeatures {
    /// The role from 0.
    pub r: u32,
    pub from: u32,
    /// Going there, and taking there.
    pub dangers: [Danger; 2],
    /// How dangerous it is to stay, and the dearest other piece en prise: its role from 1, or 0.
    pub at_from: u32,
    pub residual: u32,
    /// Whether its square is attacked twice, attacked by pawns, next to our king.
    pub from_twice: u32,
    pub from_pawns: u32,
    pub from_home: u32,
    /// Squares from which it would give check.
    pub checks: u64,
    /// The opponent's pieces that are dearer.
    pub dearer: u64,
    /// Where it came from with our last move; 64 if it did not move.
    pub back: u32,
}

impl PieceFeatures {
    #[inline(always)]
    pub fn new(position: &PositionFeatures, role: Role, from: u32) -> Self {
        let planes = &position.planes;
        let r = role as u32 - 1;
        let cheaper = planes.attacked_by_cheaper[r as usize];
        let quiet = Danger::new(cheaper, planes.attacked, planes.covered[0]);
        let taking = Danger::new(cheaper, planes.attacked, planes.covered[1]);
        Self {
            r,
            from,
            // A piece does not cover the square it goes to, but a pawn that steps ahead did not attack it.
            dangers: [if role == Role::Pawn { quiet } else { taking }, taking],
            at_from: quiet.at(from),
            residual: match position.threatened {
                [(_, Some(square)), second] if square.to_u32() == from => second.0,
                [first, _] => first.0,
            },
            from_twice: on(planes.attacked_twice, from),
            from_pawns: on(planes.pawns_attack, from),
            from_home: on(planes.own_home, from),
            checks: planes.checks[r as usize],
            dearer: position.dearer[r as usize],
            back: match position.own_way {
                Some((back, to)) if to == from => back,
                _ => 64,
            },
        }
    }
}

/// How dangerous each square is for a piece, as two planes of bits: 0 safe, 1 attacked but covered, 2 attacked and loose, 3 attacked
/// by a cheaper piece.
#[derive(Clone, Copy, Default)]
pub(super) struct Danger {
    low: u64,
    high: u64,
}

impl Danger {
    #[inline(always)]
    fn new(cheaper: u64, attacked: u64, covered: u64) -> Self {
        Self {
            low: attacked & covered | cheaper,
            high: attacked & !covered | cheaper,
        }
    }

    #[inline(always)]
    pub fn at(self, square: u32) -> u32 {
        on(self.low, square) + 2 * on(self.high, square)
    }
}

#[inline(always)]
pub(super) fn on(set: u64, square: u32) -> u32 {
    (set >> square & 1) as u32
}
