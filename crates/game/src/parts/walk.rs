//! The initial position of a game, and the current position while its lines are followed.
//!
//! Format: "Stream structure".

use legal::{Cursor, Position, Variant};

use super::{GameParts, MainLine};

/// The deepest nesting of variations. Deeper ones are kept as text, so that the time to read a game is in proportion to its text.
const MOST_OPEN: usize = 256;

/// The initial position by a game's tags, or `None` where they set up no valid position.
pub fn initial(game: &GameParts) -> Option<Position> {
    let variant = match game.tag(b"Variant") {
        None => Variant::Standard,
        Some(value) => Variant::from_tag(value)?,
    };
    match game.tag(b"FEN") {
        None => Some(Position::initial(variant)),
        Some(fen) => Position::from_fen(std::str::from_utf8(fen).ok()?, variant).ok(),
    }
}

/// The current point in a game's lines.
#[derive(Clone, Copy)]
pub struct LinePoint<'a> {
    /// The place in the lines.
    pub cursor: &'a Cursor,
    /// The main line so far.
    pub main_line: &'a MainLine,
}

impl LinePoint<'_> {
    /// Whether it is a variation.
    pub fn inside(&self) -> bool {
        self.cursor.variations() > 0
    }
}

/// A cursor at the start of a game, or `None` where there is no position to start from.
pub fn begin(game: &GameParts) -> Option<Cursor> {
    initial(game).map(Cursor::new)
}

/// Whether one more variation may be opened.
pub fn can_open(cursor: &Cursor) -> bool {
    cursor.variations() < MOST_OPEN
}
