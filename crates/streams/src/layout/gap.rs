//! Move numbers and the result in gaps, which are predicted from the game.
//!
//! Format: "Stream layout".

use crate::blanks::Blanks;
use game::parts::GameParts;

/// Digits of a number of 32 bits, at most.
const DIGITS: usize = 10;

/// The values that a gap may repeat: the number of the next move and the result.
pub(super) struct Gap<'a> {
    digits: [u8; DIGITS],
    count: usize,
    /// Whether a number is expected here.
    is_numbered: bool,
    result: &'a [u8],
}

impl<'a> Gap<'a> {
    /// `number` is 0 where no number is expected, `result` the value of the tag `Result`.
    pub fn new(number: u32, result: &'a [u8]) -> Self {
        let mut digits = [b'0'; DIGITS];
        let count = number.checked_ilog10().unwrap_or(0) as usize + 1;
        let mut left = number;
        for digit in digits[..count].iter_mut().rev() {
            *digit = b'0' + (left % 10) as u8;
            left /= 10;
        }
        Self {
            digits,
            count,
            is_numbered: number > 0,
            result,
        }
    }

    /// The blanks of a gap's template.
    pub fn blanks(&self) -> Blanks<'_> {
        Blanks([&self.digits[..self.count], self.result])
    }

    /// The template of a text.
    pub fn template(&self, text: &[u8]) -> Vec<u8> {
        let number = &self.digits[..self.count];
        self.blanks().blank(text, |at| {
            let rest = &text[at..];
            if !self.result.is_empty() && rest.starts_with(self.result) {
                return Some(1);
            }
            let ends = !rest.get(self.count).is_some_and(u8::is_ascii_digit);
            (self.is_numbered && ends && rest.starts_with(number)).then_some(0)
        })
    }
}

/// Keeps track of the number that the next move should have.
pub(super) struct Numbering {
    number: u32,
    black: bool,
    before: (u32, bool),
    around: Vec<((u32, bool), (u32, bool))>,
}

impl Numbering {
    /// At the start of a game, whose FEN tag may set the number and the side to move.
    pub fn new(game: &GameParts) -> Self {
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

    /// Sets the number to one that is written before a move.
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
