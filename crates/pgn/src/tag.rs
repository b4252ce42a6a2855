//! Tag pairs, and lines that try to be one.
//!
//! Not part of the format.

use crate::TagPair;
use crate::byte_class::{
    Wide, blanks_len, count_leading, is_blank, is_line_end, is_name_byte, is_value_landmark,
    is_whitespace, wide_blank,
};

/// More blanks than this between `[` and the name, or between the value and `]`, are not taken for a tag. The bound keeps the splitter's
/// look-ahead constant.
const MAX_BLANKS: usize = 8;

/// Whether a text begins like something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begins {
    /// It does, with so many bytes.
    Yes(usize),
    No,
    /// The text ends before that can be told.
    Undecided,
}

/// Looks for `[`, a few blanks and a letter; the length is that of what precedes the letter.
pub(crate) fn tag_like(text: &[u8]) -> Begins {
    match text.first() {
        None => return Begins::Undecided,
        Some(b'[') => {}
        Some(_) => return Begins::No,
    }
    match few_blanks(text, 1) {
        Begins::Yes(len) => match text.get(len) {
            None => Begins::Undecided,
            Some(byte) if byte.is_ascii_alphabetic() => Begins::Yes(len),
            Some(_) => Begins::No,
        },
        other => other,
    }
}

/// Passes over at most [`MAX_BLANKS`] blanks from `at` on.
fn few_blanks(text: &[u8], mut at: usize) -> Begins {
    for _ in 0..=MAX_BLANKS {
        at += match &text[at..] {
            [] => return Begins::Undecided,
            [first, ..] if is_blank(*first) => 1,
            rest => match wide_blank(rest) {
                Wide::Blank(len) => len,
                Wide::No => return Begins::Yes(at),
                Wide::Undecided => return Begins::Undecided,
            },
        };
    }
    Begins::No
}

/// The tag pair at the start of a text, and its length.
pub(crate) fn pair(text: &[u8]) -> Option<(TagPair<'_>, usize)> {
    let Begins::Yes(begin) = tag_like(text) else {
        return None;
    };
    let name_end = begin + count_leading(&text[begin..], is_name_byte);
    let quote = name_end + blanks_len(&text[name_end..]);
    let value = quote + 1;
    let mut at = value;
    if text.get(quote) != Some(&b'"') {
        return None;
    }
    loop {
        at += text[at..]
            .iter()
            .position(|&byte| is_value_landmark(byte))?;
        match &text[at..] {
            rest @ [b'"', ..] => match closes_pair(rest, true) {
                Begins::Yes(len) => {
                    let pair = TagPair {
                        name: &text[begin..name_end],
                        value: &text[value..at],
                        blanks: [
                            &text[1..begin],
                            &text[name_end..quote],
                            &text[at + 1..at + len - 1],
                        ],
                    };
                    return Some((pair, at + len));
                }
                Begins::No | Begins::Undecided => at += 1,
            },
            // An escaped line end still ends the line.
            [b'\\', escaped, ..] if !is_line_end(*escaped) => at += 2,
            _ => return None,
        }
    }
}

/// Whether the quote at the start of `text` ends its tag pair; the length goes to the end of the pair. That is so if `]` follows, after a
/// few blanks, and then whitespace, the next tag or the end of the text.
pub(crate) fn closes_pair(text: &[u8], at_end: bool) -> Begins {
    let close = match few_blanks(text, 1) {
        Begins::Yes(len) => len,
        Begins::Undecided if at_end => return Begins::No,
        other => return other,
    };
    if text[close] != b']' {
        return Begins::No;
    }
    let end = close + 1;
    match &text[end..] {
        [] if at_end => Begins::Yes(end),
        [next, ..] if is_whitespace(*next) || *next == b'[' => Begins::Yes(end),
        rest => match wide_blank(rest) {
            Wide::Blank(_) => Begins::Yes(end),
            Wide::Undecided if !at_end => Begins::Undecided,
            Wide::No | Wide::Undecided => Begins::No,
        },
    }
}

/// The seven tags that the standard asks for at the start of every game, as bits of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Roster(u8);

impl Roster {
    pub const NONE: Self = Self(0);
    pub const EVENT: Self = Self(1);
    const NAMES: [&'static [u8]; 7] = [
        b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result",
    ];

    /// The tag whose name stands at the start of a text, none if it is no tag of the seven. `None` if the text ends before that can be
    /// told.
    pub fn named(text: &[u8], at_end: bool) -> Option<Self> {
        let window = &text[..text.len().min("Result".len() + 1)];
        let len = count_leading(window, is_name_byte);
        if len == window.len() && len < "Result".len() + 1 && !at_end {
            return None;
        }
        let found = Self::NAMES.iter().position(|name| *name == &window[..len]);
        Some(found.map_or(Self::NONE, |at| Self(1 << at)))
    }

    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn holds(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
