//! A sequence of moves, with comments, glyphs and variations.
//!
//! Not part of the format.

use super::Move;

/// A sequence of moves: those of the game, or of a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// Variations before the first move.
    pub variations: Vec<Line>,
    /// The text from the first part that cannot be read, such as an illegal move, to the end of the line, with a space for each line
    /// end; empty if everything can be read.
    pub unread: Vec<u8>,
}

/// A move (or null move) by one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move; `None` for a null move.
    pub played: Option<Move>,
    /// The move in standard algebraic notation, whatever the text has; a null move is `--`.
    pub san: String,
    /// Numeric annotation glyphs directly after the move, in the order of the text; `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    pub nags: Vec<u16>,
    /// Comments after the move.
    pub comments: Vec<Comment>,
    /// Variations after the move: alternatives to it.
    pub variations: Vec<Line>,
}

impl Ply {
    /// Milliseconds left on the clock of the side that moved, from the first comment with a clock.
    #[must_use]
    pub fn clock(&self) -> Option<u64> {
        self.comments.iter().find_map(|comment| comment.clock)
    }

    /// Milliseconds spent on the move, from the first comment with such a time.
    #[must_use]
    pub fn spent(&self) -> Option<u64> {
        self.comments.iter().find_map(|comment| comment.spent)
    }

    /// The evaluation of the position after the move, from the first comment with one.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        self.comments.iter().find_map(|comment| comment.eval)
    }
}

/// A comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// The bytes between the braces, or after the semicolon, including commands such as `[%clk 0:03:00]`, with a space for each line end.
    /// [`crate::Game::text`] has the original bytes.
    pub text: Vec<u8>,
    /// Milliseconds left on the clock (`[%clk …]`).
    pub clock: Option<u64>,
    /// Milliseconds spent on the move (`[%emt …]`, `[%timestamp …]`).
    pub spent: Option<u64>,
    /// The evaluation (`[%eval …]`).
    pub eval: Option<Eval>,
}

/// An evaluation from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate; negative if Black mates.
    Mate(i32),
}
