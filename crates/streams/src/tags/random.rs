//! Codes values that end with letters and digits that look random, such as addresses of games.
//!
//! Format: "Other values".

use entropy::Code;
use model::number::{Decisions, hash};

/// The letters and digits of a random part.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Shorter random parts are spelled.
const SHORTEST: usize = 6;
/// Longer values are spelled.
const LONGEST: usize = 128;
/// How many beginnings a tag's values may have.
const MOST_HEADS: usize = 24;

/// Where the random part of a value begins: after its last byte that is no letter or digit.
fn part(value: &[u8]) -> usize {
    value
        .iter()
        .rposition(|byte| !byte.is_ascii_alphanumeric())
        .map_or(0, |at| at + 1)
}

/// Whether the end of a value looks random.
fn looks_random(tail: &[u8]) -> bool {
    let odd = |byte: &&u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    tail.len() >= SHORTEST
        && tail.iter().filter(odd).count() > 1
        && !tail.iter().all(u8::is_ascii_digit)
}

/// What a tag's values with random ends begin with, the latest first, and how many random bytes follow.
#[derive(Default)]
pub(super) struct Heads(Vec<(Vec<u8>, usize)>);

impl Heads {
    /// Whether the value has the beginning of an earlier one, followed by as many letters and digits.
    pub fn fit(&self, value: &[u8]) -> bool {
        self.find(value).is_some()
    }

    fn find(&self, value: &[u8]) -> Option<usize> {
        let part = part(value);
        let is_head = |(head, size): &(Vec<u8>, usize)| {
            value.len() - part == *size && value[..part] == head[..]
        };
        self.0.iter().position(is_head)
    }

    /// Codes a value that fits.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        decisions: &mut Decisions<3>,
        tag: u32,
        value: &[u8],
    ) -> Vec<u8> {
        let place = self.find(value).unwrap_or(0);
        let last = self.0.len().saturating_sub(1);
        let mut at = 0;
        while at < last {
            let contexts = [
                hash(&[21, tag, at as u32]),
                hash(&[22, tag, at as u32, last as u32]),
                hash(&[23, at as u32]),
            ];
            if decisions.bit(coder, contexts, 17, at == place) {
                break;
            }
            at += 1;
        }
        let Some((head, size)) = self.0.get(at) else {
            return Vec::new();
        };
        let mut found = head.clone();
        for place in head.len()..head.len() + size {
            let digit = value
                .get(place)
                .and_then(|byte| DIGITS.iter().position(|digit| digit == byte))
                .unwrap_or(0);
            let digit = coder.uniform(digit as u64, DIGITS.len() as u64) as usize;
            found.push(DIGITS[digit]);
        }
        self.0[..=at].rotate_right(1);
        found
    }

    /// Learns from a value that was spelled.
    pub fn learn(&mut self, value: &[u8]) {
        let (head, tail) = value.split_at(part(value));
        if looks_random(tail) && value.len() <= LONGEST && !self.fit(value) {
            self.0.insert(0, (head.to_vec(), tail.len()));
            self.0.truncate(MOST_HEADS);
        }
    }
}
