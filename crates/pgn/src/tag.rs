//! Tag pairs, and lines that try to be one.

use crate::TagPair;
use crate::byte_class::{is_blank, is_line_end, is_whitespace};

/// More blanks than this between `[` and the name are not taken for a tag. The bound keeps the splitter's look-ahead constant.
const MAX_BLANKS_BEFORE_NAME: usize = 8;

/// Whether a text begins like a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagLike {
    Yes,
    No,
    /// The text ends before that can be told.
    Undecided,
}

/// Looks for `[`, a few blanks and a letter.
pub(crate) fn tag_like(text: &[u8]) -> TagLike {
    let Some((b'[', rest)) = text.split_first() else {
        return if text.is_empty() {
            TagLike::Undecided
        } else {
            TagLike::No
        };
    };
    for (blanks, &byte) in rest.iter().enumerate() {
        if byte.is_ascii_alphabetic() {
            return TagLike::Yes;
        }
        if !is_blank(byte) || blanks == MAX_BLANKS_BEFORE_NAME {
            return TagLike::No;
        }
    }
    TagLike::Undecided
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The length of the canonical tag pair at the start of a text that is [`tag_like`], if there is one.
pub(crate) fn pair_len(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    while is_name_byte(*text.get(at)?) {
        at += 1;
    }
    if at == 1 || text.get(at..at + 2)? != b" \"" {
        return None;
    }
    at += 2;
    loop {
        match *text.get(at)? {
            b'"' if closes_pair(&text[at..]) => return Some(at + 2),
            // An escaped line end still ends the line.
            b'\\' if !is_line_end(*text.get(at + 1)?) => at += 2,
            byte if is_line_end(byte) => return None,
            _ => at += 1,
        }
    }
}

/// Whether the quote at the start of `text` ends its tag pair. Depends on the first three bytes only.
pub(crate) fn closes_pair(text: &[u8]) -> bool {
    match text {
        [_, b']', next, ..] => is_whitespace(*next),
        [_, b']'] => true,
        _ => false,
    }
}

/// Cuts the text of a tag pair token into its halves.
pub(crate) fn halves(pair: &[u8]) -> Option<TagPair<'_>> {
    let inner = pair.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
    let space = inner.iter().position(|&byte| byte == b' ')?;
    let value = inner[space + 1..].strip_prefix(b"\"")?;
    Some(TagPair {
        name: &inner[..space],
        value,
    })
}
