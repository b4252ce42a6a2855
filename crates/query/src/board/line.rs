//! The main line of a game, ply by ply.
//!
//! Not part of the format.

use archive::{Game, Ply};
use legal::{Move, Position};

/// The main line of a game.
pub trait Line {
    /// The start position; `None` if the game cannot be played from it.
    fn start(&self) -> Option<&Position>;

    /// Its plies, starting with the first.
    fn steps(&self) -> Box<dyn Steps + '_>;
}

/// The plies of a game, one after the other.
pub trait Steps {
    /// The next ply. `position` must be the position that the earlier plies led to.
    fn next(&mut self, position: &Position) -> Step;
}

/// The next ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// A null move.
    Null,
    /// Nothing: the game ends, or the rest cannot be read.
    End,
    /// Unknown: there may be more plies.
    Unknown,
}

impl Line for Game {
    fn start(&self) -> Option<&Position> {
        Game::start(self).map(archive::Position::rules)
    }

    fn steps(&self) -> Box<dyn Steps + '_> {
        Box::new(Plies(self.main_line().plies.iter()))
    }
}

struct Plies<'a>(std::slice::Iter<'a, Ply>);

impl Steps for Plies<'_> {
    fn next(&mut self, _: &Position) -> Step {
        match self.0.next().map(|ply| ply.played) {
            Some(Some(m)) => Step::Move(m.inner()),
            Some(None) => Step::Null,
            None => Step::End,
        }
    }
}
