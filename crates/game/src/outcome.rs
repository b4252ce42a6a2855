//! The result of a game, as it is told to users and to the models.
//!
//! Format: "Setting and history".

use pgn::Termination;

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Not known, or the game goes on.
    #[default]
    Unknown,
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// What a `Result` says, as [`Termination::read`] reads it; anything but a win or a draw is unknown.
    #[must_use]
    pub fn from_tag(value: &[u8]) -> Self {
        Self::of(Termination::read(value))
    }

    /// The outcome that a result stands for.
    pub(crate) fn of(result: Option<Termination>) -> Self {
        match result {
            Some(Termination::White) => Self::White,
            Some(Termination::Black) => Self::Black,
            Some(Termination::Draw) => Self::Draw,
            Some(Termination::Open) | None => Self::Unknown,
        }
    }

    /// The result as the tag `Result` has it; `*` if it is not known.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// assert_eq!(pgnz::Outcome::Draw.tag(), "1/2-1/2");
    /// ```
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::White => Termination::White.text(),
            Self::Black => Termination::Black.text(),
            Self::Draw => Termination::Draw.text(),
            Self::Unknown => Termination::Open.text(),
        }
    }

    /// White's score in half points, if the result is known.
    #[must_use]
    pub fn half_points(self) -> Option<u8> {
        match self {
            Self::Unknown => None,
            Self::White => Some(2),
            Self::Black => Some(0),
            Self::Draw => Some(1),
        }
    }
}
