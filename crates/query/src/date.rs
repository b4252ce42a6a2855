//! Dates with unknown parts, as ranges of days.
//!
//! Not part of the format.

use crate::range::Range;
use crate::truth::Truths;
use archive::Date;
use std::fmt;

/// The first and the last day that a date may mean, as `yyyymmdd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Days {
    /// The days of a game's date; `None` if the year is unknown. Some programs write 00 for an unknown month or day.
    #[must_use]
    pub fn of(date: Date) -> Option<Self> {
        let year = u32::from(date.year?) * 10_000;
        let part = |part: Option<u8>, otherwise| match part {
            None | Some(0) => otherwise,
            Some(part) => u32::from(part),
        };
        Some(Self {
            first: year + part(date.month, 1) * 100 + part(date.day, 1),
            last: year + part(date.month, 12) * 100 + part(date.day, 31),
        })
    }

    /// Reads a year, a month or a day: `2023`, `2023-06`, `2023.06.15`; unknown parts may be question marks, as in `2023.??.??`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(['-', '.', '/']);
        let mut part = |digits: usize, most: u32| match parts.next() {
            None => Some(None),
            Some(text) if !text.is_empty() && text.bytes().all(|byte| byte == b'?') => Some(None),
            Some(text)
                if text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                let number = text.parse().ok()?;
                (number <= most).then_some(Some(number))
            }
            Some(_) => None,
        };
        let (year, month, day) = (part(4, 9999)??, part(2, 12)?, part(2, 31)?);
        if parts.next().is_some()
            || month == Some(0)
            || day == Some(0)
            || month.is_none() && day.is_some()
        {
            return None;
        }
        Some(Self {
            first: year * 10_000 + month.unwrap_or(1) * 100 + day.unwrap_or(1),
            last: year * 10_000 + month.unwrap_or(12) * 100 + day.unwrap_or(31),
        })
    }
}

/// As filters write it.
impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = *self;
        write!(f, "{:04}", first / 10_000)?;
        if first / 100 == last / 100 {
            write!(f, "-{:02}", first / 100 % 100)?;
        }
        if first == last {
            write!(f, "-{:02}", first % 100)?;
        }
        Ok(())
    }
}

impl Days {
    /// The possible results of "in one of these ranges" for dates between these, as `yyyymmdd` with unknown parts 0.
    pub(crate) fn possible(ranges: &[Range<Self>], earliest: u32, latest: u32) -> Truths {
        // Each date may mean days from its start to its end.
        let (start, end) = (last_start(latest), first_end(earliest));
        let can_be_in = |range: &Range<Days>| {
            let (first, last) = range.ends();
            first <= last && end <= last && start >= first
        };
        let can_be_outside = |range: &Range<Days>| {
            let (first, last) = range.ends();
            first > last || end < first || start > last
        };
        // It may be outside of each range on its own, which is more than outside of all of them.
        Truths::possible(
            ranges.iter().any(can_be_in),
            ranges.iter().all(can_be_outside),
        )
    }
}

/// The earliest last day of a date whose number is at least this one: the day after an unknown one, or January 1.
fn first_end(earliest: u32) -> u32 {
    match (earliest / 100 % 100, earliest % 100) {
        (0, _) => earliest / 10_000 * 10_000 + 101,
        (_, 0) => earliest + 1,
        _ => earliest,
    }
}

/// The latest first day of a date whose number is at most this one: an unknown day or month counts as 0, but means at least 1.
fn last_start(latest: u32) -> u32 {
    let (month, day) = (latest / 100 % 100, latest % 100);
    match (month, day) {
        // A date without month may have a day.
        (0 | 1, _) => latest / 10_000 * 10_000 + 199,
        (_, 0) => latest + 1,
        _ => latest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_game_s_date_may_be_unknown() {
        for (text, expected) in [
            ("2023.06.15", Some((20_230_615, 20_230_615))),
            ("1990.??.??", Some((19_900_101, 19_901_231))),
            ("1990.00.00", Some((19_900_101, 19_901_231))),
            ("1990.05.00", Some((19_900_501, 19_900_531))),
            ("????.05.01", None),
        ] {
            let game = archive::Game::parse(format!("[Date \"{text}\"]\n\n*\n").as_bytes());
            let days = game.tags().date().and_then(Days::of);
            assert_eq!(days.map(|days| (days.first, days.last)), expected, "{text}");
        }
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, first, last, printed) in [
            ("2023", 20_230_101, 20_231_231, "2023"),
            ("2023-06", 20_230_601, 20_230_631, "2023-06"),
            ("2023.06.??", 20_230_601, 20_230_631, "2023-06"),
            ("1851/06/21", 18_510_621, 18_510_621, "1851-06-21"),
            ("0000", 101, 1231, "0000"),
        ] {
            let days = Days::parse(text).unwrap();
            assert_eq!(days, Days { first, last });
            assert_eq!(days.to_string(), printed);
            assert_eq!(Days::parse(printed), Some(days));
        }
        for wrong in [
            "",
            "23",
            "????",
            "2023-13",
            "2023-6",
            "2023-00",
            "2023-??-05",
            "2023-01-32",
            "2023-01-01-01",
            "12023",
        ] {
            assert_eq!(Days::parse(wrong), None, "{wrong}");
        }
    }
}
