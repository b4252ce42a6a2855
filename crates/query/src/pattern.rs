//! Text patterns of `like` and `glob`.
//!
//! Not part of the format.

use crate::fold::fold;
use std::collections::HashMap;

/// A pattern, matched without regard to case and accents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// What stands for one letter each.
    letters: Vec<Part>,
    /// A bit for each of `letters` and one for the end: whether any letters may stand before it.
    gaps: Vec<u64>,
    /// For each letter of ASCII a bit for each of `letters` that it fits.
    ascii: Vec<Vec<u64>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Any one letter.
    One,
    Letter(char),
    /// A letter in these ranges, or with `false` a letter in none of them.
    Class(Vec<(char, char)>, bool),
}

impl Pattern {
    /// `%` matches any number of letters, `_` one letter.
    pub fn like(text: &str) -> Self {
        let part = |letter| match letter {
            '%' => None,
            '_' => Some(Part::One),
            letter => Some(Part::Letter(letter)),
        };
        Self::of(fold(text).chars().map(part))
    }

    /// `*` matches any number of letters, `?` one, and `[abc]`, `[a-z]` and `[!a-z]` one of a class.
    pub fn glob(text: &str) -> Self {
        let letters: Vec<char> = fold(text).chars().collect();
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(&letter) = letters.get(at) {
            at += 1;
            parts.push(match letter {
                '*' => None,
                '?' => Some(Part::One),
                '[' => match class(&letters[at..]) {
                    Some((class, length)) => {
                        at += length;
                        Some(class)
                    }
                    None => Some(Part::Letter('[')),
                },
                letter => Some(Part::Letter(letter)),
            });
        }
        Self::of(parts)
    }

    /// A pattern of these parts; `None` stands for any number of letters.
    fn of(parts: impl IntoIterator<Item = Option<Part>>) -> Self {
        let (mut letters, mut gaps) = (Vec::new(), vec![0]);
        for part in parts {
            match part {
                None => set(&mut gaps, letters.len()),
                Some(part) => {
                    letters.push(part);
                    gaps.resize(letters.len() / 64 + 1, 0);
                }
            }
        }
        let mut pattern = Self {
            letters,
            gaps,
            ascii: Vec::new(),
        };
        let ascii = (0..128u8).map(|letter| pattern.fitting(letter.into()));
        pattern.ascii = ascii.collect();
        pattern
    }

    /// Whether the pattern matches the whole text. All ways to match are followed at once, 64 parts of the pattern in one number: the time
    /// is at most the product of the lengths, divided by 64.
    pub fn matches(&self, text: &str) -> bool {
        // A bit for each beginning of the pattern that matches the text so far.
        let mut reached = vec![0; self.gaps.len()];
        set(&mut reached, 0);
        let mut others: HashMap<char, Vec<u64>> = HashMap::new();
        for letter in fold(text).chars() {
            let fits = match self.ascii.get(letter as usize) {
                Some(fits) => fits,
                None => others.entry(letter).or_insert_with(|| self.fitting(letter)),
            };
            let (mut carry, mut is_open) = (0, false);
            for ((reached, fits), gap) in reached.iter_mut().zip(fits).zip(&self.gaps) {
                let ahead = *reached & *fits;
                *reached = *reached & gap | ahead << 1 | carry;
                carry = ahead >> 63;
                is_open |= *reached != 0;
            }
            if !is_open {
                return false;
            }
        }
        let end = self.letters.len();
        reached[end / 64] >> (end % 64) & 1 == 1
    }

    /// A bit for each part that a letter fits.
    fn fitting(&self, letter: char) -> Vec<u64> {
        let mut bits = vec![0; self.gaps.len()];
        for (at, part) in self.letters.iter().enumerate() {
            if part.is(letter) {
                set(&mut bits, at);
            }
        }
        bits
    }
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

impl Part {
    fn is(&self, letter: char) -> bool {
        match self {
            Self::One => true,
            Self::Letter(wanted) => *wanted == letter,
            Self::Class(ranges, wanted) => {
                let is_in = ranges
                    .iter()
                    .any(|&(first, last)| (first..=last).contains(&letter));
                is_in == *wanted
            }
        }
    }
}

/// The class after a bracket, and its length including the closing bracket; `None` if there is no closing bracket.
fn class(letters: &[char]) -> Option<(Part, usize)> {
    let wanted = letters.first() != Some(&'!');
    let start = usize::from(!wanted);
    // A bracket that comes first is one of the class.
    let length = letters
        .iter()
        .skip(start + 1)
        .position(|&letter| letter == ']')?;
    let end = start + 1 + length;
    let (mut ranges, mut rest) = (Vec::new(), &letters[start..end]);
    while let [first, after @ ..] = rest {
        rest = match after {
            ['-', last, after @ ..] => {
                ranges.push((*first, *last));
                after
            }
            _ => {
                ranges.push((*first, *first));
                after
            }
        };
    }
    Some((Part::Class(ranges, wanted), end + 1))
}

/// The glob pattern for all texts that contain this one.
pub(crate) fn containing(text: &str) -> String {
    let mut out = "*".to_owned();
    for letter in text.chars() {
        match letter {
            '*' | '?' | '[' => out.extend(['[', letter, ']']),
            letter => out.push(letter),
        }
    }
    out + "*"
}

/// Whether a text has wildcards of a glob pattern.
pub(crate) fn is_glob(text: &str) -> bool {
    text.contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, matches) in [
            ("Sicilian%", "sicilian Defense", true),
            ("Sicilian%", "The Sicilian", false),
            ("%d_f%", "Défense", true),
            ("%", "", true),
            ("", "", true),
            ("", "a", false),
            ("a%b%c", "a b b c c", true),
            ("a%b%c", "a b b", false),
            ("*", "*", true),
            ("*", "a", false),
        ] {
            assert_eq!(
                Pattern::like(pattern).matches(text),
                matches,
                "{pattern} {text}"
            );
        }
        for (pattern, text, matches) in [
            ("b9?", "B90", true),
            ("[b-c]*", "C42", true),
            ("[!b-c]*", "C42", false),
            ("[]x]", "]", true),
            ("[a-", "[a-", true),
            ("100%", "100%", true),
            ("[*]", "a", false),
            ("*üll*", "MULLER", true),
        ] {
            assert_eq!(
                Pattern::glob(pattern).matches(text),
                matches,
                "{pattern} {text}"
            );
        }
        assert!(Pattern::glob(&containing("50% [*?]")).matches("a 50% [*?] b"));
        assert!(!Pattern::glob(&containing("a?")).matches("ab"));
    }

    #[test]
    fn patterns_longer_than_a_machine_word_match_as_short_ones_do() {
        for length in [62, 63, 64, 65, 127, 128, 129, 200] {
            let text = "ab".repeat(length)[..length].to_owned();
            for pattern in [
                text.clone(),
                "?".repeat(length),
                text.clone() + "*",
                "*".to_owned() + &text[1..],
                text.replace('b', "[a-c]"),
                text.replace('b', "*"),
            ] {
                assert!(Pattern::glob(&pattern).matches(&text), "{pattern}");
                assert!(
                    !Pattern::glob(&(pattern.clone() + "c")).matches(&text),
                    "{pattern}"
                );
            }
            assert!(!Pattern::glob(&text).matches(&text[1..]));
            assert!(!Pattern::glob(&text[1..]).matches(&text));
        }
    }

    #[test]
    fn long_patterns_on_long_texts_take_no_time_to_speak_of() {
        let text = "a".repeat(100_000);
        for pattern in [
            "%a".repeat(3000) + "b",
            format!("%{}b%", "a".repeat(3000)),
            format!("%{}b", "_".repeat(3000)),
        ] {
            assert!(!Pattern::like(&pattern).matches(&text));
        }
    }
}
