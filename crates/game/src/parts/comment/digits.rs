//! Parses and writes decimal numbers.
//!
//! Not part of the format.

/// Parses a number without leading zeros.
pub(super) fn plain_number(digits: &[u8]) -> Option<u64> {
    number(digits).filter(|_| digits.len() == 1 || digits[0] != b'0')
}

pub(super) fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    digits.iter().try_fold(0, |value, byte| match byte {
        b'0'..=b'9' => Some(value * 10 + u64::from(byte - b'0')),
        _ => None,
    })
}

/// Appends a number with at least `width` digits.
pub fn write_digits(mut value: u64, width: usize, out: &mut Vec<u8>) {
    if value < 10 && width <= 1 {
        return out.push(b'0' + value as u8);
    }
    if value < 100 && width == 2 {
        return out.extend([value / 10, value % 10].map(|digit| b'0' + digit as u8));
    }
    let mut digits = [b'0'; 24];
    let mut at = digits.len();
    while value > 0 || digits.len() - at < width.clamp(1, 20) {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}
