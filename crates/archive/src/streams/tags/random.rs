//! Values that end with letters and digits that look random, as game addresses do.

use entropy::Code;

/// Letters and digits of a random part.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Shorter random parts are spelled.
const SHORTEST: usize = 6;

/// Where the random part of a value begins: behind its last byte that is no letter or digit.
pub(super) fn part(value: &[u8]) -> usize {
    value
        .iter()
        .rposition(|byte| !byte.is_ascii_alphanumeric())
        .map_or(0, |at| at + 1)
}

/// Whether `value` begins as `model` does and goes on with as many letters and digits; `known` where the last value of the tag
/// was random too, which spares the look at the letters.
pub(super) fn resembles(model: &[u8], value: &[u8], known: bool) -> bool {
    let part = part(value);
    let looks_random = || {
        let tail = value[part..].iter();
        tail.filter(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
            .count()
            > 1
            && !value[part..].iter().all(u8::is_ascii_digit)
    };
    model.len() == value.len()
        && model[..part] == value[..part]
        && value.len() - part >= SHORTEST
        && self::part(model) == part
        && (known || looks_random())
}

/// Codes the random part of a value that [`resembles`] `model`.
pub(super) fn code(coder: &mut impl Code, model: &[u8], value: &[u8]) -> Vec<u8> {
    let part = part(model);
    let mut found = model[..part].to_vec();
    for at in part..model.len() {
        let digit = value
            .get(at)
            .and_then(|byte| DIGITS.iter().position(|digit| digit == byte))
            .unwrap_or(0);
        let digit = coder.uniform(digit as u64, DIGITS.len() as u64) as usize;
        found.push(DIGITS[digit]);
    }
    found
}
