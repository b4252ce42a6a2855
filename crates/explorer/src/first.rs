//! The first moves of a game, and what a tree counts of it.
//!
//! Not part of the format.

use crate::cell::speed_number;
use archive::Game;
use legal::{LegalMoves, Position};
use query::{Facts, Field, Known, Value};

/// Moves of a game that are kept at most.
pub const MOST_PLIES: usize = 40;

/// Stands after the last move of a game that is over.
pub const END: u8 = u8::MAX;

/// What is kept of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number in the archive, from 0.
    pub number: u32,
    pub facts: Facts,
    pub speed: u8,
}

/// The indices of the first moves of a game, `most` of them at most, each among the legal moves in the order of archives; `None` if it does
/// not begin from the usual start, so that no tree of first moves counts it. What follows a null move is not there, as if the game ended.
///
/// ```
/// let game = archive::Game::parse(b"1. a3 h6 2. a4 *");
/// assert_eq!(explorer::first_moves(&game, 2).map(|ranks| ranks.len()), Some(2));
/// ```
#[must_use]
pub fn first_moves(game: &Game, most: usize) -> Option<Vec<u8>> {
    let start = game.start()?.rules();
    let mut position = Position::standard();
    if start.variant() != position.variant() || start.hash() != position.hash() {
        return None;
    }
    let mut legal = LegalMoves::new();
    let mut ranks = Vec::with_capacity(most);
    for played in game.moves().take(most) {
        position.legal_moves_into(&mut legal);
        ranks.push(u8::try_from(legal.rank(played.inner())?).ok()?);
        position.play(played.inner());
    }
    Some(ranks)
}

/// The same as a row keeps them, with [`END`] where the game is over.
pub fn ranks(game: &Game) -> Option<Vec<u8>> {
    let mut ranks = first_moves(game, MOST_PLIES)?;
    if ranks.len() < MOST_PLIES {
        ranks.push(END);
    }
    Some(ranks)
}

/// The number of a game's pace.
pub fn speed_of(game: &Game) -> u8 {
    match Field::Known(Known::Speed).value(game) {
        Value::Text(name) => speed_number(Some(&name)),
        _ => speed_number(None),
    }
}
