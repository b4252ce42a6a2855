//! Days and moments as numbers.
//!
//! Not part of the format.

use archive::Date;
use std::fmt;

/// A day, in days since 1970-01-01, displayed as `2013-11-22`.
///
/// ```
/// assert_eq!(query::Day(16_031).to_string(), "2013-11-22");
/// ```
pub struct Day(pub i64);

impl Day {
    /// The day of a date in the Gregorian calendar; `None` if a part of the date is not known, or there is no such day.
    #[must_use]
    pub fn of(date: Date) -> Option<Self> {
        let (year, month, day) = (date.year?.into(), date.month?.into(), date.day?.into());
        let days = Self::days(year, month, day);
        let is_a_day = (1..=12).contains(&month) && (1..=31).contains(&day);
        // A day that the month does not have is one of the next month.
        (is_a_day && Self(days).parts() == (year, month, day)).then_some(Self(days))
    }

    /// Years are counted from March, so that the day that may be missing is the last (Hinnant, "chrono-compatible date algorithms").
    fn days(year: i64, month: i64, day: i64) -> i64 {
        let year = if month <= 2 { year - 1 } else { year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// Year, month and day of the month.
    #[must_use]
    pub fn parts(&self) -> (i64, i64, i64) {
        let days = self.0 + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        (year, month, day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// A point in time, in microseconds since 1970-01-01, displayed as `2013-11-22 15:00:00`.
///
/// ```
/// assert_eq!(query::Moment(-1_000_000).to_string(), "1969-12-31 23:59:59");
/// ```
pub struct Moment(pub i64);

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_euclid(1_000_000);
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (hour, minute) = (second / 3600, second / 60 % 60);
        write!(f, "{} {hour:02}:{minute:02}:{:02}", Day(day), second % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u16, month: i64, day: i64) -> Date {
        Date {
            year: Some(year),
            month: u8::try_from(month).ok(),
            day: u8::try_from(day).ok(),
        }
    }

    #[test]
    fn days_are_counted_and_read_back() {
        for (days, text) in [
            (0, "1970-01-01"),
            (19_782, "2024-02-29"),
            (-719_528, "0000-01-01"),
            (-43_293, "1851-06-21"),
        ] {
            assert_eq!(Day(days).to_string(), text);
        }
        for days in -800_000..800_000 {
            let (year, month, day) = Day(days).parts();
            if let Ok(year) = u16::try_from(year) {
                assert_eq!(Day::of(date(year, month, day)).unwrap().0, days);
            }
        }
        for (year, month, day) in [
            (2023, 2, 29),
            (1900, 2, 29),
            (2023, 13, 1),
            (2023, 4, 31),
            (2023, 4, 0),
        ] {
            assert!(Day::of(date(year, month, day)).is_none());
        }
        assert_eq!(Moment(-1_000_000).to_string(), "1969-12-31 23:59:59");
    }
}
