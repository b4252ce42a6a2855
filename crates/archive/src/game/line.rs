//! Moves in a row, and what stands beside each of them.
//!
//! Not part of the format.

use super::Move;

/// Moves in a row: those of the game, or of a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// Variations before the first move.
    pub variations: Vec<Line>,
    /// The text from the first thing that cannot be followed, such as an illegal move, to the end of the line, with a blank for each line
    /// end; empty where all of it can.
    pub unread: Vec<u8>,
}

/// A move (or null move) of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move; `None` for a null move.
    pub played: Option<Move>,
    /// The move in standard algebraic notation, whatever the text writes; a null move as in the text.
    pub san: String,
    /// Numeric annotation glyphs in the order of the text; `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    pub nags: Vec<u16>,
    /// Comments after the move.
    pub comments: Vec<Comment>,
    /// Variations that stand after the move: alternatives to it.
    pub variations: Vec<Line>,
}

impl Ply {
    /// Milliseconds left on the clock of the side that moved, as the first comment with a clock says.
    #[must_use]
    pub fn clock(&self) -> Option<u64> {
        self.comments.iter().find_map(|comment| comment.clock)
    }

    /// Milliseconds spent on the move, as the first comment that tells them says.
    #[must_use]
    pub fn spent(&self) -> Option<u64> {
        self.comments.iter().find_map(|comment| comment.spent)
    }

    /// The evaluation of the position after the move, as the first comment with one says.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        self.comments.iter().find_map(|comment| comment.eval)
    }
}

/// A comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// The bytes between the braces, or after the semicolon, commands such as `[%clk 0:03:00]` included, with a blank for each line end.
    /// [`crate::Game::text`] has the bytes as they stood.
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
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}
