//! Values that can be counted: numbers behind a fixed beginning, dates, times of day.

use crate::block::comment::write_digits;

/// What a counted value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A decimal number without needless zeros.
    Number,
    /// The same with its sign always written.
    Signed,
    /// `yyyy.mm.dd`, counted in days of a calendar with 31 days in every month.
    Date,
    /// `hh:mm:ss` or `h:mm:ss`, and what follows.
    Time,
}

/// A value as a shape and a number.
#[derive(Clone, Debug)]
pub(super) struct Form {
    shape: Shape,
    /// What stands before the number.
    beginning: Vec<u8>,
    /// What stands behind a time of day, and whether its hours have two digits at least.
    ending: Vec<u8>,
    padded: bool,
    number: i64,
}

/// Numbers of more digits are not counted.
const MOST_DIGITS: usize = 15;

impl Form {
    /// A plain number.
    pub fn plain(number: i64) -> Self {
        Self::new(Shape::Number, number)
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
        if let Some(form) = Self::time(value) {
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
        if ending.len() > 32 || ending.first().is_some_and(u8::is_ascii_digit) {
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

    /// Of a date, the number of days since 0000-03-01 (proleptic Gregorian calendar).
    pub fn days(&self) -> i64 {
        let (months, day) = (self.number / 31 - 2, self.number % 31);
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        year * 365 + leap_days + (153 * month + 2) / 5 + day
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
            ("https://www.chess.com/game/live/6118564678", Shape::Number),
        ] {
            assert_eq!(
                Form::of(value.as_bytes()).unwrap().shape(),
                shape,
                "{value}"
            );
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
    fn values_that_no_form_writes_have_none() {
        for value in [
            "",
            "?",
            "2025.??.??",
            "0123",
            "+05",
            "2025.13.01",
            "1234567890123456",
        ] {
            assert!(Form::of(value.as_bytes()).is_none(), "{value}");
        }
    }
}
