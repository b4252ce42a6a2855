//! Dates in tags.
//!
//! Not part of the format.

use pgn::trim_blanks;

/// A date; unknown parts are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, 0 to 9999.
    pub year: Option<u16>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day of the month, 1 to 31; the month may be shorter.
    pub day: Option<u8>,
}

/// The date of a game with these tags: `Date`, or `UTCDate` if that has no year.
pub fn date_of_tags<'a>(value: impl Fn(&str) -> Option<&'a [u8]>) -> Option<Date> {
    let dates = ["Date", "UTCDate"].map(|name| Date::parse(value(name)?));
    let known = dates.iter().flatten().find(|date| date.year.is_some());
    known.or(dates.iter().flatten().next()).copied()
}

impl Date {
    /// Reads the date in a tag: `2023.05.01`, also with `-` or `/`, with one digit for month or day, without day or month, without signs
    /// (`20230501`), and with a time of day after it. Question marks and zeros are unknown parts.
    ///
    /// Where the year comes last, month and day are known only if they can be told apart: `25.05.2023`, but not `01.05.2023`. A month
    /// above 12 or a day above 31 is unknown. `None` if there is no date.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// use pgnz::Date;
    ///
    /// let date = Date::parse(b"2023-5-1").unwrap();
    /// assert_eq!((date.year, date.month, date.day), (Some(2023), Some(5), Some(1)));
    /// assert_eq!(Date::parse(b"in May"), None);
    /// ```
    #[must_use]
    pub fn parse(value: &[u8]) -> Option<Self> {
        let date = without_time(trim_blanks(value));
        let sign = *date
            .iter()
            .find(|byte| matches!(byte, b'.' | b'-' | b'/'))
            .unwrap_or(&b'.');
        if let (8, true) = (date.len(), date.iter().all(u8::is_ascii_digit)) {
            let (year, rest) = date.split_at(4);
            let (month, day) = rest.split_at(2);
            return Self::in_order(Part::year(year)?, Part::of(month)?, Part::of(day)?);
        }
        let mut parts = date.split(|&byte| byte == sign);
        let (first, second, third) = (parts.next()?, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        let of = |part: Option<&[u8]>| part.map_or(Some(Part::UNKNOWN), Part::of);
        match (Part::year(first), third.and_then(Part::year)) {
            (Some(year), _) => Self::in_order(year, of(second)?, of(third)?),
            (None, Some(year)) => Self::year_last(Part::of(first)?, of(second)?, year),
            (None, None) => None,
        }
    }

    fn in_order(year: Part, month: Part, day: Part) -> Option<Self> {
        let month_is_wrong = month.0.is_some_and(|month| month > 12);
        Some(Self {
            year: year.0,
            month: month.up_to(12),
            // If that is no month, this may be one.
            day: if month_is_wrong { None } else { day.up_to(31) },
        })
    }

    fn year_last(first: Part, second: Part, year: Part) -> Option<Self> {
        match (first.0, second.0) {
            (Some(day), Some(month)) if day > 12 || day == month => {
                Self::in_order(year, second, first)
            }
            (Some(_), Some(day)) if day > 12 => Self::in_order(year, first, second),
            _ => Self::in_order(year, Part::UNKNOWN, Part::UNKNOWN),
        }
    }

    /// As a number `yyyymmdd`, unknown parts 0.
    pub fn number(self) -> u32 {
        let [month, day] = [self.month, self.day].map(|part| u32::from(part.unwrap_or(0)));
        (u32::from(self.year.unwrap_or(0)) * 100 + month) * 100 + day
    }
}

/// A part of a date, if it is known.
#[derive(Clone, Copy)]
struct Part(Option<u16>);

impl Part {
    const UNKNOWN: Self = Self(None);

    /// Four digits or question marks.
    fn year(text: &[u8]) -> Option<Self> {
        if text.iter().all(|&byte| byte == b'?') && matches!(text.len(), 1 | 4) {
            return Some(Self::UNKNOWN);
        }
        let number = (text.len() == 4).then(|| number(text)).flatten()?;
        Some(Self(Some(number)))
    }

    /// At most two digits or question marks; nothing and zeros are unknown, too.
    fn of(text: &[u8]) -> Option<Self> {
        if text.len() > 2 {
            return None;
        }
        if text.iter().all(|&byte| byte == b'?') {
            return Some(Self::UNKNOWN);
        }
        let number = number(text)?;
        Some(Self((number > 0).then_some(number)))
    }

    fn up_to(self, most: u16) -> Option<u8> {
        self.0
            .filter(|&number| number <= most)
            .map(|number| number as u8)
    }
}

fn number(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u16::from(byte - b'0'))
    })
}

/// What stands before the time of day: `2023-05-01T12:00:00Z`, `2023.05.01 12:00`.
fn without_time(text: &[u8]) -> &[u8] {
    let is_time = |at: usize| {
        matches!(text[at], b'T' | b' ') && text.get(at + 1).is_some_and(u8::is_ascii_digit)
    };
    let end = (8..text.len()).find(|&at| is_time(at));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_every_clear_spelling() {
        let may = (Some(2023), Some(5), Some(1));
        let year = (Some(2023), None, None);
        for (text, expected) in [
            ("2023.05.01", may),
            ("2023-05-01", may),
            ("2023/05/01", may),
            ("2023.5.1", may),
            ("2023-5-01", may),
            (" 2023.05.01\u{a0}", may),
            ("20230501", may),
            ("2023-05-01T18:30:00Z", may),
            ("2023.05.01 18:30", may),
            ("2023.05", (Some(2023), Some(5), None)),
            ("2023-5", (Some(2023), Some(5), None)),
            ("2023.05.??", (Some(2023), Some(5), None)),
            ("2023.05.", (Some(2023), Some(5), None)),
            ("2023", year),
            ("2023.??.??", year),
            ("2023.?.?", year),
            ("2023.00.00", year),
            ("2023.13.01", year),
            ("2023.??.15", (Some(2023), None, Some(15))),
            ("2023.05.32", (Some(2023), Some(5), None)),
            ("2023.02.31", (Some(2023), Some(2), Some(31))),
            ("25.05.2023", (Some(2023), Some(5), Some(25))),
            ("05/25/2023", (Some(2023), Some(5), Some(25))),
            ("5.5.2023", (Some(2023), Some(5), Some(5))),
            ("01.05.2023", year),
            ("??.??.2023", year),
            ("????.05.01", (None, Some(5), Some(1))),
            ("????.??.??", (None, None, None)),
            ("?", (None, None, None)),
        ] {
            let date = Date::parse(text.as_bytes());
            let parts = date.map(|date| (date.year, date.month, date.day));
            assert_eq!(parts, Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "-",
            "unknown",
            "8???.?.",
            "23.05.01",
            "12023",
            "2023.005.01",
            "2023.05.01.02",
            "2023-05.01",
            "2023 May 1",
            "20.23",
            "1.5",
            "99999999999999999999",
        ] {
            assert_eq!(Date::parse(text.as_bytes()), None, "{text}");
        }
    }
}
