//! Line breaks that a fixed width explains.
//!
//! Programs that wrap movetext do it greedily: a word goes to the next line if it does not fit. Such breaks carry no
//! information once the width is known, so they are taken out as spaces before a game is taken apart and put back
//! after it is joined.

use std::ops::Range;

/// How a file wraps its movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wrap {
    /// Most bytes in a line.
    pub width: u16,
    /// Whether a break is CR LF.
    pub crlf: bool,
    /// Whether comments are wrapped too; otherwise they are words of their own.
    pub comments: bool,
    /// Whether a move number and its move stay together.
    pub numbers: bool,
}

impl Wrap {
    /// The line break.
    fn line_end(self) -> &'static [u8] {
        if self.crlf { b"\r\n" } else { b"\n" }
    }

    /// A number for each way of wrapping, below 2^19.
    pub fn to_code(self) -> u32 {
        let flags = [self.crlf, self.comments, self.numbers];
        let flags = flags
            .into_iter()
            .fold(0, |code, flag| code << 1 | u32::from(flag));
        u32::from(self.width) << 3 | flags
    }

    /// The inverse of [`Wrap::to_code`].
    pub fn from_code(code: u32) -> Self {
        Self {
            width: (code >> 3) as u16,
            crlf: code & 4 != 0,
            comments: code & 2 != 0,
            numbers: code & 1 != 0,
        }
    }

    /// Appends `text` to `out` with breaks in place of spaces where a word would not fit. The text begins a line.
    pub fn wrap(self, text: &[u8], out: &mut Vec<u8>) {
        let mut column = 0;
        for (gap, word) in Words::new(self, text) {
            let length = word.len() + gap.len();
            if gap == b" " && column + length > usize::from(self.width) && column > 0 {
                out.extend_from_slice(self.line_end());
                column = word.len();
            } else {
                out.extend_from_slice(gap);
                column += length;
            }
            if let Some(end) = gap.iter().rposition(|&byte| byte == b'\n') {
                column = gap.len() - end - 1 + word.len();
            }
            out.extend_from_slice(word);
            if let Some(end) = word.iter().rposition(|&byte| byte == b'\n') {
                column = word.len() - end - 1;
            }
        }
    }
}

/// Replaces every lone line break between two words by a space: `None` if there is none, or more than one kind.
///
/// Returns the text and whether the breaks are CR LF.
fn unwrap_all(text: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity(text.len());
    let crlf = text[..memchr::memchr(b'\n', text)?].ends_with(b"\r");
    let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    let mut start = 0;
    let mut found = false;
    for at in memchr::memmem::find_iter(text, line_end) {
        let before = text[..at]
            .last()
            .is_some_and(|byte| !byte.is_ascii_whitespace());
        let after = text
            .get(at + line_end.len())
            .is_some_and(|byte| !byte.is_ascii_whitespace());
        if before && after {
            out.extend_from_slice(&text[start..at]);
            out.push(b' ');
            start = at + line_end.len();
            found = true;
        }
    }
    out.extend_from_slice(&text[start..]);
    found.then_some((out, crlf))
}

/// The text without its breaks and the way of wrapping that gives them back, if there is one; `usual` is tried first.
pub(crate) fn unwrap(text: &[u8], usual: Option<Wrap>) -> Option<(Vec<u8>, Wrap)> {
    let (flat, crlf) = unwrap_all(text)?;
    let longest = text
        .split(|&byte| byte == b'\n')
        .map(|line| line.len() - usize::from(line.ends_with(b"\r")))
        .max()?;
    let longest = u16::try_from(longest).ok()?;
    let mut again = Vec::with_capacity(text.len());
    let mut fits = |wrap: Wrap| {
        again.clear();
        wrap.wrap(&flat, &mut again);
        again == text
    };
    if let Some(usual) = usual.filter(|&usual| usual.width >= longest && fits(usual)) {
        return Some((flat, usual));
    }
    for (comments, numbers) in [(true, false), (false, false), (true, true), (false, true)] {
        // The widths in use first: most games fit several.
        let widths = [80, 79, 75, longest, 78, 76, 77, 100, 120, 72, 255];
        for width in widths.into_iter().filter(|&width| width >= longest) {
            let wrap = Wrap {
                width,
                crlf,
                comments,
                numbers,
            };
            if fits(wrap) {
                return Some((flat, wrap));
            }
        }
    }
    None
}

/// The part of a game that may be wrapped: what follows the tags, without the whitespace around it.
pub(crate) fn movetext(game: &[u8], tags_end: usize) -> Range<usize> {
    let rest = &game[tags_end..];
    let first = rest.iter().position(|byte| !byte.is_ascii_whitespace());
    let last = rest.iter().rposition(|byte| !byte.is_ascii_whitespace());
    match (first, last) {
        (Some(first), Some(last)) => tags_end + first..tags_end + last + 1,
        _ => tags_end..tags_end,
    }
}

/// Pairs of the whitespace before a word, and the word.
struct Words<'a> {
    wrap: Wrap,
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    fn new(wrap: Wrap, rest: &'a [u8]) -> Self {
        Self { wrap, rest }
    }

    /// The length of the word that `text` begins with.
    fn word(&self, text: &[u8]) -> usize {
        let mut end = 0;
        loop {
            if !self.wrap.comments && text.get(end) == Some(&b'{') {
                end += memchr::memchr(b'}', &text[end..]).map_or(text.len() - end, |at| at + 1);
            }
            let part = &text[end..];
            let stop =
                |&byte: &u8| byte.is_ascii_whitespace() || byte == b'{' && !self.wrap.comments;
            let length = part.iter().position(stop).unwrap_or(part.len());
            end += length;
            if length == 0 || text.get(end) != Some(&b'{') {
                break;
            }
        }
        let is_number = text[..end].last() == Some(&b'.') && text[0].is_ascii_digit();
        if self.wrap.numbers && is_number && text.get(end) == Some(&b' ') {
            let rest = &text[end + 1..];
            let next = rest
                .iter()
                .position(u8::is_ascii_whitespace)
                .unwrap_or(rest.len());
            return end + 1 + next;
        }
        end
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let blank = |byte: &u8| !byte.is_ascii_whitespace();
        let gap = self.rest.iter().position(blank).unwrap_or(self.rest.len());
        let (gap, rest) = self.rest.split_at(gap);
        let (word, rest) = rest.split_at(if rest.is_empty() { 0 } else { self.word(rest) });
        self.rest = rest;
        Some((gap, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn breaks_of_a_fixed_width_are_found_and_put_back() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4 Nf6 5. O-O Be7 6. Re1\nb5 7. Bb3 1-0";
        let (flat, wrap) = unwrap(text, None).unwrap();
        assert!(!flat.contains(&b'\n'));
        let mut again = Vec::new();
        wrap.wrap(&flat, &mut again);
        assert_eq!(again, text);
    }

    #[test]
    fn uneven_breaks_are_left_alone() {
        assert!(unwrap(b"1. e4\ne5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4\nNf6", None).is_none());
    }

    proptest! {
        #[test]
        fn whatever_unwraps_wraps_back(words in proptest::collection::vec("[a-z{}.0-9 ]{1,9}", 1..40), width in 8u16..40, flags in 0u32..8) {
            let wrap = Wrap { width, ..Wrap::from_code(flags) };
            let mut text = Vec::new();
            wrap.wrap(words.join(" ").trim().as_bytes(), &mut text);
            if let Some((flat, wrap)) = unwrap(&text, Some(wrap)) {
                let mut again = Vec::new();
                Wrap::from_code(wrap.to_code()).wrap(&flat, &mut again);
                prop_assert_eq!(again, text);
            }
        }
    }
}
