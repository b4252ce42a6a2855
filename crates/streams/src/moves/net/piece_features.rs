//! Features that all moves of one piece have in common.
//!
//! Speed only: archives do not depend on it.

use super::position_features::PositionFeatures;
use super::rows;
use super::threats::{Class, MOST};
use super::view::{KING, NOWHERE, PAWN, ROOK, View, reach, squares};

/// Features that all moves of one piece have in common.
pub(super) struct PieceFeatures {
    pub from: u32,
    pub reach: u64,
    pub mobility: u32,
    /// The occupied squares without it.
    pub vacated: u64,
    /// Squares where the opponent could capture it.
    pub taken: u64,
    /// How each square is attacked, from this piece's point of view: lower and upper bits.
    pub danger_of: [u64; 2],
    /// Whether moving it might give a discovered check.
    pub uncovers: bool,
    /// Where it came from with the mover's last move.
    pub came_from: u32,
    /// The loss from each threat if this piece moves.
    pub losses: [Class; MOST],
    /// The rows of its ways.
    pub ways: &'static [u16; 64],
    /// Parts of the indices of rows and scalars.
    pub landing: u32,
    pub exchange: u32,
    pub purpose: u32,
    pub answer: u32,
    pub special: u32,
}

impl PieceFeatures {
    #[inline(always)]
    pub(super) fn new<const ROLE: usize>(position: &PositionFeatures, from: u32) -> Self {
        let view = position.view;
        let from = from & 63;
        let origin = 1u64 << from;
        let reach = reach(ROLE, from, view.occupied);
        let danger_of = view.danger_of(ROLE);
        let bit = |set: u64| (set >> from) as u32 & 1;
        let danger = bit(danger_of[0]) | bit(danger_of[1]) << 1;
        let attacked_by_last = bit(position.last_attacks);
        let moved_last = position.own.1 == from;
        let special = if ROLE == KING && position.rights != 0 {
            34 + position.rights
        } else if position.castling_rooks & origin != 0 {
            38 + position.rights
        } else {
            0
        };
        Self {
            from,
            reach,
            mobility: (reach & view.free).count_ones(),
            vacated: view.occupied ^ origin,
            taken: view.other.all | view.opened::<ROLE>(from, reach),
            danger_of,
            uncovers: position.uncovers & origin != 0,
            came_from: if moved_last { position.own.0 } else { NOWHERE },
            losses: position.threats.without(origin),
            ways: &rows::WAY_OF[ROLE][from as usize],
            landing: rows::LANDING as u32 + u32::from(danger > 0) * 1536,
            exchange: rows::EXCHANGE as u32 + danger * 8,
            purpose: rows::PURPOSE as u32 + attacked_by_last * 126 + u32::from(moved_last) * 42,
            answer: rows::ANSWER as u32
                + ((attacked_by_last * 7 + position.last_role) * 6 + ROLE as u32) * 8,
            special,
        }
    }
}

impl View {
    /// The squares that the opponent's sliders attack once a piece of the mover has left its square.
    #[inline(always)]
    fn opened<const ROLE: usize>(&self, from: u32, seen: u64) -> u64 {
        if self.other.sliders >> from & 1 == 0 || ROLE == KING {
            return 0;
        }
        let diagonals = match ROLE {
            2 | 4 => seen,
            _ => reach(2, from, self.occupied),
        };
        let straights = match ROLE {
            ROOK | 4 => seen,
            _ => reach(ROOK, from, self.occupied),
        };
        let (planes, vacated) = (&self.planes, self.occupied ^ 1 << from);
        let mut opened = 0;
        for slider in squares(diagonals & (planes[8] | planes[10])) {
            opened |= reach(2, slider, vacated);
        }
        for slider in squares(straights & (planes[9] | planes[10])) {
            opened |= reach(ROOK, slider, vacated);
        }
        opened
    }

    /// How each square is attacked, for a piece of `role`, as lower and upper bits: not at all, by a pawn, by another less valuable piece,
    /// or only by equally or more valuable ones.
    #[inline(always)]
    pub(super) fn danger_of(&self, role: usize) -> [u64; 2] {
        let other = &self.other;
        let (all, pawns) = (other.all, other.cheaper[1]);
        match role {
            PAWN => [all, all],
            KING => [all, all & !pawns],
            _ => [pawns | all & !other.cheaper[role], all & !pawns],
        }
    }

    /// As [`danger_of`](Self::danger_of), for one square.
    pub(super) fn danger(&self, role: usize, square: u32) -> u32 {
        let [lower, upper] = self.danger_of(role);
        (lower >> square) as u32 & 1 | ((upper >> square) as u32 & 1) << 1
    }
}
