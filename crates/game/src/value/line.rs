//! A sequence of moves, with comments, glyphs and variations.
//!
//! Not part of the format.

use super::Move;

/// A sequence of moves: those of the game, or of a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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

/// A move (or null move) by one side; by default a null move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A move without annotations, comments and variations, in standard algebraic notation; `None` for a null move, whose text is `--`.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// use pgnz::{Ply, Position};
    ///
    /// let played = Position::standard().read_move("e4")?;
    /// assert_eq!(Ply::new(Some(played), "e4").played, Some(played));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn new(played: Option<Move>, san: impl Into<String>) -> Self {
        Self {
            played,
            san: san.into(),
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }

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

    /// The depth in plies of the search behind that evaluation, if the comment gives it.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        let mut with_eval = self
            .comments
            .iter()
            .filter(|comment| comment.eval.is_some());
        with_eval.next()?.depth
    }

    /// Whether a comment says that the move is one of an opening book, as engines' programs write it: `book`.
    #[must_use]
    pub fn is_book(&self) -> bool {
        let mut comments = self.comments.iter();
        comments.any(|comment| super::comments::is_book(&comment.text))
    }
}

/// A comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comment {
    /// The bytes between the braces, or after the semicolon, including commands such as `[%clk 0:03:00]`, with a space for each line end.
    /// [`crate::Game::text`] has the original bytes.
    pub text: Vec<u8>,
    /// Milliseconds left on the clock (`[%clk …]`). `None` if there is no time, or if the time control and the other times of the game do
    /// not tell what it means: `1:30` may be hours and minutes.
    pub clock: Option<u64>,
    /// Milliseconds spent on the move (`[%emt …]`, `[%timestamp …]`); `None` as for the clock.
    pub spent: Option<u64>,
    /// The evaluation (`[%eval …]`); `None` as for the clock.
    pub eval: Option<Eval>,
    /// The depth in plies of the search behind the evaluation, as in `[%eval 0.25,18]`.
    pub depth: Option<u32>,
}

impl Comment {
    /// A comment with this text; what times and evaluations it has is seen when the game is read again.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// let mut ply = pgnz::Ply::new(None, "--");
    /// ply.comments.push(pgnz::Comment::new("a threat"));
    /// assert_eq!(ply.comments[0].text, b"a threat");
    /// ```
    #[must_use]
    pub fn new(text: impl Into<Vec<u8>>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// An evaluation from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate; negative if Black mates.
    Mate(i32),
}
