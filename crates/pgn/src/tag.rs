//! Tag pairs, and lines that try to be one.
//!
//! Not part of the format.

use crate::TagPair;
use crate::byte_class::{
    count_leading, is_blank, is_line_end, is_name_byte, is_value_landmark, is_whitespace,
};

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

/// The length of the canonical tag pair at the start of a text that is [`tag_like`], if there is one.
pub(crate) fn pair_len(text: &[u8]) -> Option<usize> {
    let name = count_leading(&text[1..], is_name_byte);
    let mut rest = text[1 + name..].strip_prefix(b" \"").filter(|_| name > 0)?;
    loop {
        let landmark = rest.iter().position(|&byte| is_value_landmark(byte))?;
        rest = &rest[landmark..];
        match rest {
            [b'"', ..] if closes_pair(rest) => return Some(text.len() - rest.len() + 2),
            [b'"', ..] => rest = &rest[1..],
            // An escaped line end still ends the line.
            [b'\\', escaped, ..] if !is_line_end(*escaped) => rest = &rest[2..],
            _ => return None,
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
