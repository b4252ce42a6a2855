//! Whose turn it is, and what is known then.
//!
//! Not part of the format.

use legal::{LegalMoves, Position};

use super::{History, Setting};

/// What a move is chosen from: a position with its legal moves, how the game came there, and what is known of the game.
///
/// ```
/// use legal::Position;
/// use model::moves::{History, Setting, Turn};
/// let (position, history, setting) = (Position::standard(), History::default(), Setting::default());
/// let legal = position.legal_moves();
/// let turn = Turn { position: &position, legal: &legal, history: &history, setting: &setting };
/// assert_eq!(turn.legal.len(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position.
    pub position: &'a Position,
    /// All its legal moves.
    pub legal: &'a LegalMoves,
    /// The moves before.
    pub history: &'a History,
    /// What the game's tags say.
    pub setting: &'a Setting,
}
