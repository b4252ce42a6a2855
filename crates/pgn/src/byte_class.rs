//! Which bytes end a word, and where on its line a token stands.
//!
//! Not part of the format.

/// Space, tab, vertical tab, form feed.
const BLANK: u8 = 1;
/// CR, LF.
const LINE_END: u8 = 2;
/// A byte that starts a token of its own wherever it stands outside comments and tags.
const STRUCTURAL: u8 = 4;
/// A byte of a tag's name.
const NAME: u8 = 8;
/// A quote or a backslash: what a tag's value has to stop at, beside line ends.
const QUOTING: u8 = 16;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | 0x0b | 0x0c => BLANK,
            b'\r' | b'\n' => LINE_END,
            b'{' | b'}' | b'(' | b')' | b';' | b'!' | b'?' | b'$' => STRUCTURAL,
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => NAME,
            b'_' | b'+' | b'#' | b'=' | b':' | b'-' => NAME,
            b'"' | b'\\' => QUOTING,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Where the next byte stands on its line: decides whether a `[` opens a tag and a `%` hides the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The first byte of a line.
    First,
    /// Only blanks or tag pairs precede it on the line.
    Indent,
    /// Something else precedes it.
    Inside,
}

impl Column {
    /// The column after a blank.
    #[inline]
    pub fn after_blank(self, blank: &[u8]) -> Self {
        match self {
            // A byte order mark takes no room.
            Self::First if blank != b"\xef\xbb\xbf" => Self::Indent,
            column => column,
        }
    }
}

fn is_any(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}

pub(crate) fn is_blank(byte: u8) -> bool {
    is_any(byte, BLANK)
}

pub(crate) fn is_line_end(byte: u8) -> bool {
    is_any(byte, LINE_END)
}

pub(crate) fn is_whitespace(byte: u8) -> bool {
    is_any(byte, BLANK | LINE_END)
}

/// True for whitespace and for structural bytes.
pub(crate) fn ends_word(byte: u8) -> bool {
    is_any(byte, BLANK | LINE_END | STRUCTURAL)
}

/// True for what the PGN standard calls a symbol: ASCII letters, digits and `_+#=:-`.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    is_any(byte, NAME)
}

/// True for the bytes inside a tag's value that need a closer look: quotes, backslashes and line ends.
pub(crate) fn is_value_landmark(byte: u8) -> bool {
    is_any(byte, QUOTING | LINE_END)
}

/// Whether a text begins with a blank that is no ASCII character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wide {
    /// It does: a blank of so many bytes.
    Blank(usize),
    No,
    /// The text ends before that can be told.
    Undecided,
}

/// Looks for a blank outside ASCII, in UTF-8: no-break and thin spaces, spaces of no width, marks of direction, byte order marks. A
/// lone `A0` is the no-break space of Latin-1: within a character of UTF-8 it cannot come first.
pub(crate) fn wide_blank(text: &[u8]) -> Wide {
    match text {
        [0xa0, ..] => Wide::Blank(1),
        [0xc2, 0xa0 | 0xad, ..] => Wide::Blank(2),
        [0xe2, 0x80, 0x80..=0x8f | 0xa8..=0xaf, ..]
        | [0xe2, 0x81, 0x9f..=0xaf, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => Wide::Blank(3),
        [] | [0xc2 | 0xe2 | 0xe3 | 0xef] | [0xe2, 0x80 | 0x81] | [0xe3, 0x80] | [0xef, 0xbb] => {
            Wide::Undecided
        }
        _ => Wide::No,
    }
}

/// The length of the blank at the start of a text, of ASCII or not; 0 if there is none.
#[inline]
pub(crate) fn blank_len(text: &[u8]) -> usize {
    match text {
        [first, ..] if first.is_ascii() => usize::from(is_blank(*first)),
        _ => match wide_blank(text) {
            Wide::Blank(len) => len,
            Wide::No | Wide::Undecided => 0,
        },
    }
}

/// The length of the run of blanks at the start of a text.
pub(crate) fn blanks_len(text: &[u8]) -> usize {
    let mut len = 0;
    loop {
        match blank_len(&text[len..]) {
            0 => return len,
            blank => len += blank,
        }
    }
}

/// A text without the blanks and line ends at both ends, blanks beyond ASCII among them.
///
/// ```
/// assert_eq!(pgn::trim_blanks("\u{a0}1-0 \n".as_bytes()), b"1-0");
/// ```
#[must_use]
pub fn trim_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        match text {
            [first, rest @ ..] if is_line_end(*first) => text = rest,
            _ => match blank_len(text) {
                0 => break,
                blank => text = &text[blank..],
            },
        }
    }
    loop {
        match text {
            [rest @ .., last] if is_whitespace(*last) => text = rest,
            _ => match (2..=3).find(|&len| is_wide_blank(text, len)) {
                Some(len) => text = &text[..text.len() - len],
                None => return text,
            },
        }
    }
}

/// Whether the last `len` bytes of a text are one blank.
fn is_wide_blank(text: &[u8], len: usize) -> bool {
    let tail = text.len().checked_sub(len).map(|at| &text[at..]);
    tail.is_some_and(|tail| wide_blank(tail) == Wide::Blank(len))
}

/// Whether a word that goes on up to `text` ends there.
#[inline]
pub(crate) fn is_word_end(text: &[u8]) -> bool {
    match text {
        [] => true,
        [first, ..] if first.is_ascii() => ends_word(*first),
        _ => blank_len(text) > 0,
    }
}

/// The number of leading bytes that satisfy `belongs`.
pub(crate) fn count_leading(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter()
        .position(|&byte| !belongs(byte))
        .unwrap_or(text.len())
}

/// The length of the run of bytes before the first that [`ends_word`].
///
/// Words are short and their lengths irregular, so a byte loop costs a mispredicted branch for each; this looks at eight bytes at a
/// time.
#[inline]
pub(crate) fn word_len(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = text[at..].first_chunk() {
        let mut suspects = suspects(u64::from_le_bytes(*eight));
        while suspects != 0 {
            let len = at + suspects.trailing_zeros() as usize / 8;
            if ends_word(text[len]) {
                return len;
            }
            suspects &= suspects - 1;
        }
        at += 8;
    }
    at + count_leading(&text[at..], |byte| !ends_word(byte))
}

/// Marks, by its high bit, every byte below `+`, every one of `;` and `?`, every ASCII byte above `z`, and perhaps more.
fn suspects(eight: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let below = |bytes: u64, bound: u8| bytes.wrapping_sub(ONES * u64::from(bound)) & !bytes;
    let is = |bytes: u64, byte: u8| below(bytes ^ (ONES * u64::from(byte)), 1);
    // The two differ in one bit.
    let semicolon_or_question_mark = is(eight | (ONES * 4), b'?');
    let above_z = (eight & (ONES * 0x7f)) + ONES * u64::from(0x80 - (b'z' + 1));
    let marks = below(eight, b'+') | semicolon_or_question_mark | above_z;
    marks & (ONES * 0x80)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn eight_bytes_at_a_time_find_the_same_end_as_one_by_one(
            text in proptest::collection::vec(prop_oneof![Just(b'#'), Just(b'a'), b'a'..=b'|', any::<u8>()], 0..40)
        ) {
            prop_assert_eq!(word_len(&text), count_leading(&text, |byte| !ends_word(byte)));
        }
    }

    #[test]
    fn every_byte_alone_ends_a_word_at_every_place_or_never() {
        for byte in 0..=255 {
            for at in 0..16 {
                let mut text = [b'e'; 16];
                text[at] = byte;
                assert_eq!(word_len(&text), if ends_word(byte) { at } else { 16 });
            }
        }
    }
}
