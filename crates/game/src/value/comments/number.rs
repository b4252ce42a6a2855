//! Reads decimal numbers.
//!
//! Not part of the format.

/// The most digits of a whole number that are read.
const MOST_DIGITS: usize = 9;

/// A number of one to nine digits.
pub(super) fn whole(text: &[u8]) -> Option<u64> {
    digits(text, MOST_DIGITS)
}

/// A number of nodes: long searches have more than nine digits.
pub(super) fn nodes(text: &[u8]) -> Option<u64> {
    digits(text, 2 * MOST_DIGITS)
}

fn digits(text: &[u8], most: usize) -> Option<u64> {
    if text.is_empty() || text.len() > most {
        return None;
    }
    text.iter().try_fold(0, |value, byte| match byte {
        b'0'..=b'9' => Some(10 * value + u64::from(byte - b'0')),
        _ => None,
    })
}

/// A number without a sign that may have decimals after a point or a comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    /// The number times a power of ten, rounded.
    pub value: u64,
    /// How many decimals were written.
    pub decimals: usize,
}

impl Decimal {
    /// Reads a number and gives it times ten to the power of `places`, which is at most 3.
    pub fn read(text: &[u8], places: usize) -> Option<Self> {
        let point = text.iter().position(|byte| matches!(byte, b'.' | b','));
        let (before, after) = match point {
            Some(point) => (&text[..point], &text[point + 1..]),
            None => (text, &b""[..]),
        };
        if point.is_some() && whole(after).is_none() {
            return None;
        }
        let mut value = match before {
            b"" if point.is_some() => 0,
            before => whole(before)?,
        };
        for place in 0..places {
            let digit = after.get(place).map_or(0, |byte| byte - b'0');
            value = 10 * value + u64::from(digit);
        }
        let is_up = after.get(places).is_some_and(|&byte| byte >= b'5');
        Some(Self {
            value: value + u64::from(is_up),
            decimals: after.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_scaled_and_rounded() {
        let read = |text: &str| Decimal::read(text.as_bytes(), 2).map(|found| found.value);
        for (text, value) in [
            ("3", 300),
            ("0.2", 20),
            (".5", 50),
            ("1,25", 125),
            ("0.125", 13),
            ("0.994", 99),
        ] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        for odd in ["", ".", "1.", "-1", "1.2.3", "1 ", "1e3", "1234567890"] {
            assert_eq!(read(odd), None, "{odd}");
        }
    }
}
