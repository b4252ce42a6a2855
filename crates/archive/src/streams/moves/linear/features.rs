//! What the model sees of a position, move by move.
//!
//! Format: "Stream moves".

use legal::{LegalMoves, Move};

use super::super::MoveContext;
use super::book::{Books, Page, says};
use super::move_features::{MoveFeatures, Parts};
use super::piece_features::PieceFeatures;
use super::position_features::{PositionFeatures, opening};
use super::views::{self, VIEWS};

/// Follows the games of a block and tells the weights that make up each legal move's logit.
///
/// ```
/// use legal::{Cursor, Position};
/// use archive::streams::moves::{MoveContext, Setting, linear::{Features, WEIGHTS}};
///
/// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
/// let turn = MoveContext::at(&cursor, &setting);
/// let mut features = Features::new();
/// assert!(features.extract(&turn));
/// assert_eq!(features.moves().len(), turn.legal.len());
/// assert!(features.moves().iter().flatten().all(|&weight| (weight as usize) < WEIGHTS));
/// features.note(turn.legal[13]);
/// ```
pub struct Features {
    books: Books,
    moves: Vec<[u32; VIEWS]>,
}

impl Default for Features {
    fn default() -> Self {
        Self::new()
    }
}

impl Features {
    /// At the start of a block.
    pub fn new() -> Self {
        Self {
            books: Books::new(),
            moves: Vec::new(),
        }
    }

    /// Extracts the features of a position with at least one legal move. Whether there is a choice; if not, [`moves`](Self::moves) stays as it was.
    pub fn extract(&mut self, turn: &MoveContext) -> bool {
        self.books.open(turn, turn.position.hash());
        if turn.legal.len() == 1 {
            return false;
        }
        let position = PositionFeatures::new(turn);
        of_moves(&position, turn.legal, self.books.pages(), &mut self.moves);
        true
    }

    /// For each legal move of the position looked at, the index of its weight in each view, all below
    /// [`WEIGHTS`](super::WEIGHTS).
    pub fn moves(&self) -> &[[u32; VIEWS]] {
        &self.moves
    }

    /// Notes what was played from the position looked at.
    pub fn note(&mut self, m: Move) {
        self.books.note(m);
    }
}

/// Fills `views` with the index in each view for every legal move. The pages are those of the position in both books.
#[inline(always)]
pub(super) fn of_moves(
    position: &PositionFeatures,
    legal: &LegalMoves,
    pages: [&Page; 2],
    views: &mut Vec<[u32; VIEWS]>,
) {
    views.clear();
    // Moves come sorted by origin, so what the origin decides is worked out once for each piece.
    let mut moves = legal.as_slice();
    while let Some(&first) = moves.first() {
        let Parts { role, from, .. } = MoveFeatures::parts(first, first.role(), position.flip);
        let piece = PieceFeatures::new(position, role, from);
        let places = views::places(position, &piece);
        while let Some((&m, rest)) = moves.split_first() {
            let parts = MoveFeatures::parts(m, role, position.flip);
            if !parts.is_of(role, from) {
                break;
            }
            let features = MoveFeatures::new(position, &piece, role, &parts);
            let [all, own] = pages.map(|page| u32::from(says(page, m)));
            let opening = match position.early {
                true => opening(position.hash, m).into(),
                false => 0,
            };
            let known = [all, own, opening];
            views.push(views::of_move(position, &piece, &places, &features, known));
            moves = rest;
        }
    }
}
