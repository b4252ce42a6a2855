//! Moves in the public interface, independent of the library for the rules of chess.
//!
//! Not part of the format.

use super::{Castling, Role, Square};
use shakmaty::{CastlingMode, File};
use std::fmt;

/// A move by one side. [`ToString`] writes it in UCI notation: `g1f3`, `e7e8q`, `Q@e4` for a drop.
///
/// Castling is a move of the king by two squares, `e1g1`; if king or rook of a Chess960 game start on other squares than in standard
/// chess, it is written as the king taking its own rook, as in `f1h1`.
///
/// A move has a meaning only in its position; [`Position::legal_moves`](super::Position::legal_moves) and [`Position::read_move`](super::Position::read_move) return moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) legal::Move);

impl Move {
    #[doc(hidden)]
    #[must_use]
    pub fn of(m: legal::Move) -> Self {
        Self(m)
    }

    /// The square that the piece leaves; that of the king, when it castles. `None` for a drop.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// use pgnz::{Position, Role};
    ///
    /// let m = Position::standard().read_move("Nf3")?;
    /// assert_eq!((m.from(), m.to()), (Some("g1".parse()?), "f3".parse()?));
    /// assert_eq!((m.role(), m.capture(), m.promotion()), (Role::Knight, None, None));
    /// assert!(m.castling().is_none() && !m.is_en_passant());
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn from(self) -> Option<Square> {
        self.0.from().map(Square::of)
    }

    /// The square that the piece goes to; that of the king after it has castled.
    #[must_use]
    pub fn to(self) -> Square {
        let to = match self.0 {
            legal::Move::Castle { king, rook } => {
                let file = if rook > king { File::G } else { File::C };
                legal::Square::from_coords(file, king.rank())
            }
            other => other.to(),
        };
        Square::of(to)
    }

    /// The kind of the piece that moves: the pawn of a promotion, the king of castling, the piece of a drop.
    #[must_use]
    pub fn role(self) -> Role {
        Role::of(self.0.role())
    }

    /// What a pawn is promoted to.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        self.0.promotion().map(Role::of)
    }

    /// The kind of the piece that is captured, also en passant.
    #[must_use]
    pub fn capture(self) -> Option<Role> {
        self.0.capture().map(Role::of)
    }

    /// The side to which the king castles, if it does.
    #[must_use]
    pub fn castling(self) -> Option<Castling> {
        match self.0 {
            legal::Move::Castle { king, rook } if rook > king => Some(Castling::Short),
            legal::Move::Castle { .. } => Some(Castling::Long),
            _ => None,
        }
    }

    /// Whether it is a capture en passant.
    #[must_use]
    pub fn is_en_passant(self) -> bool {
        matches!(self.0, legal::Move::EnPassant { .. })
    }

    /// The move in UCI notation. In a game of Chess960 ([`super::Game::is_chess960`]) castling is always the king taking its own rook.
    #[must_use]
    pub fn to_uci(self, is_chess960: bool) -> String {
        match is_chess960 {
            true => self.0.to_uci(CastlingMode::Chess960).to_string(),
            false => self.to_string(),
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub fn inner(self) -> legal::Move {
        self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.0 {
            legal::Move::Castle { king, rook }
                if king.file() != File::E || ![File::A, File::H].contains(&rook.file()) =>
            {
                CastlingMode::Chess960
            }
            _ => CastlingMode::Standard,
        };
        self.0.to_uci(mode).fmt(f)
    }
}
