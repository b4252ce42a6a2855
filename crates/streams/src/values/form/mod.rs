//! Parses values that can be coded as a number: numbers after a fixed beginning, dates, times of day, moments.
//!
//! Format: "Values".

mod calendar;

use calendar::{date, days};
use game::parts::comment::write_digits;

/// The shape of a value that can be coded as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A decimal number without needless zeros.
    Number,
    /// The same, always with a sign.
    Signed,
    /// `yyyy.mm.dd`, counted in days of a calendar with 31 days in every month.
    Date,
    /// `hh:mm:ss` or `h:mm:ss`, and what follows.
    Time,
    /// `yyyy-mm-ddThh:mm:ss`, decimals of a second, and what follows; counted in the last decimal.
    Moment,
}

/// A value as a shape and a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'a> {
    shape: Shape,
    /// What stands before the number.
    beginning: &'a [u8],
    /// What stands after a time of day or a moment.
    ending: &'a [u8],
    /// Whether the hours of a time of day have two digits at least.
    padded: bool,
    /// Decimals of a moment's seconds.
    decimals: u32,
    number: i64,
}

/// Most digits of a number.
const MOST_DIGITS: usize = 15;
/// Most decimals of seconds.
const MOST_DECIMALS: usize = 6;
/// Most bytes that may follow a time.
const LONGEST_ENDING: usize = 32;

impl<'a> Form<'a> {
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
            beginning: &[],
            ending: &[],
            padded: true,
            decimals: 0,
            number,
        }
    }

    /// The form of a value, if it has one that writes exactly this value.
    pub fn of(value: &'a [u8]) -> Option<Self> {
        if let Some(number) = fixed(value, [4, 2, 2], b'.') {
            let [year, month, day] = number;
            let number = (year * 12 + month - 1) * 31 + day - 1;
            let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
            return is_day.then(|| Self::new(Shape::Date, number));
        }
        if let Some((form, is_exact)) = Self::time(value).or_else(|| Self::moment(value)) {
            return is_exact.then_some(form);
        }
        let digits = value
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (beginning, digits) = value.split_at(value.len() - digits);
        if digits.len() > MOST_DIGITS || beginning.len() > 80 {
            return None;
        }
        // Numbers are written without needless zeros.
        if digits.len() != 1 && digits.first().is_none_or(|&digit| digit == b'0') {
            return None;
        }
        let number = digits
            .iter()
            .fold(0, |number, byte| number * 10 + i64::from(byte - b'0'));
        match beginning {
            b"+" => Some(Self::new(Shape::Signed, number)),
            // A zero has a plus.
            b"-" => (number > 0).then(|| Self::new(Shape::Signed, -number)),
            beginning => Some(Self {
                beginning,
                ..Self::new(Shape::Number, number)
            }),
        }
    }

    /// A time of day, and whether the form writes exactly this value.
    fn time(value: &'a [u8]) -> Option<(Self, bool)> {
        let hours = value.iter().take(3).position(|&byte| byte == b':')?;
        let (time, ending) = value.split_at_checked(hours + 6)?;
        let [hours, minutes, seconds] = fixed(time, [hours, 2, 2], b':')?;
        if ending.len() > LONGEST_ENDING || ending.first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let number = (hours * 60 + minutes) * 60 + seconds;
        let form = Self {
            ending,
            // Programs that write something after the time leave out the leading zero.
            padded: time.len() == 8 && (hours < 10 || ending.is_empty()),
            ..Self::new(Shape::Time, number)
        };
        let is_exact = time.len() > 6 && minutes < 60 && seconds < 60;
        Some((form, is_exact))
    }

    /// The same for a moment.
    fn moment(value: &'a [u8]) -> Option<(Self, bool)> {
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
        let form = Self {
            ending,
            decimals: decimals as u32,
            ..Self::new(Shape::Moment, number)
        };
        // Dates that do not exist fail this comparison, so the lengths of months need not be checked.
        Some((form, form.at(number) == value))
    }

    /// Of a moment, the number of units in a second.
    pub fn parts(&self) -> i64 {
        10_i64.pow(self.decimals)
    }

    /// Whether nothing stands before the number.
    pub fn is_bare(&self) -> bool {
        self.beginning.is_empty()
    }

    /// The difference of `value` from this one, if it has the same form.
    pub fn step_to(&self, value: &[u8]) -> Option<i64> {
        let other = Form::of(value)?;
        (other.shape == self.shape && self.at(other.number) == value)
            .then(|| other.number - self.number)
    }

    /// The value of this form with another number.
    pub fn at(&self, number: i64) -> Vec<u8> {
        // Room for most values of all shapes.
        let mut out = Vec::with_capacity(self.beginning.len() + self.ending.len() + 32);
        out.extend_from_slice(self.beginning);
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
                out.extend_from_slice(self.ending);
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
                out.extend_from_slice(self.ending);
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
mod tests;
