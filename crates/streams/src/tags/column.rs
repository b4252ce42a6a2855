//! The columns: for each tag name, what its values mean and which there were so far.
//!
//! Format: "Other values".

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
    Start,
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
            b"FEN" => Self::Start,
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

/// A tag name's values so far.
pub(super) struct Column {
    pub role: Role,
    /// Digest of the name.
    pub tag: u32,
    /// Digest of the name without `White` or `Black`: the same for both players' tags.
    pub family: u32,
    /// Number of the list of values, which both players' tags share.
    pub kind: u32,
    pub last: Vec<u8>,
    /// The last value's number, plus one; 0 if it has none.
    pub last_id: u32,
    /// How the last values were coded, four bits each, the latest lowest.
    pub history: u32,
    pub last_step: i64,
    /// The beginnings of its values with random ends.
    pub heads: super::random::Heads,
    /// For moments: 1 if the last one was later than the moment in the tag before it by the duration of the game, -1 if it was earlier by
    /// that, 0 if neither.
    pub order: i64,
    /// By how much its numbers grow in a second, in units of 2^-16; 0 if not known.
    pub rate: i64,
    /// The column from which the last value was derived, and how.
    pub link: Option<(u32, Link)>,
    /// How often each reason was right, out of 65,536.
    pub merits: [u32; super::guess::REASONS],
}

/// How a value is derived from another one of the same game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The same.
    Whole,
    /// What stands after the last slash.
    Tail,
    /// This column's last value up to the last slash, then the other one's tail.
    Joined,
}

impl Column {
    /// A column without values; `kind` is the number of its list of values.
    pub fn new(name: &[u8], kind: u32) -> Self {
        Self {
            role: Role::of(name),
            tag: digest(name),
            family: family(name),
            kind,
            last: Vec::new(),
            last_id: 0,
            history: 0xFFFF_FFFF,
            last_step: 0,
            heads: super::random::Heads::default(),
            order: 0,
            rate: 0,
            link: None,
            merits: [1 << 15; super::guess::REASONS],
        }
    }

    /// Learns whether each reason that suggested something was right.
    pub fn learn_merits(&mut self, right: [Option<bool>; super::guess::REASONS]) {
        for (merit, right) in self.merits.iter_mut().zip(right) {
            if let Some(right) = right {
                *merit = (*merit * 15 + if right { 65_535 } else { 0 }) / 16;
            }
        }
    }
}

/// The same number for both players' tags.
pub(super) fn family(name: &[u8]) -> u32 {
    of_player(name).map_or_else(|| digest(name), |(_, rest)| !digest(rest))
}

/// Where the part after the last slash begins.
pub(super) fn tail(value: &[u8]) -> usize {
    value
        .iter()
        .rposition(|&byte| byte == b'/')
        .map_or(0, |at| at + 1)
}

/// The shortest tail that is worth a link.
const SHORTEST_TAIL: usize = 4;

impl Link {
    /// The value that this link derives from another; `last` is the column's last value.
    pub fn make(self, other: &[u8], last: &[u8]) -> Vec<u8> {
        match self {
            Self::Whole => other.to_vec(),
            Self::Tail => other[tail(other)..].to_vec(),
            Self::Joined => [&last[..tail(last)], &other[tail(other)..]].concat(),
        }
    }

    /// The link that derives `value` from `other`, if there is one; `start` is where the other's [`tail`] begins.
    pub fn find(other: &[u8], start: usize, last: &[u8], value: &[u8]) -> Option<Self> {
        if value.is_empty() {
            return None;
        }
        if other == value {
            return Some(Self::Whole);
        }
        let part = &other[start..];
        if part.len() < SHORTEST_TAIL || !value.ends_with(part) {
            return None;
        }
        if part.len() == value.len() {
            return Some(Self::Tail);
        }
        (Self::Joined.make(other, last) == value).then_some(Self::Joined)
    }
}
