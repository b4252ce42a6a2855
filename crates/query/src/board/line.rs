//! The main line of a game, ply by ply.
//!
//! Not part of the format.

use archive::{Game, Ply};
use legal::{Move, Position};

/// A game as far as its main line is concerned.
pub trait Line {
    /// Where it starts; `None` if that is no position from which it can be played.
    fn start(&self) -> Option<&Position>;

    /// Its plies from the first.
    fn steps(&self) -> Box<dyn Steps + '_>;
}

/// The plies of a game, one after the other.
pub trait Steps {
    /// The ply that is played in this position, which is the one that the plies before have led to.
    fn next(&mut self, position: &Position) -> Step;
}

/// What follows in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move, which is legal.
    Move(Move),
    /// A null move.
    Null,
    /// Nothing: the game ends, or cannot be followed any further.
    End,
    /// Perhaps something, but it is not known.
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
