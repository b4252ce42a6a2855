//! Which bytes end a word, and where on its line a token stands.

/// Space, tab, vertical tab, form feed.
const BLANK: u8 = 1;
/// CR, LF.
const LINE_END: u8 = 2;
/// A byte that starts a token of its own wherever it stands outside comments and tags.
const STRUCTURAL: u8 = 4;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | 0x0b | 0x0c => BLANK,
            b'\r' | b'\n' => LINE_END,
            b'{' | b'}' | b'(' | b')' | b';' | b'!' | b'?' | b'$' => STRUCTURAL,
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

pub(crate) fn is_blank(byte: u8) -> bool {
    CLASSES[usize::from(byte)] == BLANK
}

pub(crate) fn is_line_end(byte: u8) -> bool {
    CLASSES[usize::from(byte)] == LINE_END
}

pub(crate) fn is_whitespace(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & (BLANK | LINE_END) != 0
}

/// True for whitespace and for structural bytes.
pub(crate) fn ends_word(byte: u8) -> bool {
    CLASSES[usize::from(byte)] != 0
}

/// The number of leading bytes that satisfy `belongs`.
pub(crate) fn count_leading(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter()
        .position(|&byte| !belongs(byte))
        .unwrap_or(text.len())
}
