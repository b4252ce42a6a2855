//! Line breaks that a fixed width explains.
//!
//! Programs that wrap movetext do it greedily: a word goes to the next line if it does not fit, or if the line is already
//! long. Such breaks carry no information once the width is known, so they are taken out as spaces before a game is taken apart
//! and put back after it is joined.

use std::ops::Range;

/// How a file wraps its movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wrap {
    /// Most bytes in a line, or with `late` so many that it ends at the next place where it may.
    pub width: u16,
    /// Whether a break is CR LF.
    pub crlf: bool,
    /// Whether comments are wrapped too; otherwise they are words of their own.
    pub comments: bool,
    /// Whether a move number and its move stay together.
    pub numbers: bool,
    /// Whether a comment stays with the word before it.
    pub attached: bool,
    /// Whether the last word stays where it is, however long the line.
    pub tail: bool,
    /// Whether a line ends only when it is as long as the width; with `numbers` then, before a move number.
    pub late: bool,
    /// Whether the width is only a guide, and each break is coded; see [`super::breaks`].
    pub guided: bool,
}

/// Bits of [`Wrap::to_code`] behind the width.
const FLAGS: u32 = 7;

impl Wrap {
    /// The line break.
    pub fn line_end(self) -> &'static [u8] {
        if self.crlf { b"\r\n" } else { b"\n" }
    }

    /// A number for each way of wrapping, below 2^23.
    pub fn to_code(self) -> u32 {
        let flags = [
            self.crlf,
            self.comments,
            self.numbers,
            self.attached,
            self.tail,
            self.late,
            self.guided,
        ];
        flags.into_iter().fold(u32::from(self.width), |code, flag| {
            code << 1 | u32::from(flag)
        })
    }

    /// The inverse of [`Wrap::to_code`].
    pub fn from_code(code: u32) -> Self {
        let flag = |place: u32| code >> (FLAGS - 1 - place) & 1 == 1;
        Self {
            width: (code >> FLAGS) as u16,
            crlf: flag(0),
            comments: flag(1),
            numbers: flag(2),
            attached: flag(3),
            tail: flag(4),
            late: flag(5),
            guided: flag(6),
        }
    }

    /// Appends `text` to `out` with breaks in place of spaces where a line is full. The text begins a line.
    pub fn wrap(self, text: &[u8], out: &mut Vec<u8>) {
        let mut column = 0;
        let mut left = text.len();
        for (gap, word) in Words::new(self, text) {
            let length = word.len() + gap.len();
            left -= length;
            if gap == b" " && column > 0 && self.is_full(column, word) && !(self.tail && left == 0)
            {
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

    /// Whether a line of `column` bytes ends before a word that follows behind a space.
    fn is_full(self, column: usize, word: &[u8]) -> bool {
        let width = usize::from(self.width);
        if self.late {
            column >= width && (!self.numbers || is_numbered(word))
        } else {
            column + 1 + word.len() > width
        }
    }
}

/// Whether a word begins with a move number.
fn is_numbered(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && word.get(digits) == Some(&b'.')
}

/// What is known of the games before.
#[derive(Default)]
pub(crate) struct Usual {
    /// The last way of wrapping that explained all breaks.
    strict: Option<Wrap>,
    /// The last one that was only a guide, and how many games had one.
    guide: Option<Wrap>,
    guided: u32,
}

/// So many line breaks are hardly ever where a width wants them by chance.
const MANY: usize = 8;

impl Usual {
    /// Takes note of how a game is wrapped.
    pub fn note(&mut self, wrap: Wrap) {
        if wrap.guided {
            self.guide = Some(wrap);
            self.guided = self.guided.saturating_add(1);
        } else {
            self.strict = Some(wrap);
        }
    }

    /// Whether a way of wrapping that explains all breaks of a text says something of the next: not if it may do so by chance where
    /// others are only guided.
    fn is_telling(&self, text: &[u8]) -> bool {
        self.guided == 0 || memchr::memchr_iter(b'\n', text).take(MANY).count() == MANY
    }

    /// Whether it is time to look for one that has not been met: the more games had none, the less often.
    fn is_time_to_search(&self) -> bool {
        self.guided == 0 || self.guided.is_power_of_two()
    }
}

/// A text without the line breaks that wrapping explains.
pub(crate) struct Unwrapped {
    /// The text, with a space for each break.
    pub flat: Vec<u8>,
    /// The way of wrapping that gives the breaks back.
    pub wrap: Wrap,
}

/// Replaces every lone line break between two words by a space, and with `opened` takes out those behind an opening brace: `None` if
/// there is none.
fn flatten(text: &[u8], line_end: &[u8], opened: bool) -> Option<Vec<u8>> {
    let mut flat = Vec::with_capacity(text.len());
    let mut start = 0;
    for at in memchr::memmem::find_iter(text, line_end) {
        let before = text[..at].last().filter(|byte| !byte.is_ascii_whitespace());
        let after = text
            .get(at + line_end.len())
            .filter(|byte| !byte.is_ascii_whitespace());
        if let (Some(&before), Some(_)) = (before, after) {
            flat.extend_from_slice(&text[start..at]);
            if before != b'{' || !opened {
                flat.push(b' ');
            }
            start = at + line_end.len();
        }
    }
    flat.extend_from_slice(&text[start..]);
    (start > 0).then_some(flat)
}

/// Ways of wrapping: whether comments are wrapped, numbers stay with moves, comments with what they follow.
const WAYS: [[bool; 3]; 5] = [
    [true, false, false],
    [false, false, false],
    [true, true, false],
    [false, true, false],
    [false, true, true],
];

/// Widths of lines, and with [`Wrap::late`].
const WIDTHS: [u16; 10] = [80, 79, 75, 78, 76, 77, 100, 120, 72, 255];
const LATE_WIDTHS: [u16; 2] = [72, 80];

/// Takes out the breaks of a text. `None` if it has none.
pub(crate) fn unwrap(text: &[u8], usual: &Usual) -> Option<Unwrapped> {
    let first = memchr::memchr(b'\n', text)?;
    let crlf = text[..first].ends_with(b"\r");
    let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    let flat = flatten(text, line_end, false)?;
    let mut again = Vec::with_capacity(text.len());
    let mut fits = |wrap: &Wrap| {
        again.clear();
        wrap.wrap(&flat, &mut again);
        again == text
    };
    if usual.is_telling(text) {
        let mut found = usual.strict.filter(&mut fits);
        if found.is_none() && usual.is_time_to_search() {
            found = candidates(text, crlf).find(&mut fits);
        }
        if let Some(wrap) = found {
            return Some(Unwrapped { flat, wrap });
        }
    }
    let guide = usual.guide.filter(|guide| guide.crlf == crlf);
    let wrap = guide.unwrap_or_else(|| Wrap {
        width: longest(text).min(80),
        crlf,
        guided: true,
        ..Wrap::from_code(0)
    });
    flatten(text, line_end, true).map(|flat| Unwrapped { flat, wrap })
}

/// The lengths of a text's lines.
fn lengths(text: &[u8]) -> impl DoubleEndedIterator<Item = u16> {
    text.split(|&byte| byte == b'\n').map(|line| {
        let length = line.len() - usize::from(line.ends_with(b"\r"));
        u16::try_from(length).unwrap_or(u16::MAX)
    })
}

fn longest(text: &[u8]) -> u16 {
    lengths(text).max().unwrap_or_default()
}

/// Ways in which a text may be wrapped, the likeliest first.
fn candidates(text: &[u8], crlf: bool) -> impl Iterator<Item = Wrap> {
    let longest = longest(text);
    let shortest = lengths(text).rev().skip(1).min().unwrap_or_default();
    let ways = [false, true]
        .into_iter()
        .flat_map(|tail| WAYS.map(|way| (tail, way)));
    let early = ways.flat_map(move |(tail, [comments, numbers, attached])| {
        let widths = WIDTHS.into_iter().chain([longest]);
        widths.map(move |width| Wrap {
            width,
            crlf,
            comments,
            numbers,
            attached,
            tail,
            ..Wrap::from_code(0)
        })
    });
    let late = LATE_WIDTHS.into_iter().chain([shortest]);
    let late = late.flat_map(move |width| {
        [true, false].map(|numbers| Wrap {
            width,
            crlf,
            comments: true,
            numbers,
            late: true,
            ..Wrap::from_code(0)
        })
    });
    early
        .filter(move |wrap| wrap.width >= longest || wrap.tail)
        .chain(late.filter(move |wrap| wrap.width <= shortest))
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
            let next = rest.iter().position(u8::is_ascii_whitespace);
            end += 1 + next.unwrap_or(rest.len());
        }
        while self.wrap.attached && text[end..].starts_with(b" {") {
            let rest = &text[end..];
            end += memchr::memchr(b'}', rest).map_or(rest.len(), |at| at + 1);
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
        let Unwrapped { flat, wrap } = unwrap(text, &Usual::default()).unwrap();
        assert!(!wrap.guided);
        assert!(!flat.contains(&b'\n'));
        let mut again = Vec::new();
        wrap.wrap(&flat, &mut again);
        assert_eq!(again, text);
    }

    #[test]
    fn breaks_behind_the_width_are_found_and_put_back() {
        let text =
            b"1.e4 e5 2.Nf3 Nc6\n3.d3 d6 4.Nb1xd2+ Qd8xd2+\n5.O-O Be7 6.Re1 b5\n7.Bb3 d6  1-0";
        let Unwrapped { flat, wrap } = unwrap(text, &Usual::default()).unwrap();
        assert!(wrap.late && wrap.numbers && !wrap.guided);
        assert!(!flat.contains(&b'\n'));
        let mut again = Vec::new();
        wrap.wrap(&flat, &mut again);
        assert_eq!(again, text);
    }

    #[test]
    fn a_game_that_is_wrapped_by_hand_changes_nothing_for_the_next() {
        let flat = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 ".repeat(8);
        let (mut strict, by_hand) = (Vec::new(), flat.trim().replace(" Nf3 ", "\nNf3\n"));
        let width = Wrap {
            width: 30,
            ..Wrap::from_code(0)
        };
        width.wrap(flat.trim().as_bytes(), &mut strict);
        let mut usual = Usual::default();
        for (text, guided) in [
            (&strict[..], false),
            (by_hand.as_bytes(), true),
            (&strict[..], false),
        ] {
            let wrap = unwrap(text, &usual).unwrap().wrap;
            assert_eq!(wrap.guided, guided);
            usual.note(wrap);
        }
    }

    proptest! {
        #[test]
        fn whatever_unwraps_wraps_back(words in proptest::collection::vec("[a-z{}.0-9 ]{1,9}", 1..40), width in 8u16..40, flags in 0u32..64) {
            let wrap = Wrap { width, ..Wrap::from_code(flags << 1) };
            let mut usual = Usual::default();
            usual.note(wrap);
            let mut text = Vec::new();
            wrap.wrap(words.join(" ").trim().as_bytes(), &mut text);
            if let Some(Unwrapped { flat, wrap }) = unwrap(&text, &usual) && !wrap.guided {
                let mut again = Vec::new();
                Wrap::from_code(wrap.to_code()).wrap(&flat, &mut again);
                prop_assert_eq!(again, text);
            }
        }
    }
}
