//! What is asked of the board: whether a position comes up, what men are left, how the game begins.
//!
//! Not part of the format.
//!
//! A game is walked through ply by ply until the answer is known. What cannot come back ends the walk early: men that were taken, pawns
//! that have gone past a square or have left a file without a capture, the right to castle.

mod line;
mod material;
mod opening;
mod positions;
pub(crate) mod repertoire;
mod wanted;

use crate::field::Known;
use legal::{Position, Variant};
pub use line::{Line, Step, Steps};
pub(crate) use material::Material;
pub(crate) use opening::Opening;
pub(crate) use positions::Positions;
use positions::home_pawns;
pub(crate) use wanted::Wanted;

/// What a place in a game is told by.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// One of these positions.
    Positions(Positions),
    /// These men and no others.
    Material(Material),
    /// These are the moves so far.
    Opening(Opening),
}

/// Whether a goal is reached in a game.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// It is, first in this position.
    At(Box<Position>),
    /// It is not.
    Nowhere,
    /// The moves are not known so far.
    Unknown,
}

impl Goal {
    /// What the texts of an expression ask for. They have been checked before.
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

    /// Goes through a game from its start, and stops at the goal, or where it can no longer be reached.
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

    /// Whether a game of standard chess that ends so may have reached it.
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

/// What the last position of a game says of those before it, in standard chess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signed {
    pub men: Material,
    /// As [`signature`] gives them.
    pub home: u16,
}

/// The pawns of a position that stand where they stood at the start (White's from the a-file in the lower eight bits, Black's in the
/// upper), and its men (`KRPvKR`, White's first).
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

/// What is wrong with the text of a test, and at which of its bytes, if anything is.
pub(crate) fn check(field: Known, text: &str) -> Result<(), (usize, String)> {
    match field {
        Known::Material => Material::parse(text).map(drop),
        Known::Moves => Opening::parse(text).map(drop),
        _ => position(text).map(drop).map_err(|what| (0, what)),
    }
}
