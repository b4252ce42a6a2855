//! The tag pairs of a game, and the values of the usual ones.
//!
//! Not part of the format.

use crate::streams::moves::{Outcome, TimeControl};

/// A tag pair, `[name "value"]`, both as in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value between the quotes.
    pub value: &'a [u8],
}

/// The tag pairs of a game in the order of the text.
///
/// Values are bytes: PGN files are not always UTF-8.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::{Date, Game};
///
/// let game = Game::parse(b"[Date \"2024.05.??\"]\n[WhiteElo \"2700\"]\n[TimeControl \"180+2\"]\n\n*");
/// let tags = game.tags();
/// assert_eq!(tags.date(), Some(Date { year: Some(2024), month: Some(5), day: None }));
/// assert_eq!(tags.ratings(), [Some(2700), None]);
/// assert_eq!(tags.time_control().unwrap().increment, 2000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// Names and values, one after another.
    bytes: Vec<u8>,
    /// For each pair, where its name and its value end.
    ends: Vec<[u32; 2]>,
}

/// A date; unknown parts are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, 0 to 9999.
    pub year: Option<u16>,
    /// The month, as written.
    pub month: Option<u8>,
    /// The day of the month, as written.
    pub day: Option<u8>,
}

impl Tags {
    /// No pairs, with room for this number of pairs and of bytes.
    pub(super) fn with_capacity(pairs: usize, bytes: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
            ends: Vec::with_capacity(pairs),
        }
    }

    /// Adds a pair after the others.
    pub(super) fn push(&mut self, name: &[u8], value: &[u8]) {
        let ends = [name, value].map(|part| {
            self.bytes.extend_from_slice(part);
            self.bytes.len() as u32
        });
        self.ends.push(ends);
    }

    /// The pairs in the order of the text.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = Tag<'_>> + ExactSizeIterator {
        (0..self.ends.len()).map(|at| {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before][1]);
            let [middle, end] = self.ends[at];
            let part = |from: u32, to: u32| &self.bytes[from as usize..to as usize];
            Tag {
                name: part(start, middle),
                value: part(middle, end),
            }
        })
    }

    /// The value of a tag; if several have this name, that of the last.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        let mut found = self.pairs().rev();
        let tag = found.find(|tag| tag.name == name.as_bytes())?;
        Some(tag.value)
    }

    /// The names of White and Black.
    #[must_use]
    pub fn players(&self) -> [Option<&[u8]>; 2] {
        [self.get("White"), self.get("Black")]
    }

    /// The ratings of White and Black, if they are numbers from 1 to 9999.
    #[must_use]
    pub fn ratings(&self) -> [Option<u16>; 2] {
        ["WhiteElo", "BlackElo"].map(|name| rating(self.get(name)?))
    }

    /// The date on which the game was played (`Date`, or `UTCDate` if that has no year).
    #[must_use]
    pub fn date(&self) -> Option<Date> {
        let dates = ["Date", "UTCDate"].map(|name| Date::parse(self.get(name)?));
        let known = dates.iter().flatten().find(|date| date.year.is_some());
        known.or(dates.iter().flatten().next()).copied()
    }

    /// The result in the tag `Result`.
    #[must_use]
    pub fn result(&self) -> Outcome {
        self.get("Result")
            .map_or(Outcome::Unknown, Outcome::from_tag)
    }

    /// The time control, if it has a single stage.
    #[must_use]
    pub fn time_control(&self) -> Option<TimeControl> {
        let control = TimeControl::from_tag(self.get("TimeControl")?);
        control.filter(|&control| control != TimeControl::default())
    }

    /// The code of the opening, such as `B90`.
    #[must_use]
    pub fn eco(&self) -> Option<&str> {
        let code = std::str::from_utf8(self.get("ECO")?).ok()?;
        (code != "?").then_some(code)
    }
}

impl Date {
    /// Reads `yyyy.mm.dd`; question marks are unknown parts.
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let [year @ .., b'.', m1, m2, b'.', d1, d2] = value else {
            return None;
        };
        let two = |digits: [u8; 2]| Some(part(&digits)?.map(|part| part as u8));
        Some(Self {
            year: part(<&[u8; 4]>::try_from(year).ok()?)?,
            month: two([*m1, *m2])?,
            day: two([*d1, *d2])?,
        })
    }

    /// As a number `yyyymmdd`, unknown parts 0.
    pub(crate) fn number(self) -> u32 {
        let [month, day] = [self.month, self.day].map(|part| u32::from(part.unwrap_or(0)));
        (u32::from(self.year.unwrap_or(0)) * 100 + month) * 100 + day
    }
}

/// Digits, or question marks for an unknown part.
fn part(digits: &[u8]) -> Option<Option<u16>> {
    if digits.iter().all(|&byte| byte == b'?') {
        return Some(None);
    }
    let number = digits.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u16::from(byte - b'0'))
    });
    number.map(Some)
}

/// A rating from 1 to 9999.
pub(crate) fn rating(value: &[u8]) -> Option<u16> {
    let rating = std::str::from_utf8(value).ok()?.parse().ok()?;
    (1..10_000).contains(&rating).then_some(rating)
}
