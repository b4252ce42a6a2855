//! The columns: for each tag name, what its values mean and which there were so far.
//!
//! Format: "Stream tags".

use crate::values;
use model::number::digest;

/// What a tag means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Who plays white (0) or black (1).
    Player(usize),
    /// That player's rating.
    Rating(usize),
    /// The change of that rating.
    Change(usize),
    /// Any other property of a player.
    Of(usize),
    Event,
    Round,
    Result,
    Other,
}

impl Role {
    pub fn of(name: &[u8]) -> Self {
        match name {
            b"White" => Self::Player(0),
            b"Black" => Self::Player(1),
            b"Event" => Self::Event,
            b"Round" => Self::Round,
            b"Result" => Self::Result,
            _ => match of_player(name) {
                Some((side, b"Elo" | b"ELO" | b"Rating" | b"USCF")) => Self::Rating(side),
                Some((side, b"RatingDiff")) => Self::Change(side),
                Some((side, _)) => Self::Of(side),
                None => Self::Other,
            },
        }
    }

    /// The side whose player the tag describes.
    pub fn side(self) -> Option<usize> {
        match self {
            Self::Rating(side) | Self::Change(side) | Self::Of(side) => Some(side),
            _ => None,
        }
    }
}

/// The side of the player whom the tag describes, and the rest of its name.
fn of_player(name: &[u8]) -> Option<(usize, &[u8])> {
    let white = name.strip_prefix(b"White").map(|rest| (0, rest));
    white.or_else(|| name.strip_prefix(b"Black").map(|rest| (1, rest)))
}

/// A tag name, and its values so far.
pub(super) struct Column {
    pub role: Role,
    /// Digest of the name without `White` or `Black`: the same for both players' tags.
    pub family: u32,
    /// Whether it tells the end of something, by its name.
    pub ends: bool,
    /// The column from which the last value was derived, and how.
    pub link: Option<(u32, Link)>,
    pub values: values::Column,
}

/// How a value is derived from another one of the same game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The same.
    Whole,
    /// This column's last value up to its last slash, then what stands after the other one's last slash.
    Tail,
}

impl Column {
    /// A column without values; `kind` is the number of its list of values.
    pub fn new(name: &[u8], kind: u32) -> Self {
        let mut values = values::Column::new(digest(name), kind);
        values.board = name == b"FEN";
        Self {
            role: Role::of(name),
            family: family(name),
            ends: memchr::memmem::find(name, b"End").is_some(),
            link: None,
            values,
        }
    }
}

/// The same number for both players' tags.
pub(super) fn family(name: &[u8]) -> u32 {
    of_player(name).map_or_else(|| digest(name), |(_, rest)| !digest(rest))
}

/// Where the part after the last slash begins.
pub(super) fn tail(value: &[u8]) -> usize {
    memchr::memrchr(b'/', value).map_or(0, |at| at + 1)
}

/// The shortest tail that is worth a link.
const SHORTEST_TAIL: usize = 4;

impl Link {
    /// The value that this link derives from another; `last` is the column's last value.
    pub fn make(self, other: &[u8], last: &[u8]) -> Vec<u8> {
        match self {
            Self::Whole => other.to_vec(),
            Self::Tail => [&last[..tail(last)], &other[tail(other)..]].concat(),
        }
    }

    /// The link that derives `value` from `other`, if there is one; `start` is where the other's [`tail`] begins.
    pub fn find(other: &[u8], start: usize, value: &[u8]) -> Option<Self> {
        if other == value {
            return Some(Self::Whole);
        }
        let part = &other[start..];
        let is_tail = part.len() >= SHORTEST_TAIL && part == &value[tail(value)..];
        is_tail.then_some(Self::Tail)
    }
}
