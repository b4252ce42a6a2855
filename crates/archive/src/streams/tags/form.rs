//! Values that can be counted: numbers behind a fixed beginning, dates, times of day.
//!
//! Format: "Other values".

use crate::block::comment::write_digits;

/// What a counted value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::streams) enum Shape {
    /// A decimal number without needless zeros.
    Number,
    /// The same with its sign always written.
    Signed,
    /// `yyyy.mm.dd`, counted in days of a calendar with 31 days in every month.
    Date,
    /// `hh:mm:ss` or `h:mm:ss`, and what follows.
    Time,
    /// `yyyy-mm-ddThh:mm:ss`, decimals of a second, and what follows; counted in the last decimal.
    Moment,
}

/// A value as a shape and a number.
#[derive(Clone, Debug)]
pub(in crate::streams) struct Form {
    shape: Shape,
    /// What stands before the number.
    beginning: Vec<u8>,
    /// What stands behind a time of day or a moment.
    ending: Vec<u8>,
    /// Whether the hours of a time of day have two digits at least.
    padded: bool,
    /// Decimals of a moment's seconds.
    decimals: u32,
    number: i64,
}

/// Numbers of more digits are not counted.
const MOST_DIGITS: usize = 15;
/// Seconds with more decimals are not counted.
const MOST_DECIMALS: usize = 6;
/// Times with more behind them are not counted.
const LONGEST_ENDING: usize = 32;

impl Form {
    /// A plain number.
    pub fn plain(number: i64) -> Self {
        Self::new(Shape::Number, number)
    }

    /// A time of day with nothing behind it.
    pub fn time_of_day() -> Self {
        Self::new(Shape::Time, 0)
    }

    /// A number with its sign.
    pub fn signed(number: i64) -> Self {
        Self::new(Shape::Signed, number)
    }

    /// The same form with another number.
    pub fn with(self, number: i64) -> Self {
        Self { number, ..self }
    }

    fn new(shape: Shape, number: i64) -> Self {
        Self {
            shape,
            beginning: Vec::new(),
            ending: Vec::new(),
            padded: true,
            decimals: 0,
            number,
        }
    }

    /// The form of a value, if it has one that writes exactly this value.
    pub fn of(value: &[u8]) -> Option<Self> {
        let form = Self::parse(value)?;
        (form.at(form.number) == value).then_some(form)
    }

    fn parse(value: &[u8]) -> Option<Self> {
        if let Some(number) = fixed(value, [4, 2, 2], b'.') {
            let [year, month, day] = number;
            let number = (year * 12 + month - 1) * 31 + day - 1;
            return Some(Self::new(Shape::Date, number));
        }
        if let Some(form) = Self::time(value).or_else(|| Self::moment(value)) {
            return Some(form);
        }
        let digits = value
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (beginning, digits) = value.split_at(value.len() - digits);
        if digits.is_empty() || digits.len() > MOST_DIGITS || beginning.len() > 80 {
            return None;
        }
        let number = digits
            .iter()
            .fold(0, |number, byte| number * 10 + i64::from(byte - b'0'));
        let (shape, beginning, number) = match beginning {
            b"+" => (Shape::Signed, Vec::new(), number),
            b"-" => (Shape::Signed, Vec::new(), -number),
            other => (Shape::Number, other.to_vec(), number),
        };
        Some(Self {
            beginning,
            ..Self::new(shape, number)
        })
    }

    fn time(value: &[u8]) -> Option<Self> {
        let hours = value.iter().take(3).position(|&byte| byte == b':')?;
        let (time, ending) = value.split_at_checked(hours + 6)?;
        let [hours, minutes, seconds] = fixed(time, [hours, 2, 2], b':')?;
        if ending.len() > LONGEST_ENDING || ending.first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let number = (hours * 60 + minutes) * 60 + seconds;
        Some(Self {
            ending: ending.to_vec(),
            // Times with something behind them are written by those who save the zero.
            padded: time.len() == 8 && (hours < 10 || ending.is_empty()),
            ..Self::new(Shape::Time, number)
        })
    }

    fn moment(value: &[u8]) -> Option<Self> {
        let (date, rest) = value.split_at_checked(10)?;
        let (time, rest) = rest.strip_prefix(b"T")?.split_at_checked(8)?;
        let [year, month, day] = fixed(date, [4, 2, 2], b'-')?;
        let [hours, minutes, seconds] = fixed(time, [2, 2, 2], b':')?;
        let digits = rest.strip_prefix(b".").unwrap_or_default();
        let decimals = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let ending = &rest[decimals + usize::from(decimals > 0)..];
        if decimals > MOST_DECIMALS || ending.len() > LONGEST_ENDING {
            return None;
        }
        let days = days(year * 12 + month - 3, day - 1);
        let seconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
        let number = digits[..decimals]
            .iter()
            .fold(seconds, |number, byte| number * 10 + i64::from(byte - b'0'));
        Some(Self {
            ending: ending.to_vec(),
            decimals: decimals as u32,
            ..Self::new(Shape::Moment, number)
        })
    }

    /// Of a date, the number of days since 0000-03-01 (proleptic Gregorian calendar).
    pub fn days(&self) -> i64 {
        days(self.number / 31 - 2, self.number % 31)
    }

    /// Of a moment, in how many parts it counts a second.
    pub fn parts(&self) -> i64 {
        10_i64.pow(self.decimals)
    }

    /// How far `value` is from here, if it can be counted from here.
    pub fn step_to(&self, value: &[u8]) -> Option<i64> {
        let other = Self::parse(value)?;
        (other.shape == self.shape && self.at(other.number) == value)
            .then(|| other.number - self.number)
    }

    /// The value of this form with another number.
    pub fn at(&self, number: i64) -> Vec<u8> {
        let mut out = self.beginning.clone();
        let size = number.unsigned_abs();
        match self.shape {
            Shape::Number => write_digits(size, 1, &mut out),
            Shape::Signed => {
                out.push(if number < 0 { b'-' } else { b'+' });
                write_digits(size, 1, &mut out);
            }
            Shape::Date => {
                write_digits(size / 31 / 12, 4, &mut out);
                out.push(b'.');
                write_digits(size / 31 % 12 + 1, 2, &mut out);
                out.push(b'.');
                write_digits(size % 31 + 1, 2, &mut out);
            }
            Shape::Time => {
                let hours = size / 3600;
                write_digits(hours, if self.padded { 2 } else { 1 }, &mut out);
                out.push(b':');
                write_digits(size / 60 % 60, 2, &mut out);
                out.push(b':');
                write_digits(size % 60, 2, &mut out);
                out.extend_from_slice(&self.ending);
            }
            Shape::Moment => {
                let parts = self.parts().unsigned_abs();
                let (seconds, decimals) = (size / parts, size % parts);
                let [year, month, day] = date(seconds / 86_400);
                let numbers = [
                    month,
                    day,
                    seconds / 3600 % 24,
                    seconds / 60 % 60,
                    seconds % 60,
                ];
                write_digits(year, 4, &mut out);
                for (sign, number) in b"--T::".iter().zip(numbers) {
                    out.push(*sign);
                    write_digits(number, 2, &mut out);
                }
                if self.decimals > 0 {
                    out.push(b'.');
                    write_digits(decimals, self.decimals as usize, &mut out);
                }
                out.extend_from_slice(&self.ending);
            }
        }
        out
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub fn number(&self) -> i64 {
        self.number
    }
}

/// The days from 1 March of year 0 (proleptic Gregorian calendar) to the day, from 0, of the month, from 0 for that March.
fn days(months: i64, day: i64) -> i64 {
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (153 * month + 2) / 5 + day
}

/// Year, month and day, both from 1, so many days after 1 March of year 0.
fn date(days: u64) -> [u64; 3] {
    let (cycles, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (year * 365 + year / 4 - year / 100);
    let month = (day * 5 + 2) / 153;
    [
        cycles * 400 + year + u64::from(month > 9),
        if month > 9 { month - 9 } else { month + 3 },
        day - (month * 153 + 2) / 5 + 1,
    ]
}

/// Whether a value may be a date or a time of day, by its signs.
pub(super) fn may_tell_when(value: &[u8]) -> bool {
    value.get(4) == Some(&b'.') || value.iter().take(3).any(|&byte| byte == b':')
}

/// Reads three numbers of fixed width.
fn fixed(value: &[u8], widths: [usize; 3], sign: u8) -> Option<[i64; 3]> {
    let mut rest = value;
    let mut numbers = [0; 3];
    for (place, (number, width)) in numbers.iter_mut().zip(widths).enumerate() {
        if place > 0 {
            rest = rest.strip_prefix(&[sign])?;
        }
        let (digits, after) = rest.split_at_checked(width)?;
        *number = digits.iter().try_fold(0, |number, byte| {
            byte.is_ascii_digit()
                .then(|| number * 10 + i64::from(byte - b'0'))
        })?;
        rest = after;
    }
    rest.is_empty().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_form_that_writes_them() {
        for (value, shape) in [
            ("2025.05.01", Shape::Date),
            ("23:59:59", Shape::Time),
            ("2799", Shape::Number),
            ("+5", Shape::Signed),
            ("-12", Shape::Signed),
            ("4:11:49 PST", Shape::Time),
            ("14:11:49 PST", Shape::Time),
            ("1.10", Shape::Number),
            ("2023-05-26T11:33:47.540 +0200", Shape::Moment),
            ("2024-02-29T00:00:06", Shape::Moment),
            ("0000-03-01T00:00:00.", Shape::Moment),
            ("https://www.chess.com/game/live/6118564678", Shape::Number),
        ] {
            let found = Form::of(value.as_bytes()).unwrap().shape();
            assert_eq!(found, shape, "{value}");
            let tells_when = matches!(shape, Shape::Date | Shape::Time);
            assert!(!tells_when || may_tell_when(value.as_bytes()), "{value}");
        }
    }

    #[test]
    fn dates_are_counted_in_days() {
        let days = |date: &str| Form::of(date.as_bytes()).unwrap().days();
        assert_eq!(days("2024.03.01") - days("2024.02.28"), 2);
        assert_eq!(days("2023.03.01") - days("2023.02.28"), 1);
        assert_eq!(days("2024.01.01") - days("2023.01.01"), 365);
        assert_eq!(days("2001.01.01") - days("2000.01.01"), 366);
    }

    #[test]
    fn moments_are_counted_in_their_last_decimal() {
        let form = Form::of(b"2023-12-31T23:59:59.95 GMT").unwrap();
        assert_eq!(form.step_to(b"2024-01-01T00:00:00.05 GMT"), Some(10));
        assert_eq!(form.step_to(b"2024-01-01T00:00:00.050 GMT"), None);
        assert_eq!(form.step_to(b"2024-01-01T00:00:00 GMT"), None);
    }

    #[test]
    fn every_day_is_written_as_it_is_read() {
        for number in (0..3_652_000).step_by(17) {
            let [year, month, day] = date(number).map(|number| number as i64);
            assert_eq!(days(year * 12 + month - 3, day - 1), number as i64);
        }
    }

    #[test]
    fn values_that_no_form_writes_have_none() {
        for value in [
            "",
            "?",
            "2025.??.??",
            "0123",
            "+05",
            "2025.13.01",
            "2023-02-29T00:00:00",
            "2023-02-28T24:00:00",
            "2023-02-28 12:00:00 ",
            "0000-02-01T00:00:00Z",
            "1234567890123456",
        ] {
            assert!(Form::of(value.as_bytes()).is_none(), "{value}");
        }
    }
}
