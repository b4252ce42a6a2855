//! Text patterns of `like` and `glob`.
//!
//! Not part of the format.

use crate::fold::fold;

/// A pattern, matched without regard to case and accents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Any number of letters.
    Any,
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
            '%' => Part::Any,
            '_' => Part::One,
            letter => Part::Letter(letter),
        };
        Self(fold(text).chars().map(part).collect())
    }

    /// `*` matches any number of letters, `?` one, and `[abc]`, `[a-z]` and `[!a-z]` one of a class.
    pub fn glob(text: &str) -> Self {
        let letters: Vec<char> = fold(text).chars().collect();
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(&letter) = letters.get(at) {
            at += 1;
            parts.push(match letter {
                '*' => Part::Any,
                '?' => Part::One,
                '[' => match class(&letters[at..]) {
                    Some((class, length)) => {
                        at += length;
                        class
                    }
                    None => Part::Letter('['),
                },
                letter => Part::Letter(letter),
            });
        }
        Self(parts)
    }

    /// Whether the pattern matches the whole text. The time is at most the product of the lengths.
    pub fn matches(&self, text: &str) -> bool {
        let letters: Vec<char> = fold(text).chars().collect();
        let (mut at, mut part) = (0, 0);
        // The last `Any`, and how far the text goes that it stands for.
        let mut any = None;
        while at < letters.len() {
            match self.0.get(part) {
                Some(Part::Any) => {
                    any = Some((part, at));
                    part += 1;
                }
                Some(found) if found.is(letters[at]) => {
                    part += 1;
                    at += 1;
                }
                _ => {
                    let Some((start, end)) = any else {
                        return false;
                    };
                    any = Some((start, end + 1));
                    part = start + 1;
                    at = end + 1;
                }
            }
        }
        self.0[part..].iter().all(|part| *part == Part::Any)
    }
}

impl Part {
    fn is(&self, letter: char) -> bool {
        match self {
            Self::Any => false,
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
    fn a_pattern_of_many_wildcards_takes_no_more_than_the_product() {
        let text = "a".repeat(20_000);
        assert!(!Pattern::like(&("%a".repeat(500) + "b")).matches(&text));
    }
}
