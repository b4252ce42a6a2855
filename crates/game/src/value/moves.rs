//! The moves of a game and its start, without anything else.
//!
//! Not part of the format.

use super::{Game, Move, Position};
use crate::Error;
use std::str::FromStr;

/// A start position and legal moves from there.
///
/// ```
/// # extern crate game as pgnz;
/// use pgnz::{Game, Moves};
///
/// let mut moves: Moves = "e4 e7e5 Nf3".parse()?;
/// moves.push("Nc6")?;
/// assert_eq!(moves.to_san().join(" "), "e4 e5 Nf3 Nc6");
/// assert_eq!(moves.to_uci().join(" "), "e2e4 e7e5 g1f3 b8c6");
///
/// let game = Game::parse(b"[White \"Anna\"]\n\n1. e4 { best by test } e5 2. Nf3 Nc6 *\n");
/// assert_eq!(Moves::of(&game)?, moves);
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Moves {
    start: Position,
    last: Position,
    moves: Vec<Move>,
}

impl Moves {
    /// No moves yet.
    #[must_use]
    pub fn from_start(start: Position) -> Self {
        Self {
            last: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// The main line of a game.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the game has no playable start, or a null move or unreadable
    /// text in its main line.
    pub fn of(game: &Game) -> Result<Self, Error> {
        let start = game.start().cloned();
        let no_start = || Error::argument("the game has no playable start position");
        let mut moves = Self::from_start(start.ok_or_else(no_start)?);
        let line = game.main_line();
        for (ply, played) in line.plies.iter().enumerate() {
            let null = || Error::argument(format!("ply {} is a null move", ply + 1));
            moves.push_move(played.played.ok_or_else(null)?)?;
        }
        if line.unread.is_empty() {
            return Ok(moves);
        }
        let what = format!("after ply {} the moves cannot be read", moves.len());
        Err(Error::argument(what))
    }

    /// Adds a move given as text, as [`Position::read_move`] reads it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text is not a legal move.
    pub fn push(&mut self, text: &str) -> Result<Move, Error> {
        let m = self.last.read_move(text)?;
        self.push_move(m)?;
        Ok(m)
    }

    /// Adds a move.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if it is not legal.
    pub fn push_move(&mut self, m: Move) -> Result<(), Error> {
        self.last.play(m)?;
        self.moves.push(m);
        Ok(())
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    #[must_use]
    pub fn last(&self) -> &Position {
        &self.last
    }

    /// The moves.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }

    /// The number of plies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves in the notation of UCI.
    #[must_use]
    pub fn to_uci(&self) -> Vec<String> {
        let is_chess960 = self.start.is_chess960();
        self.moves.iter().map(|m| m.to_uci(is_chess960)).collect()
    }

    /// The moves in standard algebraic notation.
    #[must_use]
    pub fn to_san(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let mut texts = Vec::new();
        for &m in &self.moves {
            // They were legal when they were added.
            let (Ok(text), Ok(())) = (position.san(m), position.play(m)) else {
                break;
            };
            texts.push(text);
        }
        texts
    }
}

/// Reads moves from the usual start, separated by spaces; [`Game::parse`] reads PGN.
impl FromStr for Moves {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut moves = Self::from_start(Position::standard());
        for word in text.split_whitespace() {
            moves.push(word)?;
        }
        Ok(moves)
    }
}

/// Whether start and moves are the same.
impl PartialEq for Moves {
    fn eq(&self, other: &Self) -> bool {
        self.moves == other.moves && self.start == other.start
    }
}

impl Eq for Moves {}
