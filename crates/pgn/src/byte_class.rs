//! Which bytes end a word, and where on its line a token stands.

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
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' => NAME,
            b'"' | b'\\' => QUOTING,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

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

/// True for ASCII letters, digits and underscores.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    is_any(byte, NAME)
}

/// True for the bytes inside a tag's value that need a closer look: quotes, backslashes and line ends.
pub(crate) fn is_value_landmark(byte: u8) -> bool {
    is_any(byte, QUOTING | LINE_END)
}

/// The number of leading bytes that satisfy `belongs`.
pub(crate) fn count_leading(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter()
        .position(|&byte| !belongs(byte))
        .unwrap_or(text.len())
}
