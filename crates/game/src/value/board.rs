//! Squares and pieces in the public interface.
//!
//! Not part of the format.

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// A square of the board.
///
/// ```
/// # extern crate game as pgnz;
/// use pgnz::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square.file(), square.rank()), (4, 3));
/// assert_eq!(Square::new(4, 3), Some(square));
/// assert_eq!(square.to_string(), "e4");
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on a file (0 to 7 for a to h) and a rank (0 to 7 for 1 to 8); `None` if there is none.
    #[must_use]
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        (file < 8 && rank < 8).then_some(Self(rank * 8 + file))
    }

    /// The file, 0 to 7 for a to h.
    #[must_use]
    pub fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, 0 to 7 for 1 to 8.
    #[must_use]
    pub fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The number of the square, 0 to 63: a1, b1, … h8.
    #[must_use]
    pub fn index(self) -> u8 {
        self.0
    }

    /// All squares: a1, b1, … h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    pub(super) fn of(square: legal::Square) -> Self {
        Self(u8::from(square))
    }

    pub(super) fn inner(self) -> legal::Square {
        // It is below 64.
        legal::Square::new(u32::from(self.0 & 63))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner().fmt(f)
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found: Result<legal::Square, _> = text.parse();
        let no_square = |_| Error::argument(format!("{text:?} is not a square"));
        found.map(Self::of).map_err(no_square)
    }
}

/// The sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// White, which usually begins.
    White,
    /// Black.
    Black,
}

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Role {
    /// The letter of the piece in standard algebraic notation; `P` for a pawn.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// assert_eq!(pgnz::Role::Knight.letter(), 'N');
    /// ```
    #[must_use]
    pub fn letter(self) -> char {
        self.inner().upper_char()
    }

    pub(super) fn of(role: legal::Role) -> Self {
        match role {
            legal::Role::Pawn => Self::Pawn,
            legal::Role::Knight => Self::Knight,
            legal::Role::Bishop => Self::Bishop,
            legal::Role::Rook => Self::Rook,
            legal::Role::Queen => Self::Queen,
            legal::Role::King => Self::King,
        }
    }

    pub(super) fn inner(self) -> legal::Role {
        match self {
            Self::Pawn => legal::Role::Pawn,
            Self::Knight => legal::Role::Knight,
            Self::Bishop => legal::Role::Bishop,
            Self::Rook => legal::Role::Rook,
            Self::Queen => legal::Role::Queen,
            Self::King => legal::Role::King,
        }
    }
}

impl Color {
    pub(super) fn of(color: legal::Color) -> Self {
        match color {
            legal::Color::White => Self::White,
            legal::Color::Black => Self::Black,
        }
    }
}

/// A piece of one side. [`ToString`] writes it as in a FEN: `N` for a white knight, `n` for a black one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The side.
    pub color: Color,
    /// The kind.
    pub role: Role,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.role.letter();
        match self.color {
            Color::White => write!(f, "{letter}"),
            Color::Black => write!(f, "{}", letter.to_ascii_lowercase()),
        }
    }
}

/// The two ways to castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Castling {
    /// The king goes to the file g.
    Short,
    /// The king goes to the file c.
    Long,
}

/// Conversions from and to the types of the crate shakmaty, in the version that this crate uses.
#[cfg(feature = "conversions")]
mod conversions {
    use super::super::{Move, Position};
    use super::{Color, Role, Square};
    use crate::Error;
    use legal::Variant;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    impl From<shakmaty::Square> for Square {
        fn from(square: shakmaty::Square) -> Self {
            Self::of(square)
        }
    }

    impl From<Square> for shakmaty::Square {
        fn from(square: Square) -> Self {
            square.inner()
        }
    }

    impl From<shakmaty::Role> for Role {
        fn from(role: shakmaty::Role) -> Self {
            Self::of(role)
        }
    }

    impl From<Role> for shakmaty::Role {
        fn from(role: Role) -> Self {
            role.inner()
        }
    }

    impl From<shakmaty::Color> for Color {
        fn from(color: shakmaty::Color) -> Self {
            Self::of(color)
        }
    }

    impl From<Color> for shakmaty::Color {
        fn from(color: Color) -> Self {
            Self::from_white(color == Color::White)
        }
    }

    /// A move has a meaning only in its position; [`Position::play`] refuses one that is not legal.
    impl From<shakmaty::Move> for Move {
        fn from(played: shakmaty::Move) -> Self {
            Self::of(played)
        }
    }

    impl From<Move> for shakmaty::Move {
        fn from(played: Move) -> Self {
            played.inner()
        }
    }

    impl TryFrom<&shakmaty::Chess> for Position {
        type Error = Error;

        /// An error if the position is not playable.
        fn try_from(position: &shakmaty::Chess) -> Result<Self, Error> {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            Self::from_fen(&fen.to_string(), Variant::Standard)
        }
    }

    impl TryFrom<&Position> for shakmaty::Chess {
        type Error = Error;

        /// An error for a position of a variant.
        fn try_from(position: &Position) -> Result<Self, Error> {
            let chess = position.rules().chess().cloned();
            let variant = || {
                let name = position.variant().name();
                Error::argument(format!("this is a position of {name}, not of chess"))
            };
            chess.ok_or_else(variant)
        }
    }
}
