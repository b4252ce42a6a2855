//! Gaps as templates: move numbers and the result are filled in.
//!
//! Format: "Stream layout".

use crate::block::comment::write_digits;
use crate::block::game::Game;

/// Bytes of a template that stand for something.
const NUMBER: u8 = 1;
const RESULT: u8 = 2;
/// The byte before one that would stand for something but does not.
const LITERAL: u8 = 3;

/// What fills a template's blanks.
pub(super) struct Blanks<'a> {
    /// The number of the next move; 0 where no number is expected.
    pub number: u32,
    /// The value of the tag `Result`.
    pub result: &'a [u8],
}

impl Blanks<'_> {
    /// Appends a template with its blanks filled in; `None` once that is longer than `limit`.
    pub fn fill(&self, template: &[u8], limit: usize, out: &mut Vec<u8>) -> Option<()> {
        let most = out.len().saturating_add(limit);
        let mut bytes = template.iter();
        while let Some(&byte) = bytes.next() {
            match byte {
                NUMBER => write_digits(self.number.into(), 1, out),
                RESULT => out.extend_from_slice(self.result),
                LITERAL => out.extend(bytes.next()),
                byte => out.push(byte),
            }
            if out.len() > most {
                return None;
            }
        }
        Some(())
    }

    /// Whether a template gives `text`.
    pub fn fills(&self, template: &[u8], text: &[u8]) -> bool {
        let mut rest = text;
        let mut bytes = template.iter();
        while let Some(&byte) = bytes.next() {
            let after = match byte {
                NUMBER => strip_number(rest, self.number),
                RESULT => rest.strip_prefix(self.result),
                LITERAL => bytes.next().and_then(|&byte| rest.strip_prefix(&[byte])),
                byte => match rest {
                    [first, after @ ..] if *first == byte => Some(after),
                    _ => None,
                },
            };
            match after {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }

    /// The template of a text: its inverse under [`Blanks::fill`].
    pub fn blank(&self, text: &[u8]) -> Vec<u8> {
        let mut number = Vec::with_capacity(10);
        if self.number > 0 {
            write_digits(self.number.into(), 1, &mut number);
        }
        let mut template = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            if !self.result.is_empty() && rest.starts_with(self.result) {
                template.push(RESULT);
                rest = &rest[self.result.len()..];
            } else if !number.is_empty()
                && rest.starts_with(&number)
                && !rest.get(number.len()).is_some_and(u8::is_ascii_digit)
            {
                template.push(NUMBER);
                rest = &rest[number.len()..];
            } else {
                if byte <= LITERAL {
                    template.push(LITERAL);
                }
                template.push(byte);
                rest = after;
            }
        }
        template
    }
}

/// What follows a number as [`write_digits`] writes it.
fn strip_number(text: &[u8], number: u32) -> Option<&[u8]> {
    let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
    let (found, rest) = text.split_at_checked(digits)?;
    let value = found.iter().try_fold(0u64, |value, byte| {
        byte.is_ascii_digit()
            .then(|| value * 10 + u64::from(byte - b'0'))
    })?;
    (value == u64::from(number)).then_some(rest)
}

/// Which number the next move should have.
pub(super) struct Numbering {
    number: u32,
    black: bool,
    before: (u32, bool),
    around: Vec<((u32, bool), (u32, bool))>,
}

impl Numbering {
    /// At the start of a game, whose FEN tag may set the number and the side to move.
    pub fn new(game: &Game) -> Self {
        let fen = game
            .tag(b"FEN")
            .and_then(|fen| std::str::from_utf8(fen).ok())
            .unwrap_or_default();
        let mut fields = fen.split(' ');
        let black = fields.nth(1) == Some("b");
        let number = fields
            .nth(3)
            .and_then(|number| number.parse().ok())
            .unwrap_or(1);
        Self {
            number,
            black,
            before: (number, black),
            around: Vec::new(),
        }
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    /// After a move or null move.
    pub fn played(&mut self) {
        self.before = (self.number, self.black);
        self.number = self.number.wrapping_add(u32::from(self.black));
        self.black = !self.black;
    }

    /// At the start of a variation.
    pub fn open(&mut self) {
        self.around.push(((self.number, self.black), self.before));
        (self.number, self.black) = self.before;
    }

    /// At the end of a variation.
    pub fn close(&mut self) {
        if let Some((now, before)) = self.around.pop() {
            (self.number, self.black) = now;
            self.before = before;
        }
    }

    /// Takes over a number that stands before a move.
    pub fn correct(&mut self, gap: &[u8]) {
        let Some(point) = gap.iter().position(|&byte| byte == b'.') else {
            return;
        };
        let start = gap[..point]
            .iter()
            .rposition(|byte| !byte.is_ascii_digit())
            .map_or(0, |at| at + 1);
        if start < point && point - start <= 9 {
            self.number = gap[start..point]
                .iter()
                .fold(0, |number, byte| number * 10 + u32::from(byte - b'0'));
        }
    }
}
