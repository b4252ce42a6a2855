//! Reads and writes lines of moves in comments: moves separated by spaces, numbered or not.
//!
//! Format: "Lines in comments".

use crate::comments::pv::LONGEST;
use legal::san::{self, Spelling};
use legal::{Cursor, Place, Position};

use super::number::digits;
use game::parts::comment::write_digits;

/// A line in a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Where it starts: the number of a place of [`CommentCursor::places`](super::comment_cursor::CommentCursor::places).
    pub start: u8,
    /// The code of its spelling.
    pub spelling: u16,
    pub numbers: Numbers,
    /// The index of each move among the legal ones.
    pub moves: Vec<u16>,
    pub text: Vec<u8>,
}

/// How the first move of a line and those of White are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Not at all.
    #[default]
    None,
    /// `12.Nf3`, or `12...Nf6`.
    Close,
    /// `12. Nf3`, or `12... Nf6`.
    Apart,
}

impl Numbers {
    pub const ALL: [Self; 3] = [Self::None, Self::Close, Self::Apart];

    /// How the line at the start of a text is numbered, if there is one.
    fn of(text: &[u8]) -> Option<Self> {
        let (numbers, rest) = match numbered(text) {
            None => (Self::None, text),
            Some(length) => match &text[length..] {
                [b' ', rest @ ..] => (Self::Apart, rest),
                rest => (Self::Close, rest),
            },
        };
        word(rest).map(|_| numbers)
    }

    /// Appends the space and the number before the next move in a position.
    pub fn write(self, position: &Position, first: bool, out: &mut Vec<u8>) {
        if !first {
            out.push(b' ');
        }
        if self != Self::None && (first || position.turn().is_white()) {
            write_number(position, out);
            out.extend((self == Self::Apart).then_some(b' '));
        }
    }
}

impl Line {
    /// Reads the line at the start of a text, from the place where the most of it can be played; `usual` is tried first.
    pub fn read(text: &[u8], places: &[Option<Place>; 3], usual: (u8, u16)) -> Option<Self> {
        let numbers = Numbers::of(text)?;
        let starts = [usual.0]
            .into_iter()
            .chain((0..3).filter(|&start| start != usual.0));
        let mut longest: Option<Self> = None;
        for start in starts {
            let Some(place) = &places[usize::from(start)] else {
                continue;
            };
            let Some(line) = Self::read_from(text, place, (start, numbers), usual.1) else {
                continue;
            };
            let goes_on = |rest: &[u8]| Numbers::of(rest).is_some();
            let complete = !matches!(&text[line.text.len()..], [b' ', rest @ ..] if goes_on(rest));
            if longest
                .as_ref()
                .is_none_or(|longest| line.text.len() > longest.text.len())
            {
                longest = Some(line);
            }
            if complete {
                break;
            }
        }
        longest
    }

    fn read_from(text: &[u8], place: &Place, lead: (u8, Numbers), usual: u16) -> Option<Self> {
        let usual = Spelling::from_code(usual).unwrap_or_default();
        let (line, other) = Self::read_as(text, place, lead, usual);
        match other {
            None => line,
            Some(spelling) => {
                let (other, _) = Self::read_as(text, place, lead, spelling);
                let length = |line: &Option<Self>| line.as_ref().map_or(0, |line| line.text.len());
                if length(&other) > length(&line) {
                    other
                } else {
                    line
                }
            }
        }
    }

    /// Reads moves as long as they have this spelling. If another spelling ended the line, that is returned too.
    fn read_as(
        text: &[u8],
        place: &Place,
        (start, numbers): (u8, Numbers),
        spelling: Spelling,
    ) -> (Option<Self>, Option<Spelling>) {
        let mut cursor = Cursor::at(place.clone());
        let mut line = Self {
            start,
            spelling: spelling.to_code(),
            numbers,
            ..Self::default()
        };
        let mut other = None;
        let (mut lead, mut written) = (Vec::new(), Vec::new());
        while line.moves.len() < LONGEST {
            lead.clear();
            numbers.write(cursor.position(), line.moves.is_empty(), &mut lead);
            let rest = text[line.text.len()..].strip_prefix(&lead[..]);
            let Some(word) = rest.and_then(word) else {
                break;
            };
            let Some(index) = san::read(word, cursor.position(), cursor.legal()) else {
                break;
            };
            let facts = cursor.play(index);
            written.clear();
            facts.write(spelling, &mut written);
            if written != word {
                other = facts.spelling(word, spelling);
                break;
            }
            line.text.extend_from_slice(&lead);
            line.text.extend_from_slice(word);
            line.moves.push(index as u16);
        }
        let read = !line.moves.is_empty();
        (read.then_some(line), other)
    }
}

/// The word at the start of a text, if it may be a move.
fn word(text: &[u8]) -> Option<&[u8]> {
    if !matches!(
        text.first()?,
        b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O'
    ) {
        return None;
    }
    let inside = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'#' | b'=' | b'@')
    };
    let end = text
        .iter()
        .position(|byte| !inside(byte))
        .unwrap_or(text.len());
    (2..=10).contains(&end).then(|| &text[..end])
}

/// How long the number of a move at the start of a text is, with its dots.
pub(super) fn numbered(text: &[u8]) -> Option<usize> {
    let length = digits(text);
    if !(1..=3).contains(&length) || text[0] == b'0' {
        return None;
    }
    let dots = text[length..].iter().take_while(|&&byte| byte == b'.');
    let dots = dots.count();
    (dots == 1 || dots == 3).then_some(length + dots)
}

/// Appends the number of the next move in a position.
fn write_number(position: &Position, out: &mut Vec<u8>) {
    write_digits(position.fullmoves().into(), 1, out);
    let white = position.turn().is_white();
    out.extend_from_slice(if white { b"." } else { b"..." });
}
