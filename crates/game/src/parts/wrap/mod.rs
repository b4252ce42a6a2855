//! Removes line breaks that follow from a fixed line width, and restores them.
//!
//! Format: "Stream layout".
//!
//! Programs that wrap movetext do it greedily: a word goes to the next line if it does not fit, or if the line is already long. Such
//! breaks carry no information once the width is known. They are replaced by spaces before a game is split into items, and restored
//! after it is joined.

mod search;
mod words;

use std::ops::Range;

pub use search::{Unwrapped, Usual, unwrap};
use words::Words;

/// How a file wraps its movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wrap {
    /// The most columns in a line. With `late`, a line that has this many columns ends at the next possible place.
    pub width: u16,
    /// What has a separate line at the end.
    pub ending: Ending,
    /// Whether a line end has a space beside it.
    pub space: Space,
    /// Whether columns are counted in UTF-8 characters and not in bytes.
    pub characters: bool,
    /// Whether a break is CR LF.
    pub crlf: bool,
    /// Whether comments are wrapped too; otherwise each comment is one word.
    pub comments: bool,
    /// Whether a move number and its move stay together.
    pub numbers: bool,
    /// Whether a comment stays with the word before it.
    pub attached: bool,
    /// Whether the last word stays on its line, however long that is.
    pub tail: bool,
    /// Whether a line ends only when it is as long as the width; with `numbers` then, before a move number.
    pub late: bool,
    /// Whether the width is only a guide, and each break is coded; see `streams::layout`.
    pub guided: bool,
}

/// What has a separate line at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Nothing.
    None,
    /// The last word, which is the result.
    Word,
    /// The last comment and the last word, if the comment is right before it; otherwise the last word.
    Comment,
}

/// Where a line end has a space beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Nowhere.
    None,
    /// Before it.
    Before,
    /// After it.
    After,
}

/// Bits of [`Wrap::to_code`] after the width.
const BEHIND_WIDTH: u32 = 12;
/// The number of flags, which are the lowest of these bits.
const FLAGS: u32 = 8;

impl Wrap {
    /// The number of ways of wrapping with the same width.
    pub const WAYS: u32 = 1 << BEHIND_WIDTH;

    /// The bytes that replace a space where a line ends.
    pub fn line_end(self) -> &'static [u8] {
        match (self.space, self.crlf) {
            (Space::None, false) => b"\n",
            (Space::None, true) => b"\r\n",
            (Space::Before, false) => b" \n",
            (Space::Before, true) => b" \r\n",
            (Space::After, false) => b"\n ",
            (Space::After, true) => b"\r\n ",
        }
    }

    /// All but the width, as a number below [`Wrap::WAYS`].
    pub fn way(self) -> u32 {
        self.to_code() % Self::WAYS
    }

    /// A number for each way of wrapping, below 2^28: the width times [`Wrap::WAYS`] and the rest.
    pub fn to_code(self) -> u32 {
        let flags = [
            self.characters,
            self.crlf,
            self.comments,
            self.numbers,
            self.attached,
            self.tail,
            self.late,
            self.guided,
        ];
        let beside = (u32::from(self.width) << 2 | self.ending as u32) << 2 | self.space as u32;
        flags
            .into_iter()
            .fold(beside, |code, flag| code << 1 | u32::from(flag))
    }

    /// The inverse of [`Wrap::to_code`]; any other number gives some way of wrapping.
    pub fn from_code(code: u32) -> Self {
        let flag = |place: u32| code >> (FLAGS - 1 - place) & 1 == 1;
        Self {
            width: (code >> BEHIND_WIDTH) as u16,
            ending: match code >> (FLAGS + 2) & 3 {
                1 => Ending::Word,
                2 => Ending::Comment,
                _ => Ending::None,
            },
            space: match code >> FLAGS & 3 {
                1 => Space::Before,
                2 => Space::After,
                _ => Space::None,
            },
            characters: flag(0),
            crlf: flag(1),
            comments: flag(2),
            numbers: flag(3),
            attached: flag(4),
            tail: flag(5),
            late: flag(6),
            guided: flag(7),
        }
    }

    /// The columns that some text takes.
    fn columns(self, text: &[u8]) -> usize {
        let goes_on = |&&byte: &&u8| byte & 0xC0 == 0x80;
        match self.characters {
            true => text.len() - text.iter().filter(goes_on).count(),
            false => text.len(),
        }
    }

    /// Appends `text` to `out` with breaks in place of spaces where a line is full. The text begins a line.
    pub fn wrap(self, text: &[u8], out: &mut Vec<u8>) {
        let Some(end) = self.ending_of(text) else {
            return self.wrap_lines(text, out);
        };
        self.wrap_lines(&text[..end], out);
        out.extend_from_slice(self.line_end());
        self.wrap_lines(&text[end + 1..], out);
    }

    /// The space before the part that has a separate line at the end.
    fn ending_of(self, text: &[u8]) -> Option<usize> {
        if self.ending == Ending::None {
            return None;
        }
        let lone = |&at: &usize| {
            let beside = [at.checked_sub(1), Some(at + 1)];
            let solid = |at: Option<usize>| text.get(at?).map(|byte| !byte.is_ascii_whitespace());
            text[at] == b' ' && beside.map(solid) == [Some(true); 2]
        };
        let word = text
            .iter()
            .rposition(u8::is_ascii_whitespace)
            .filter(lone)?;
        if self.ending == Ending::Comment && text[word - 1] == b'}' {
            let open = text[..word].iter().rposition(|&byte| byte == b'{')?;
            return open.checked_sub(1).filter(lone);
        }
        Some(word)
    }

    fn wrap_lines(self, text: &[u8], out: &mut Vec<u8>) {
        let mut column = 0;
        let mut left = text.len();
        for (gap, word) in Words::new(self, text) {
            let length = word.len() + gap.len();
            left -= length;
            if gap == b" " && column > 0 && self.is_full(column, word) && !(self.tail && left == 0)
            {
                out.extend_from_slice(self.line_end());
                column = usize::from(self.space == Space::After) + self.columns(word);
            } else {
                out.extend_from_slice(gap);
                column += gap.len() + self.columns(word);
            }
            if let Some(end) = gap.iter().rposition(|&byte| byte == b'\n') {
                column = gap.len() - end - 1 + self.columns(word);
            }
            out.extend_from_slice(word);
            if let Some(end) = word.iter().rposition(|&byte| byte == b'\n') {
                column = self.columns(&word[end + 1..]);
            }
        }
    }

    /// Whether a line of `column` columns ends before a word that follows after a space.
    fn is_full(self, column: usize, word: &[u8]) -> bool {
        let width = usize::from(self.width);
        if self.late {
            column >= width && (!self.numbers || is_numbered(word))
        } else {
            column + 1 + self.columns(word) > width
        }
    }
}

/// Whether a word begins with a move number.
fn is_numbered(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && word.get(digits) == Some(&b'.')
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
mod tests;
