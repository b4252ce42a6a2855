//! Decides whether a line end must be inserted where two PGN texts are joined.
//!
//! Not part of the format.

use pgn::Termination;

/// Bytes at the end of a text that are examined: enough for a termination and the blanks after it.
const TAIL_BYTES: usize = 256;

/// The end of a text to which another is to be joined.
///
/// A file may end after its last game's result without a line end. Joined as they are, that game and the first of the next file
/// would become one, for a tag counts only at the start of a line. [`Border::line_end_before`] says when a line end has to come
/// between them.
///
/// ```
/// let mut border = archive::Border::default();
/// border.pass(b"1. e4 e5 1-0");
/// assert_eq!(border.line_end_before(b"[Event \"Next\"]"), Some(&b"\n"[..]));
/// assert_eq!(border.line_end_before(b"\n[Event \"Next\"]"), None);
/// border.pass(b"\n\n[Result \"1-0\"]\n");
/// assert_eq!(border.line_end_before(b"[Event \"Next\"]"), Some(&b"\n"[..]));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Border {
    tail: Vec<u8>,
    /// Whether the last line end was `\r\n`.
    is_crlf: bool,
    added_bytes: u64,
}

impl Border {
    /// Takes in the next bytes of the text.
    pub fn pass(&mut self, text: &[u8]) {
        if let Some(at) = memchr::memrchr(b'\n', text) {
            let before = at.checked_sub(1).map(|at| text[at]);
            self.is_crlf = before.or(self.tail.last().copied()) == Some(b'\r');
        }
        if text.len() >= TAIL_BYTES {
            self.tail.clear();
            self.tail
                .extend_from_slice(&text[text.len() - TAIL_BYTES..]);
        } else {
            let surplus = (self.tail.len() + text.len()).saturating_sub(TAIL_BYTES);
            self.tail.drain(..surplus);
            self.tail.extend_from_slice(text);
        }
    }

    /// The line ends that must come before a text with these first bytes. There are some only if the next text begins with a tag, and the
    /// text so far ends in the termination of a game without a line end (blanks aside), or in a tag without a blank line. The first 64
    /// bytes of the next text are enough.
    ///
    /// Between two UTF-16 texts of the same byte order, they are in UTF-16 too.
    #[must_use]
    pub fn line_end_before(&self, next: &[u8]) -> Option<&'static [u8]> {
        let (ends, missing) = match Utf16::of(next) {
            Some(order) => {
                let (tail, next) = (order.narrow_end(&self.tail), order.narrow(next));
                let is_crlf = tail.windows(2).any(|pair| pair == b"\r\n");
                (order.line_ends(is_crlf), missing(&tail, &next))
            }
            None if self.is_crlf => (&b"\r\n\r\n"[..], missing(&self.tail, next)),
            None => (&b"\n\n"[..], missing(&self.tail, next)),
        };
        (missing > 0).then(|| &ends[..ends.len() / 2 * missing])
    }

    /// Returns the line end that must come before a text with these first bytes, and counts it as part of the text.
    pub fn begin(&mut self, next: &[u8]) -> &'static [u8] {
        let line_end = self.line_end_before(next).unwrap_or_default();
        self.added_bytes += line_end.len() as u64;
        self.pass(line_end);
        line_end
    }

    /// Bytes of line ends that [`Border::begin`] has put between texts so far.
    #[must_use]
    pub fn added_bytes(&self) -> u64 {
        self.added_bytes
    }
}

/// The byte order of a text in UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Utf16 {
    Little,
    Big,
}

impl Utf16 {
    /// The byte order of a text with these first bytes, by its byte order mark or its first character. `None` if it is not UTF-16.
    fn of(text: &[u8]) -> Option<Self> {
        match text {
            [0xFF, 0xFE, ..] | [b'[' | b' ', 0, ..] => Some(Self::Little),
            [0xFE, 0xFF, ..] | [0, b'[' | b' ', ..] => Some(Self::Big),
            _ => None,
        }
    }

    /// A byte for each unit: an ASCII character as it is, anything else as 128, a byte order mark left out.
    fn narrow(self, text: &[u8]) -> Vec<u8> {
        let units = text.as_chunks::<2>().0.iter().map(|&unit| match self {
            Self::Little => u16::from_le_bytes(unit),
            Self::Big => u16::from_be_bytes(unit),
        });
        let units = units.skip_while(|&unit| unit == 0xFEFF);
        let byte = |unit| u8::try_from(unit).ok().filter(u8::is_ascii);
        units.map(|unit| byte(unit).unwrap_or(128)).collect()
    }

    /// Like [`Utf16::narrow`], for the end of a text.
    fn narrow_end(self, text: &[u8]) -> Vec<u8> {
        self.narrow(&text[text.len() % 2..])
    }

    /// Two line ends.
    fn line_ends(self, is_crlf: bool) -> &'static [u8] {
        match (self, is_crlf) {
            (Self::Little, false) => b"\n\0\n\0",
            (Self::Little, true) => b"\r\0\n\0\r\0\n\0",
            (Self::Big, false) => b"\0\n\0\n",
            (Self::Big, true) => b"\0\r\0\n\0\r\0\n",
        }
    }
}

/// The number of line ends that must come between two texts.
fn missing(before: &[u8], next: &[u8]) -> usize {
    if begins_with_tag(next) && ends_in_termination(before) {
        return 1;
    }
    let space = |byte: &u8| byte.is_ascii_whitespace();
    let solid = before
        .iter()
        .rposition(|byte| !space(byte))
        .map_or(0, |at| at + 1);
    let begin = next
        .iter()
        .position(|byte| !space(byte))
        .unwrap_or(next.len());
    if !ends_in_tag(&before[..solid]) || !begins_with_tag(&next[begin..]) {
        return 0;
    }
    let line_ends = |text: &[u8]| {
        let pairs = text.windows(2).filter(|pair| *pair == b"\r\n").count();
        text.iter()
            .filter(|byte| matches!(byte, b'\r' | b'\n'))
            .count()
            - pairs
    };
    2_usize.saturating_sub(line_ends(&before[solid..]) + line_ends(&next[..begin]))
}

/// Whether a text ends in a tag pair.
fn ends_in_tag(text: &[u8]) -> bool {
    let value = text.strip_suffix(b"]").map(<[u8]>::trim_ascii_end);
    value.is_some_and(|value| value.ends_with(b"\""))
}

/// Whether a text ends, after blanks, in the termination of a game.
fn ends_in_termination(text: &[u8]) -> bool {
    let end = text.iter().rposition(|byte| !is_blank(*byte));
    let text = &text[..end.map_or(0, |end| end + 1)];
    let mut terminations = Termination::ALL.iter().map(|one| one.text().as_bytes());
    terminations.any(|termination| {
        text.strip_suffix(termination)
            .is_some_and(|before| before.last().is_none_or(|&byte| ends_word(byte)))
    })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'}' | b')')
}

/// A byte order mark and blanks may come first.
fn begins_with_tag(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    matches!(&text[blanks..], [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(before: &str, next: &str) -> Option<&'static [u8]> {
        let mut whole = Border::default();
        whole.pass(before.as_bytes());
        let mut dripping = Border::default();
        before.bytes().for_each(|byte| dripping.pass(&[byte]));
        let found = whole.line_end_before(next.as_bytes());
        assert_eq!(found, dripping.line_end_before(next.as_bytes()));
        found
    }

    #[test]
    fn a_game_without_a_line_end_is_kept_apart_from_the_next() {
        for before in [
            "1. e4 *",
            "*",
            "1. e4\n1-0 \t",
            "1. e4 {good}0-1",
            "(1. d4) 1/2-1/2",
        ] {
            for next in ["[Event \"?\"]", "\u{FEFF}[Event \"?\"]", " [White \"x\"]"] {
                assert_eq!(between(before, next), Some(&b"\n"[..]), "{before} {next}");
            }
        }
        assert_eq!(
            between("[A \"b\"]\r\n\r\n*", "[A \"b\"]"),
            Some(&b"\r\n"[..])
        );
        let long = "x".repeat(1000) + "\n1-0";
        assert_eq!(between(&long, "[A \"b\"]"), Some(&b"\n"[..]));
    }

    #[test]
    fn a_game_of_tags_only_is_kept_apart_from_the_next() {
        let next = "[Event \"?\"]\n";
        for (before, ends) in [
            ("[Result \"1-0\"]", "\n\n"),
            ("[Result \"1-0\" ] \t", "\n\n"),
            ("[Result \"1-0\"]\n", "\n"),
            ("[A \"b\"]\r\n[Result \"1-0\"]", "\r\n\r\n"),
            ("[A \"b\"]\r\n[Result \"1-0\"]\r\n", "\r\n"),
        ] {
            assert_eq!(between(before, next), Some(ends.as_bytes()), "{before}");
            let joined = [before, ends, next].concat();
            let twice = joined.replace("[Result", "[Event \"?\"]\n[Result");
            assert_eq!(pgn::games(twice.as_bytes()).count(), 2);
        }
    }

    #[test]
    fn everything_else_is_joined_as_it_is() {
        for (before, next) in [
            ("", "[Event \"?\"]"),
            ("1. e4 *\n", "[Event \"?\"]"),
            ("1. e4 *\r\n", "[Event \"?\"]"),
            ("1. e4 *", "\n[Event \"?\"]"),
            ("1. e4 *", "1. d4 *"),
            ("1. e4 *", "[%clk 1:00]"),
            ("1. e4 *", "["),
            ("1. e4 *", ""),
            ("1. e4 e5", "[Event \"?\"]"),
            ("[Result \"1-0", "[Event \"?\"]"),
            ("[Result \"1-0\"]\n\n", "[Event \"?\"]"),
            ("[Result \"1-0\"]\n", "\n[Event \"?\"]"),
            ("[Result \"1-0\"]", "\n1. e4 *"),
            ("11-0", "[Event \"?\"]"),
        ] {
            assert_eq!(between(before, next), None, "{before} {next}");
        }
    }

    #[test]
    fn texts_in_utf16_are_kept_apart_in_utf16() {
        let little = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>()
        };
        let big = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_be_bytes)
                .collect::<Vec<u8>>()
        };
        for mark in ["", "\u{FEFF}"] {
            let next = format!("{mark}[Event \"?\"]");
            for (before, end) in [
                ("[White \"Ž\"]\n\n1. e4 *", "\n"),
                ("\r\n\r\n1. e4 1-0 ", "\r\n"),
            ] {
                let mut border = Border::default();
                border.pass(&little(before));
                assert_eq!(
                    border.line_end_before(&little(&next)),
                    Some(&little(end)[..])
                );
                assert_eq!(border.line_end_before(&big(&next)), None);
                let mut border = Border::default();
                border.pass(&big(before));
                assert_eq!(border.line_end_before(&big(&next)), Some(&big(end)[..]));
                assert_eq!(border.line_end_before(&little(&next)), None);
            }
        }
        let mut border = Border::default();
        border.pass(&little("1. e4 *\n"));
        assert_eq!(border.line_end_before(&little("[Event \"?\"]")), None);
    }
}
