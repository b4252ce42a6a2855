//! What is known before a move: the position, its legal moves, the moves before, and the game's tags.
//!
//! Not part of the format.

use legal::{Cursor, History, LegalMoves, Position};

use super::Setting;

/// What is known before a move: a position with its legal moves, the moves that led there, and what the tags say of the game.
///
/// ```
/// use legal::{Cursor, Position};
/// use streams::moves::{Setting, MoveContext};
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
    /// The context of the next move at a cursor.
    pub fn at(cursor: &'a Cursor, setting: &'a Setting) -> Self {
        Self {
            position: cursor.position(),
            legal: cursor.legal(),
            history: cursor.history(),
            setting,
        }
    }
}
