//! Where a game starts, and where it stands while its lines are walked through.
//!
//! Format: "Stream structure".

use legal::{Cursor, Position, Variant};

use super::game::Game;
use super::main_line::MainLine;

/// Variations within variations; deeper ones are not understood, so that each costs its reader no more than its text.
const MOST_OPEN: usize = 256;

/// What a game's tags set up, or `None` where they set up no position.
pub(crate) fn initial(game: &Game) -> Option<Position> {
    let variant = match game.tag(b"Variant") {
        None => Variant::Standard,
        Some(value) => Variant::from_tag(value)?,
    };
    match game.tag(b"FEN") {
        None => Some(Position::initial(variant)),
        Some(fen) => Position::from_fen(std::str::from_utf8(fen).ok()?, variant).ok(),
    }
}

/// Where a game stands.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub cursor: &'a Cursor,
    pub main_line: &'a MainLine,
}

impl Line<'_> {
    /// Whether it is a variation.
    pub fn inside(&self) -> bool {
        self.cursor.variations() > 0
    }
}

/// A cursor at the start of a game, or `None` where there is no position to start from.
pub(crate) fn begin(game: &Game) -> Option<Cursor> {
    initial(game).map(Cursor::new)
}

/// Whether one more variation may be opened.
pub(crate) fn can_open(cursor: &Cursor) -> bool {
    cursor.variations() < MOST_OPEN
}
