//! Finds which moves give check and which give mate.
//!
//! Format: "Rows and scalars".

use legal::{Color, Move, sliders};

use super::describe::Kind;
use super::piece_features::PieceFeatures;
use super::position_features::PositionFeatures;
use super::threats::between;
use super::view::{KING, ROOK, View, pawn, reach, squares};

impl PositionFeatures<'_> {
    /// Whether a move gives check, and whether it mates, if it is a special move or may give discovered check.
    #[cold]
    #[inline(never)]
    pub(super) fn unusual_check(
        &self,
        piece: &PieceFeatures,
        m: Move,
        to: u32,
        attacks: u64,
        becomes: usize,
        kind: Kind,
    ) -> (bool, bool) {
        let (view, target) = (self.view, 1u64 << to);
        if let Kind::Castling { long } = kind {
            let rook = if long { to + 1 } else { to - 1 };
            let check = reach(ROOK, rook, piece.vacated | target) >> view.king & 1 == 1;
            return (check, check && self.mates(m));
        }
        let direct = if matches!(kind, Kind::Promotion(_)) || piece.uncovers {
            becomes != KING && attacks >> view.king & 1 == 1
        } else {
            self.checks[becomes] & target != 0
        };
        let discovered = piece.uncovers && !in_line(view.king, piece.from, to);
        let check = direct || discovered;
        let escapes = direct && !discovered && self.escapes(piece, to, becomes);
        (check, check && !escapes && self.mates(m))
    }

    /// Whether an ordinary move that gives check mates.
    #[inline(never)]
    pub(super) fn check_mates(&self, piece: &PieceFeatures, m: Move, to: u32, role: usize) -> bool {
        !self.escapes(piece, to, role) && !self.can_be_taken(piece, to) && self.mates(m)
    }

    /// Whether the opponent's king has a square that is not attacked once `role` gives check from `to`. Most checks leave one.
    fn escapes(&self, piece: &PieceFeatures, to: u32, role: usize) -> bool {
        let view = self.view;
        let occupied = (piece.vacated | 1 << to) & !(1 << view.king);
        let held = view.mover.all | reach(role, to, occupied);
        reach(KING, view.king, 0) & !view.opponent & !held != 0
    }

    /// Whether a piece that alone gives check from `to` can certainly be captured there, by a simple test.
    fn can_be_taken(&self, piece: &PieceFeatures, to: u32) -> bool {
        let view = self.view;
        let pinned = sliders::diagonals(view.king) | sliders::straights(view.king);
        let takers = view.attackers(to, piece.vacated) & view.opponent;
        // In variants a check may end the game.
        self.position.chess().is_some() && takers & !pinned & !view.planes[6 + KING] != 0
    }

    /// Whether the opponent has no legal move after this one.
    fn mates(&self, m: Move) -> bool {
        let mut after = self.position.clone();
        after.play(m);
        after.legal_moves().is_empty()
    }
}

impl View {
    /// Squares from which each role gives check.
    #[inline(always)]
    pub(super) fn checks(&self) -> [u64; 6] {
        let (king, occupied) = (self.king, self.occupied);
        let (bishop, rook) = (reach(2, king, occupied), reach(ROOK, king, occupied));
        [
            pawn(Color::Black, king),
            reach(1, king, 0),
            bishop,
            rook,
            bishop | rook,
            0,
        ]
    }

    /// The mover's pieces that stand alone between one of its sliders and the opponent's king; `checks` are those of
    /// [`checks`](Self::checks).
    pub(super) fn uncovering(&self, checks: &[u64; 6]) -> u64 {
        let planes = &self.planes;
        let mut found = 0;
        for (role, sliders) in [(2, planes[2] | planes[4]), (3, planes[3] | planes[4])] {
            let blockers = checks[role] & self.own;
            let behind = reach(role, self.king, self.occupied ^ blockers) & sliders & !blockers;
            for slider in squares(behind) {
                found |= between(self.king, slider) & blockers;
            }
        }
        found
    }
}

/// Whether three squares lie on one line.
#[inline]
fn in_line(a: u32, b: u32, c: u32) -> bool {
    let square = legal::Square::new;
    legal::attacks::aligned(square(a), square(b), square(c))
}
