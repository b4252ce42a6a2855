//! Moves as files spell them.
//!
//! Format: "Spelling of moves".
//!
//! Files mean one move by many texts: `Nf3`, `Ngf3`, `Ng1-f3`, `g1f3`.
//! [`read`] finds the move, [`write()`] spells it in a given [`Spelling`], and
//! [`spelling`] finds the style in which `write` gives exactly the text read.
//!
//! ```
//! use legal::{Position, san::{self, Mark, Spelling}};
//! let position = Position::standard();
//! let moves = position.legal_moves();
//! let index = san::read(b"Ng1-f3", &position, &moves).unwrap();
//! let style = san::spelling(
//!     b"Ng1-f3", &position, &moves, index, Mark::None, Spelling::default(),
//! ).unwrap();
//! let mut text = Vec::new();
//! san::write(&mut text, &position, &moves, index, Mark::None, style);
//! assert_eq!(text, b"Ng1-f3");
//! ```

mod facts;
mod read;
mod spelling;
mod style;
mod write;

pub use facts::MoveFacts;
pub use read::read;
pub use spelling::spelling;
pub use style::{Base, Capture, Castling, Check, Disambiguation, PawnLetter, Promotion, Spelling};
pub use write::write;

use crate::{LegalMoves, Position};

/// What a move does to the other king: the truth that a check mark tells or
/// fails to tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mark {
    /// No check.
    #[default]
    None,
    /// Check by one piece.
    Check,
    /// Check by two or more pieces.
    DoubleCheck,
    /// Checkmate, or a win by the rules of the variant.
    Mate,
}

impl Mark {
    /// The mark of a move that leads to the position `after`, whose legal moves are known.
    #[inline]
    pub fn with(after: &Position, legal: &LegalMoves) -> Mark {
        if legal.is_check() || after.chess().is_none() {
            Mark::of(after, || legal.is_empty())
        } else {
            Mark::None
        }
    }

    /// The mark of a move that leads to the position `after`.
    ///
    /// `no_reply` tells whether `after` has no legal moves; it is asked only
    /// if there is check.
    #[inline]
    pub fn of(after: &Position, no_reply: impl FnOnce() -> bool) -> Mark {
        let checkers = after.checkers();
        if checkers.any() && no_reply() || after.is_won_by_variant() {
            Mark::Mate
        } else if checkers.more_than_one() {
            Mark::DoubleCheck
        } else if checkers.any() {
            Mark::Check
        } else {
            Mark::None
        }
    }
}
