//! Reads and writes numbers and times (hours, minutes, seconds) in comments.
//!
//! Format: "Numbers in comments".

use game::parts::comment::write_digits;

/// How a number is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sign {
    /// A minus if it is negative.
    #[default]
    Plain,
    /// A plus before it.
    Plus,
    /// A minus before zero.
    MinusZero,
}

/// A number in a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Number {
    /// Without its point.
    pub value: i64,
    pub sign: Sign,
    /// Digits after the point.
    pub decimals: u8,
}

/// More digits than this are not read as a number.
const MOST_DIGITS: usize = 15;
/// With more digits after the point, only the digits before it are read as a number.
pub(super) const MOST_DECIMALS: usize = 6;

impl Number {
    /// Reads the number at the start of a text, and its length.
    pub fn read(text: &[u8]) -> Option<(Self, usize)> {
        let signed = usize::from(matches!(text.first(), Some(b'+' | b'-')));
        let whole = digits(&text[signed..]);
        if whole == 0 || (whole > 1 && text[signed] == b'0') {
            return None;
        }
        let mut end = signed + whole;
        let mut decimals = 0;
        if text.get(end) == Some(&b'.') {
            decimals = digits(&text[end + 1..]);
            if decimals > MOST_DECIMALS {
                decimals = 0;
            } else if decimals > 0 {
                end += 1 + decimals;
            }
        }
        if whole + decimals > MOST_DIGITS {
            return None;
        }
        let read = |value: i64, byte: &u8| match byte {
            b'0'..=b'9' => value * 10 + i64::from(byte - b'0'),
            _ => value,
        };
        let size = text[signed..end].iter().fold(0, read);
        let minus = text[0] == b'-';
        let sign = match (text[0], size) {
            (b'+', _) => Sign::Plus,
            (b'-', 0) => Sign::MinusZero,
            _ => Sign::Plain,
        };
        let number = Self {
            value: if minus { -size } else { size },
            sign,
            decimals: decimals as u8,
        };
        Some((number, end))
    }

    pub fn write(self, out: &mut Vec<u8>) {
        match self.sign {
            _ if self.value < 0 => out.push(b'-'),
            Sign::Plus => out.push(b'+'),
            Sign::MinusZero if self.value == 0 => out.push(b'-'),
            _ => {}
        }
        let size = self.value.unsigned_abs();
        let unit = 10u64.pow(u32::from(self.decimals));
        write_digits(size / unit, 1, out);
        if self.decimals > 0 {
            out.push(b'.');
            write_digits(size % unit, usize::from(self.decimals), out);
        }
    }
}

/// A time in hours, minutes and seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Time {
    pub seconds: i64,
    /// Digits of the hours, 1 to 4.
    pub hours: u8,
}

impl Time {
    /// Reads the time at the start of a text, and its length.
    pub fn read(text: &[u8]) -> Option<(Self, usize)> {
        let hours = digits(text);
        let (1..=4, [b':', m1, m2, b':', s1, s2, rest @ ..]) = (hours, &text[hours..]) else {
            return None;
        };
        let pair = |tens: &u8, ones: &u8| {
            let valid = (b'0'..=b'5').contains(tens) && ones.is_ascii_digit();
            valid.then(|| i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
        };
        if rest.first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let hour = text[..hours]
            .iter()
            .fold(0, |value, byte| value * 10 + i64::from(byte - b'0'));
        let seconds = hour * 3600 + pair(m1, m2)? * 60 + pair(s1, s2)?;
        let hours_digits = hours as u8;
        Some((
            Self {
                seconds,
                hours: hours_digits,
            },
            hours + 6,
        ))
    }

    pub fn write(self, out: &mut Vec<u8>) {
        let seconds = self.seconds.unsigned_abs();
        write_digits(seconds / 3600, usize::from(self.hours), out);
        for part in [seconds / 60 % 60, seconds % 60] {
            out.push(b':');
            write_digits(part, 2, out);
        }
    }
}

/// How many digits a text begins with.
pub(super) fn digits(text: &[u8]) -> usize {
    let other = text.iter().position(|byte| !byte.is_ascii_digit());
    other.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_that_would_be_written_otherwise_are_none() {
        for odd in ["007", "+01", "x", "", "-", ".5", "1234567890123456"] {
            assert_eq!(Number::read(odd.as_bytes()), None, "{odd}");
        }
        for odd in ["0:61:00", "0:00:000", "12:34", "00000:00:00"] {
            assert_eq!(Time::read(odd.as_bytes()), None, "{odd}");
        }
    }

    proptest! {
        #[test]
        fn numbers_and_times_are_written_as_they_were_read(text in "[-+]?[0-9]{1,9}(\\.[0-9]{0,7})?(:[0-5][0-9]:[0-5][0-9])?") {
            let mut out = Vec::new();
            if let Some((number, length)) = Number::read(text.as_bytes()) {
                number.write(&mut out);
                prop_assert_eq!(&out[..], &text.as_bytes()[..length]);
            }
            out.clear();
            if let Some((time, length)) = Time::read(text.as_bytes()) {
                time.write(&mut out);
                prop_assert_eq!(&out[..], &text.as_bytes()[..length]);
            }
        }
    }
}
