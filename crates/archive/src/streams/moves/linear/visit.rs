//! The moves of a position, piece by piece.
//!
//! Speed only: archives do not depend on it.

use legal::{LegalMoves, Move, Role};

use super::move_features::{MoveFeatures, Parts};
use super::piece_features::PieceFeatures;
use super::position_features::PositionFeatures;

/// Looks at the moves of a position.
pub(super) trait Visitor {
    /// What the moves of a piece have in common.
    type PieceSum;
    /// Begins with a piece.
    fn prepare(&mut self, position: &PositionFeatures, piece: &PieceFeatures) -> Self::PieceSum;
    /// Goes on with a move of that piece, whose role it is.
    fn visit(
        &mut self,
        position: &PositionFeatures,
        m: Move,
        role: Role,
        piece: &PieceFeatures,
        base: &Self::PieceSum,
        features: &MoveFeatures,
    );
}

impl PositionFeatures {
    /// Visits the moves in order.
    #[inline(always)]
    pub fn each_move(&self, legal: &LegalMoves, visitor: &mut impl Visitor) {
        // Moves come sorted by origin, so what the origin decides is worked out once for each piece.
        let mut moves = legal.as_slice();
        while let Some(&first) = moves.first() {
            let Parts { role, from, .. } = MoveFeatures::parts(first, first.role(), self.flip);
            // A loop for each role, without what concerns others.
            moves = match role {
                Role::Pawn => self.each_of(Role::Pawn, from, moves, visitor),
                Role::Knight => self.each_of(Role::Knight, from, moves, visitor),
                Role::Bishop => self.each_of(Role::Bishop, from, moves, visitor),
                Role::Rook => self.each_of(Role::Rook, from, moves, visitor),
                Role::Queen => self.each_of(Role::Queen, from, moves, visitor),
                Role::King => self.each_of(Role::King, from, moves, visitor),
            };
        }
    }

    /// Visits the moves of the piece to which the first of `moves` belongs, and returns the others.
    #[inline(always)]
    fn each_of<'m>(
        &self,
        role: Role,
        from: u32,
        mut moves: &'m [Move],
        visitor: &mut impl Visitor,
    ) -> &'m [Move] {
        let piece = PieceFeatures::new(self, role, from);
        let base = visitor.prepare(self, &piece);
        while let Some((&m, rest)) = moves.split_first() {
            let parts = MoveFeatures::parts(m, role, self.flip);
            if !parts.is_of(role, from) {
                break;
            }
            let features = MoveFeatures::new(self, &piece, role, &parts);
            visitor.visit(self, m, role, &piece, &base, &features);
            moves = rest;
        }
        moves
    }
}
