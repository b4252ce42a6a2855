//! Values that end in letters and digits which look random, such as addresses of games.
//!
//! Format: "Values".

use entropy::Code;

/// The letters and digits of a random part.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Where the part after the last byte that is no letter or digit begins.
fn part(value: &[u8]) -> usize {
    let is_other = |byte: &u8| !byte.is_ascii_alphanumeric();
    value.iter().rposition(is_other).map_or(0, |at| at + 1)
}

/// Whether a value is the last one with other letters and digits at the end, which look random.
pub(super) fn is_one(last: &[u8], value: &[u8]) -> bool {
    let (start, odd) = (part(last), |byte: &&u8| !byte.is_ascii_lowercase());
    let same = last.len() == value.len() && part(value) == start && last[..start] == value[..start];
    let tail = &last[start..];
    let is_number = tail.iter().all(u8::is_ascii_digit);
    same && tail.len() >= 6 && !is_number && tail.iter().filter(odd).count() > 1
}

/// Codes the last letters and digits of a value that otherwise is the last one.
pub(super) fn code(coder: &mut impl Code, last: &[u8], value: &[u8]) -> Vec<u8> {
    let start = part(last);
    let digits = (start..last.len()).map(|at| {
        let byte = value.get(at);
        let digit = byte.and_then(|byte| DIGITS.iter().position(|digit| digit == byte));
        DIGITS[coder.uniform(digit.unwrap_or(0) as u64, DIGITS.len() as u64) as usize]
    });
    let digits: Vec<u8> = digits.collect();
    [&last[..start], &digits].concat()
}
