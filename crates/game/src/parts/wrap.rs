//! Takes the breaks of lines out of movetext, and says what is known of a place where a line may end.
//!
//! Format: "Stream layout".
//!
//! Programs that wrap movetext begin a new line where the next word, or a number with its move, or a comment, would exceed a width. The
//! breaks are replaced by spaces before a game is split into items. Stream `layout` codes each of them, predicted from a width.

use std::ops::Range;

/// How lines end in a game's movetext.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wrap {
    /// The columns, in bytes, by which breaks are predicted.
    pub width: u8,
    /// Whether a space stands before each break.
    pub spaced: bool,
    /// Whether a break is CR LF.
    pub crlf: bool,
}

impl Wrap {
    /// The number of codes.
    pub const COUNT: u32 = 1 << 10;

    /// The bytes that replace a space where a line ends.
    pub fn line_end(self) -> &'static [u8] {
        match (self.spaced, self.crlf) {
            (false, false) => b"\n",
            (false, true) => b"\r\n",
            (true, false) => b" \n",
            (true, true) => b" \r\n",
        }
    }

    /// A number for each way of wrapping, below [`Wrap::COUNT`].
    pub fn to_code(self) -> u32 {
        u32::from(self.width) << 2 | u32::from(self.spaced) << 1 | u32::from(self.crlf)
    }

    /// The inverse of [`Wrap::to_code`]; any other number gives some way of wrapping.
    pub fn from_code(code: u32) -> Self {
        Self {
            width: (code >> 2) as u8,
            spaced: code & 2 != 0,
            crlf: code & 1 != 0,
        }
    }
}

/// The length of the longest result.
const RESULT: usize = 7;

/// The number of kinds of places.
pub const KINDS: usize = 256;

/// A place after which a line may end: a lone space, or a brace that opens a comment.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The byte before the space or after which the comment's text begins.
    pub before: u8,
    /// What follows: a word that is not empty.
    pub rest: &'a [u8],
    /// Bytes in the line so far.
    pub column: usize,
    /// Whether it is within a comment.
    pub inside: bool,
}

impl<'a> Place<'a> {
    /// The place at this byte of a text, if a line may end there.
    pub fn at(text: &'a [u8], at: usize, column: usize, inside: bool) -> Option<Self> {
        let solid = |byte: &&u8| !byte.is_ascii_whitespace();
        let rest = &text[at + 1..];
        rest.first().filter(solid)?;
        let before = match text[at] {
            b' ' => *text[..at].last().filter(solid)?,
            b'{' => b'{',
            _ => return None,
        };
        Some(Self {
            before,
            rest,
            column,
            inside,
        })
    }

    /// What fits no more in a line of this width: the next word; this with what belongs to it, a move to its number, the rest to a
    /// comment; and that with the comments after it. Only so much of the text is looked at as may matter.
    pub fn exceeds(&self, width: u8) -> [bool; 3] {
        let left = usize::from(width).saturating_sub(self.column + 1);
        let near = &self.rest[..self.rest.len().min(left + 2)];
        let word_end = |from: usize| {
            let blank = near[from..].iter().position(u8::is_ascii_whitespace);
            blank.map_or(near.len(), |at| from + at)
        };
        let comment_end = |from: usize| {
            let close = memchr::memchr(b'}', &near[from..]);
            close.map_or(near.len(), |at| word_end(from + at))
        };
        let word = word_end(0);
        let unit = if self.before == b'{' || near.first() == Some(&b'{') {
            comment_end(0)
        } else if is_number(&near[..word]) && near.get(word) == Some(&b' ') {
            word_end(word + 1)
        } else {
            word
        };
        let mut all = unit;
        while near[all..].starts_with(b" {") {
            all = comment_end(all);
        }
        [word, unit, all].map(|length| length > left)
    }

    /// The kind of the place, below [`KINDS`].
    pub fn kind(&self, width: u8) -> usize {
        let [word, unit, all] = self.exceeds(width);
        let class = match self.rest {
            rest if rest.len() <= RESULT => 3,
            [b'{', ..] => 1,
            [b'0'..=b'9', ..] => 2,
            _ => 0,
        };
        let flags = [
            word,
            unit,
            all,
            self.column >= usize::from(width),
            self.inside,
            self.before == b'.',
        ];
        flags
            .iter()
            .fold(class, |kind, &flag| kind << 1 | usize::from(flag))
    }
}

/// Whether a word is a number of a move alone.
fn is_number(word: &[u8]) -> bool {
    matches!(word, [b'0'..=b'9', .., b'.'])
}

/// A text without its breaks.
pub struct Unwrapped {
    /// The text, with a space for each break.
    pub flat: Vec<u8>,
    /// The way of wrapping, by which the breaks are predicted.
    pub wrap: Wrap,
}

/// Usual widths, the likeliest first.
const WIDTHS: [u8; 10] = [80, 79, 75, 78, 76, 77, 72, 100, 120, 255];

/// Takes the breaks out of a text: each single line end between two words becomes a space, and one after an opening brace nothing. `None`
/// if there are none. `last` is how the game before was wrapped.
pub fn unwrap(text: &[u8], last: Option<Wrap>) -> Option<Unwrapped> {
    let form = form(text)?;
    let (flat, breaks) = flatten(text, form.line_end())?;
    let mut best = (usize::MAX, 0);
    let longest = text.split(|&byte| byte == b'\n').map(<[u8]>::len).max();
    let longest = longest.unwrap_or_default().min(usize::from(u8::MAX)) as u8;
    let last = last.filter(|last| (last.spaced, last.crlf) == (form.spaced, form.crlf));
    let usual = last.map(|last| last.width);
    for width in usual.into_iter().chain(WIDTHS).chain([longest]) {
        let wrong = unexplained(&flat, &breaks, width);
        // A width costs something unless it is the last one.
        if wrong < best.0.saturating_sub(usize::from(Some(best.1) == usual)) {
            best = (wrong, width);
        }
        if best.0 == 0 {
            break;
        }
    }
    let wrap = Wrap {
        width: best.1,
        ..form
    };
    Some(Unwrapped { flat, wrap })
}

/// The form of the line ends: that of most.
fn form(text: &[u8]) -> Option<Wrap> {
    let first = memchr::memchr(b'\n', text)?;
    let (mut before, mut all) = (0, 0);
    for at in memchr::memchr_iter(b'\n', text) {
        let line = &text[..at];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        before += usize::from(line.ends_with(b" ") && !line.ends_with(b"  "));
        all += 1;
    }
    Some(Wrap {
        width: 0,
        spaced: 2 * before > all,
        crlf: text[..first].ends_with(b"\r"),
    })
}

/// The text without breaks, and where they were; `None` if there are none.
fn flatten(text: &[u8], line_end: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let mut flat = Vec::with_capacity(text.len());
    let mut breaks = Vec::new();
    let mut start = 0;
    for at in memchr::memmem::find_iter(text, line_end) {
        let before = text[..at].last().filter(|byte| !byte.is_ascii_whitespace());
        let after = text
            .get(at + line_end.len())
            .filter(|byte| !byte.is_ascii_whitespace());
        if let (Some(&before), Some(_)) = (before, after) {
            flat.extend_from_slice(&text[start..at]);
            if before != b'{' {
                flat.push(b' ');
            }
            breaks.push(flat.len() - 1);
            start = at + line_end.len();
        }
    }
    flat.extend_from_slice(&text[start..]);
    (start > 0).then_some((flat, breaks))
}

/// How many places are not predicted by a width: by the rule that predicts the most.
fn unexplained(flat: &[u8], breaks: &[usize], width: u8) -> usize {
    let mut wrong = [0; 4];
    let mut breaks = breaks.iter().peekable();
    let (mut column, mut inside) = (0, false);
    for (at, &byte) in flat.iter().enumerate() {
        match byte {
            b'{' => inside = true,
            b'}' => inside = false,
            _ => {}
        }
        let ends = breaks.next_if(|&&next| next == at).is_some();
        if byte == b' '
            && let Some(place) = Place::at(flat, at, column, inside)
        {
            let [word, unit, all] = place.exceeds(width);
            let late = column >= usize::from(width) && place.rest[0].is_ascii_digit();
            for (wrong, full) in wrong.iter_mut().zip([word, unit, all, late]) {
                *wrong += usize::from(full != ends);
            }
        }
        column = if ends || byte == b'\n' { 0 } else { column + 1 };
    }
    wrong.into_iter().min().unwrap_or_default()
}

/// The part of a game that may be wrapped: what follows the tags, without the whitespace around it.
pub fn movetext(game: &[u8], tags_end: usize) -> Range<usize> {
    let rest = &game[tags_end..];
    let first = rest.iter().position(|byte| !byte.is_ascii_whitespace());
    let last = rest.iter().rposition(|byte| !byte.is_ascii_whitespace());
    match (first, last) {
        (Some(first), Some(last)) => tags_end + first..tags_end + last + 1,
        _ => tags_end..tags_end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_of_lines_is_found() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4 Nf6 5. O-O Be7 6. Re1\nb5 7. Bb3 1-0";
        let Unwrapped { flat, wrap } = unwrap(text, None).unwrap();
        assert!(!flat.contains(&b'\n'));
        assert_eq!((wrap.width, wrap.spaced, wrap.crlf), (29, false, false));
        let text = b"1.e4 e5 2.Nf3 Nc6 {a \r\nb} 3.d3 \r\nd6 {\r\n}";
        let Unwrapped { flat, wrap } = unwrap(text, None).unwrap();
        assert_eq!(flat, b"1.e4 e5 2.Nf3 Nc6 {a b} 3.d3 d6 {\r\n}");
        assert!(wrap.spaced && wrap.crlf);
        assert_eq!(Wrap::from_code(wrap.to_code()), wrap);
    }

    #[test]
    fn what_belongs_together_is_seen() {
        let place = |text, column| Place::at(text, 2, column, false).unwrap();
        assert_eq!(place(b"e5 2. Nf3 Nc6", 2).exceeds(5), [false, true, true]);
        assert_eq!(place(b"e5 {a b} Nc6", 2).exceeds(5), [false, true, true]);
        assert_eq!(place(b"e5 d4 {a b}", 2).exceeds(8), [false, false, true]);
        assert_eq!(place(b"e5 {a b} Nc6", 2).exceeds(8), [false; 3]);
        assert!(Place::at(b"e5  Nf3", 2, 2, false).is_none());
    }
}
