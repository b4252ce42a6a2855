//! The tag pairs of a game, and the values of the usual ones.
//!
//! Not part of the format.

use super::date::{Date, date_of_tags};
use crate::result::Stated;
use crate::{Outcome, TimeControl};
use pgn::{Termination, trim_blanks};

/// A tag pair, `[name "value"]`, both as in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
/// # extern crate game as pgnz;
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
    /// The termination of the movetext, where the tag `Result` does not decide.
    termination: Option<Termination>,
}

impl Tags {
    /// No pairs, with room for this number of pairs and of bytes.
    pub(super) fn with_capacity(
        pairs: usize,
        bytes: usize,
        termination: Option<Termination>,
    ) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
            ends: Vec::with_capacity(pairs),
            termination,
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
        date_of_tags(|name| self.get(name))
    }

    /// The result, as [`Tags::result_text`] has it; unknown if that is `*` or `None`.
    #[must_use]
    pub fn result(&self) -> Outcome {
        Outcome::of(self.stated_result())
    }

    /// The result as `1-0`, `0-1`, `1/2-1/2` or `*`: what the tag `Result` says or, where that decides nothing (it is `*`, `?`, empty or
    /// missing), what stands at the end of the moves. `None` if neither says it, and for other results such as `0-0`.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// let result = |text: &[u8]| pgnz::Game::parse(text).tags().result_text();
    /// assert_eq!(result(b"[Result \"1/2\"]\n\n1. e4 *"), Some("1/2-1/2"));
    /// assert_eq!(result(b"[Result \"?\"]\n\n1. e4 0-1"), Some("0-1"));
    /// ```
    #[must_use]
    pub fn result_text(&self) -> Option<&'static str> {
        self.stated_result().map(Termination::text)
    }

    fn stated_result(&self) -> Option<Termination> {
        Stated::of(self.get("Result")).result(self.termination)
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

/// A rating from 1 to 9999.
pub fn rating(value: &[u8]) -> Option<u16> {
    let rating = std::str::from_utf8(trim_blanks(value)).ok()?.parse().ok()?;
    (1..10_000).contains(&rating).then_some(rating)
}
