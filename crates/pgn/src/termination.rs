//! Results, as they stand at the end of a game and in the tag `Result`.
//!
//! Not part of the format.

use crate::byte_class::{blank_len, is_word_end};

/// What a result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// White won: `1-0`.
    White,
    /// Black won: `0-1`.
    Black,
    /// Nobody won: `1/2-1/2`.
    Draw,
    /// The game goes on, or its result is unknown: `*`.
    Open,
}

/// No result is longer, with the byte after it.
pub(crate) const LONGEST: usize = "1/2–1/2".len() + 1;

impl Termination {
    /// Reads the text of a result, blanks aside: `1-0`, `0-1`, `1/2-1/2` and `*`; also half signs, a draw told once (`1/2`), dashes of
    /// other lengths or a colon, `0.5`, and the letter O for a zero. `None` for anything else, `0-0` and `?` among it.
    ///
    /// ```
    /// use pgn::Termination;
    /// assert_eq!(Termination::read(b"1/2"), Some(Termination::Draw));
    /// assert_eq!(Termination::read("½ – ½".as_bytes()), Some(Termination::Draw));
    /// assert_eq!(Termination::read(b"?"), None);
    /// ```
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        let mut solid = Vec::new();
        let mut rest = text;
        while let Some((&first, after)) = rest.split_first() {
            match blank_len(rest) {
                // More is no result.
                0 if solid.len() == LONGEST => return None,
                0 => {
                    solid.push(if first == b':' { b'-' } else { first });
                    rest = after;
                }
                blank => rest = &rest[blank..],
            }
        }
        match score(&solid) {
            Some((HALF, len)) if len == solid.len() => Some(Self::Draw),
            _ => Self::at_start(&solid)
                .filter(|(_, len)| *len == solid.len())
                .map(|(found, _)| found),
        }
    }

    /// The four results.
    pub const ALL: [Self; 4] = [Self::White, Self::Black, Self::Draw, Self::Open];

    /// The text of the result in the PGN standard.
    ///
    /// ```
    /// assert_eq!(pgn::Termination::ALL.map(pgn::Termination::text), ["1-0", "0-1", "1/2-1/2", "*"]);
    /// ```
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The result of two scores, or `*`, at the start of a text and its length. It must not run on as a number, a fraction or a dash.
    ///
    /// A draw told once ends no game: it may be a remark among moves, or a fraction.
    pub(crate) fn at_start(text: &[u8]) -> Option<(Self, usize)> {
        if text.first() == Some(&b'*') {
            return Some((Self::Open, 1));
        }
        let ends = |len: usize| {
            let rest = &text[len..];
            let next = rest.first().copied().unwrap_or(b' ');
            !next.is_ascii_digit() && !matches!(next, b'/' | b':') && dash_len(rest) == 0
        };
        let (white, len) = score(text)?;
        let dash = dash_len(&text[len..]);
        if dash == 0 {
            return None;
        }
        let (black, black_len) = score(&text[len + dash..])?;
        let len = len + dash + black_len;
        let found = match (white, black) {
            (WIN, LOSS) => Self::White,
            (LOSS, WIN) => Self::Black,
            (HALF, HALF) => Self::Draw,
            _ => return None,
        };
        ends(len).then_some((found, len))
    }
}

/// Whether a draw told once, `1/2` or `½`, is what is left of a word.
pub(crate) fn is_draw_told_once(rest: &[u8]) -> bool {
    matches!(score(rest), Some((HALF, len)) if is_word_end(&rest[len..]))
}

/// Scores in half points.
const WIN: u8 = 2;
const HALF: u8 = 1;
const LOSS: u8 = 0;

/// The score at the start of a text and its length.
fn score(text: &[u8]) -> Option<(u8, usize)> {
    match text {
        [b'1', b'/', b'2', ..] => Some((HALF, 3)),
        [0xc2, 0xbd, ..] => Some((HALF, 2)),
        [b'0', b'.', b'5', ..] => Some((HALF, 3)),
        [b'1', ..] => Some((WIN, 1)),
        [b'0' | b'O' | b'o', ..] => Some((LOSS, 1)),
        _ => None,
    }
}

/// The length of the dash at the start of a text: hyphen, en dash, em dash, hyphen without break, minus; 0 if there is none.
fn dash_len(text: &[u8]) -> usize {
    match text {
        [b'-', ..] => 1,
        [0xe2, 0x80, 0x91 | 0x93 | 0x94, ..] | [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}
