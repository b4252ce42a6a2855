//! Whose turn it is, and what is known then.
//!
//! Not part of the format.

use legal::{Cursor, History, LegalMoves, Position};

use super::Setting;

/// What a move is chosen from: a position with its legal moves, how the game came there, and what is known of the game.
///
/// ```
/// use legal::{Cursor, Position};
/// use archive::streams::moves::{Setting, MoveContext};
/// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
/// let turn = MoveContext::at(&cursor, &setting);
/// assert_eq!(turn.legal.len(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    /// The position.
    pub position: &'a Position,
    /// All its legal moves.
    pub legal: &'a LegalMoves,
    /// The moves before.
    pub history: &'a History,
    /// What the game's tags say.
    pub setting: &'a Setting,
}

impl<'a> MoveContext<'a> {
    /// The move that is next where a cursor stands.
    pub fn at(cursor: &'a Cursor, setting: &'a Setting) -> Self {
        Self {
            position: cursor.position(),
            legal: cursor.legal(),
            history: cursor.history(),
            setting,
        }
    }
}
