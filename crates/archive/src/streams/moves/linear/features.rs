//! What the model sees of a position, move by move.
//!
//! Format: "Stream moves".

use legal::{LegalMoves, Move, Role};

use super::super::MoveContext;
use super::book::{Books, Page, says};
use super::move_features::MoveFeatures;
use super::piece_features::PieceFeatures;
use super::position_features::{PositionFeatures, opening};
use super::views::{self, VIEWS};
use super::visit::Visitor;

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

/// Fills `moves` with the index in each view for every legal move. The pages are those of the position in both books.
pub(super) fn of_moves(
    position: &PositionFeatures,
    legal: &LegalMoves,
    pages: [&Page; 2],
    moves: &mut Vec<[u32; VIEWS]>,
) {
    moves.clear();
    position.each_move(legal, &mut Views { pages, moves });
}

/// Writes down the views of moves.
struct Views<'a> {
    pages: [&'a Page; 2],
    moves: &'a mut Vec<[u32; VIEWS]>,
}

impl Visitor for Views<'_> {
    type PieceSum = [u32; VIEWS];

    fn prepare(&mut self, position: &PositionFeatures, piece: &PieceFeatures) -> Self::PieceSum {
        views::places(position, piece)
    }

    fn visit(
        &mut self,
        position: &PositionFeatures,
        m: Move,
        _: Role,
        piece: &PieceFeatures,
        places: &Self::PieceSum,
        features: &MoveFeatures,
    ) {
        let opening = if position.early {
            opening(position.hash, m)
        } else {
            0
        };
        let [all, own] = self.pages.map(|page| u32::from(says(page, m)));
        let known = [all, own, opening.into()];
        let views = views::of_move(position, piece, places, features, known);
        self.moves.push(views);
    }
}
