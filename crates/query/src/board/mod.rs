//! Conditions on the board: whether a position occurs, which material is left, how the game begins.
//!
//! Not part of the format.
//!
//! A game is followed ply by ply until the answer is known. The search stops early when the goal cannot be reached any more, because of
//! captured pieces, pawns that have passed a square or left a file without a capture, or lost castling rights.

mod line;
mod material;
mod opening;
mod positions;
pub(crate) mod repertoire;
mod wanted;

use crate::fields::Known;
use legal::{Position, Variant};
pub use line::{Line, Step, Steps};
pub(crate) use material::Material;
pub(crate) use opening::Opening;
pub(crate) use positions::Positions;
use positions::home_pawns;
pub(crate) use wanted::Wanted;

/// The condition that a place in a game must fulfil.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// One of these positions.
    Positions(Positions),
    /// Exactly this material.
    Material(Material),
    /// The game begins with these moves.
    Opening(Opening),
}

/// Whether a game reaches a goal.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// Yes, for the first time in this position.
    At(Box<Position>),
    /// No.
    Nowhere,
    /// Unknown: the moves are not known up to there.
    Unknown,
}

impl Goal {
    /// The goals of an expression's texts, which have been checked before.
    pub fn all(field: Known, texts: impl Iterator<Item = String>) -> Vec<Self> {
        match field {
            Known::Material => texts
                .filter_map(|text| Material::parse(&text).ok().map(Self::Material))
                .collect(),
            Known::Moves => texts
                .filter_map(|text| Opening::parse(&text).ok().map(Self::Opening))
                .collect(),
            _ => {
                let positions = texts.filter_map(|text| position(&text).ok());
                vec![Self::Positions(Positions::new(positions))]
            }
        }
    }

    /// Follows a game from its start, and stops at the goal, or when the goal cannot be reached any more.
    pub fn find(&self, start: &Position, steps: &mut dyn Steps) -> Found {
        if matches!(self, Self::Positions(_)) && start.variant() != Variant::Standard {
            return Found::Nowhere;
        }
        if let Self::Opening(opening) = self {
            return opening.find(start, steps);
        }
        let mut position = start.clone();
        loop {
            if self.is_here(&position) {
                return Found::At(Box::new(position));
            }
            if !self.can_come(&position) {
                return Found::Nowhere;
            }
            match steps.next(&position) {
                Step::Move(m) => position.play(m),
                Step::Null => match position.pass() {
                    Some(after) => position = after,
                    None => return Found::Nowhere,
                },
                Step::End => return Found::Nowhere,
                Step::Unknown => return Found::Unknown,
            }
        }
    }

    /// Whether a game of standard chess with this last position may have reached the goal.
    pub fn may_lead_to(&self, end: &Signed) -> bool {
        match self {
            Self::Positions(positions) => positions.may_lead_to(end),
            Self::Material(material) => end.men.can_be_left_of(material),
            Self::Opening(_) => true,
        }
    }

    fn is_here(&self, position: &Position) -> bool {
        match self {
            Self::Positions(positions) => positions.hold(position),
            Self::Material(material) => material.is_of(position.board()),
            Self::Opening(_) => false,
        }
    }

    fn can_come(&self, position: &Position) -> bool {
        match self {
            Self::Positions(positions) => positions.can_come(position),
            Self::Material(material) => {
                position.variant() == Variant::Crazyhouse || material.can_come(position.board())
            }
            Self::Opening(_) => true,
        }
    }
}

/// What the last position of a game shows about the earlier ones, in standard chess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signed {
    pub men: Material,
    /// As returned by [`signature`].
    pub home: u16,
}

/// The pawns of a position that are on their start squares (White's from the a-file in the lower eight bits, Black's in the
/// upper), and the material (`KRPvKR`, White's first).
///
/// ```
/// let (home_pawns, material) = query::signature(&legal::Position::standard());
/// assert_eq!((home_pawns, material.len()), (0xffff, 33));
/// ```
#[must_use]
pub fn signature(position: &Position) -> (u16, String) {
    let [_, white, .., black, _] = home_pawns(position.board()).0.to_le_bytes();
    let men = Material::of(position.board());
    (u16::from_le_bytes([white, black]), men.to_string())
}

/// Reads a FEN.
pub(crate) fn position(fen: &str) -> Result<Position, String> {
    Position::from_fen(fen.trim(), Variant::Standard).map_err(|error| error.to_string())
}

/// The error of a test's text with the byte where it is, if there is one.
pub(crate) fn check(field: Known, text: &str) -> Result<(), (usize, String)> {
    match field {
        Known::Material => Material::parse(text).map(drop),
        Known::Moves => Opening::parse(text).map(drop),
        _ => position(text).map(drop).map_err(|what| (0, what)),
    }
}
