//! What a game's tags say before its first move: ratings, pace, site, result, year, players.
//!
//! Format: "Setting and history".

use game::{Outcome, TimeControl};
use model::number::digest;

/// Ratings, pace, site, result, year and players of a game, as its tags say.
///
/// ```
/// use streams::moves::{Pace, Setting, Site};
/// let tags = [("Site", "https://lichess.org/abcdefgh"), ("WhiteElo", "1500"), ("TimeControl", "180+2")];
/// let setting = Setting::from_tags(|name| {
///     let tag = tags.iter().find(|(known, _)| known.as_bytes() == name)?;
///     Some(tag.1.as_bytes())
/// });
/// let expected = Setting { players: setting.players, ratings: [1500, 0], pace: Pace::Blitz, site: Site::Lichess, ..Setting::default() };
/// assert_eq!(setting, expected);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Ratings of White and Black, at most 4,000; 0 where unknown.
    pub ratings: [u16; 2],
    /// How fast the game was to be played.
    pub pace: Pace,
    /// Where it was played, and so whose ratings they are.
    pub site: Site,
    /// Who won. Winners play different moves than losers.
    pub outcome: Outcome,
    /// The year, 0 where unknown: openings come and go.
    pub year: u16,
    /// Whether the game began from another position than the initial one.
    pub set_up: bool,
    /// Hashes of the names of White and Black, by which players are recognised.
    pub players: [u32; 2],
}

/// Classes of time controls, by the seconds a player has for 40 moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// No time control is given, or one of several stages.
    #[default]
    Unknown,
    /// Less than 30 seconds.
    UltraBullet,
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days for a move, or no limit.
    Correspondence,
}

/// Where a game was played. Players and ratings differ between servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Site {
    /// Over the board, engines' matches, other servers.
    #[default]
    Other,
    /// lichess.org.
    Lichess,
    /// chess.com.
    ChessCom,
}

impl Pace {
    /// All of them, in the order of their numbers in the format.
    pub const ALL: [Self; 7] = [
        Self::Unknown,
        Self::UltraBullet,
        Self::Bullet,
        Self::Blitz,
        Self::Rapid,
        Self::Classical,
        Self::Correspondence,
    ];
}

impl Site {
    /// All of them, in the order of their numbers in the format.
    pub const ALL: [Self; 3] = [Self::Other, Self::Lichess, Self::ChessCom];
}

impl Setting {
    /// Reads the setting from a game's tags, given by name. Values that are not understood count as unknown.
    pub fn from_tags<'a>(value: impl Fn(&[u8]) -> Option<&'a [u8]>) -> Self {
        let rating = |name: &[u8]| {
            value(name)
                .and_then(number)
                .map_or(0, |n| n.min(4000) as u16)
        };
        Self {
            ratings: [rating(b"WhiteElo"), rating(b"BlackElo")],
            pace: value(b"TimeControl").map_or(Pace::Unknown, Pace::from_time_control),
            site: value(b"Site").map_or(Site::Other, Site::from_tag),
            outcome: value(b"Result").map_or(Outcome::Unknown, Outcome::from_tag),
            year: [&b"UTCDate"[..], b"Date"]
                .into_iter()
                .find_map(|name| number(value(name)?.get(..4)?))
                .map_or(0, |year| year as u16),
            set_up: value(b"FEN").is_some(),
            players: [&b"White"[..], b"Black"].map(|name| value(name).map_or(0, digest)),
        }
    }
}

impl Pace {
    /// The class of a `TimeControl`: `300`, `180+2`, `-`, `1/86400`.
    fn from_time_control(text: &[u8]) -> Self {
        if text == b"-" || text.starts_with(b"1/") {
            return Self::Correspondence;
        }
        let whole = |control: &TimeControl| {
            control.start.is_multiple_of(1000) && control.increment.is_multiple_of(1000)
        };
        let Some(control) = TimeControl::from_tag(text).filter(whole) else {
            return Self::Unknown;
        };
        match (control.start + 40 * control.increment) / 1000 {
            0..30 => Self::UltraBullet,
            30..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1500 => Self::Rapid,
            _ => Self::Classical,
        }
    }
}

impl Site {
    /// The site of a `Site` tag.
    fn from_tag(text: &[u8]) -> Self {
        let holds = |name: &[u8]| {
            text.windows(name.len())
                .any(|window| window.eq_ignore_ascii_case(name))
        };
        if holds(b"lichess.org") {
            Self::Lichess
        } else if holds(b"chess.com") {
            Self::ChessCom
        } else {
            Self::Other
        }
    }
}

/// A whole number of at most nine digits.
fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 9 {
        return None;
    }
    text.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u32::from(byte - b'0'))
    })
}
