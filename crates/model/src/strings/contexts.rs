//! What has been written so far, as contexts of the next byte.
//!
//! Format: "Strings".

use super::Kind;
use super::board::Board;
use super::match_model::SHORTEST;
use crate::number::hash;

pub(super) const CONTEXTS: usize = 15;

/// What stands for the kind of positions.
const BOARD: u32 = u32::MAX;

/// What contexts are made of: the string so far, and what has followed each byte.
#[derive(Clone)]
pub(super) struct State {
    string: Written,
    /// The two bytes that followed each byte the last times.
    followers: [u16; 256],
}

/// The string so far.
#[derive(Clone, Default)]
struct Written {
    kind: u32,
    /// The last eight bytes, the newest lowest.
    last: u64,
    length: u32,
    /// The word that is being written and the two before it, as hashes.
    words: [u32; 3],
    /// Bytes of the word.
    letters: u32,
    /// The last run of bytes that are no digits, and digits since.
    label: u32,
    digits: u32,
    /// The byte that stands here in the reference, and how many in a row it has been right.
    expected: u32,
    agreed: u32,
    board: Board,
}

impl State {
    pub fn new() -> Self {
        Self {
            string: Written::default(),
            followers: [0; 256],
        }
    }

    /// Begins a string.
    pub fn begin(&mut self, kind: Kind) {
        let kind = match kind {
            Kind::Board => BOARD,
            Kind::Other(number) => number,
        };
        self.string = Written {
            kind,
            ..Written::default()
        };
    }

    /// Takes note of the next byte of the reference, 256 if there is none, and of how many bytes in a row agreed with it.
    pub fn expect(&mut self, expected: u32, agreed: u32) {
        (self.string.expected, self.string.agreed) = (expected, agreed.min(3));
    }

    pub fn last_byte(&self) -> usize {
        self.string.last as usize & 0xFF
    }

    pub fn letters(&self) -> usize {
        self.string.letters as usize
    }

    /// The hash of the last bytes of the string.
    fn recent(&self, bytes: u32) -> u32 {
        let kept = self.string.last & ((1u64 << (8 * bytes)) - 1);
        hash(&[bytes, kept as u32, (kept >> 32) as u32])
    }

    /// The hash by which matches are looked for, if the string is as long.
    pub fn latest(&self) -> Option<u32> {
        (self.string.length >= SHORTEST).then(|| self.recent(SHORTEST))
    }

    /// The contexts of the next byte, each salted by its number; `guess` is what a match says.
    pub fn contexts(&self, guess: u32) -> [u32; CONTEXTS] {
        let string = &self.string;
        let (kind, last) = (string.kind, self.last_byte() as u32);
        let Written {
            expected, agreed, ..
        } = *string;
        let [word, previous, before] = string.words;
        let of_words = if kind == BOARD {
            string.board.contexts(last)
        } else {
            [
                hash(&[10, word, last]),
                hash(&[11, word, previous]),
                hash(&[12, string.letters.min(1), previous, last]),
            ]
        };
        let [a, b, c] = of_words;
        [
            hash(&[0, kind]),
            hash(&[1, last, kind]),
            self.recent(2),
            self.recent(3),
            self.recent(4),
            self.recent(5),
            hash(&[6, expected, agreed, last]),
            hash(&[7, expected, agreed, string.length.min(30), kind]),
            hash(&[8, guess, last]),
            hash(&[9, self.followers[last as usize].into(), last]),
            a,
            b,
            c,
            hash(&[13, word, before]),
            hash(&[14, string.label, string.digits, expected]),
        ]
    }

    pub fn learn(&mut self, byte: u8) {
        let followers = &mut self.followers[self.string.last as usize & 0xFF];
        *followers = *followers << 8 | u16::from(byte);
        self.string.learn(byte);
    }
}

impl Written {
    fn learn(&mut self, byte: u8) {
        self.last = self.last << 8 | u64::from(byte);
        self.length = self.length.saturating_add(1);
        if self.kind == BOARD {
            self.board.learn(byte);
        }
        let [word, previous, _] = self.words;
        if byte.is_ascii_alphanumeric() || byte >= 128 {
            self.words[0] = hash(&[word, byte.to_ascii_lowercase().into()]);
            self.letters = self.letters.saturating_add(1);
        } else {
            if word != 0 {
                self.words = [0, word, previous];
            }
            self.letters = 0;
        }
        if byte.is_ascii_digit() {
            self.digits = self.digits.saturating_add(1);
        } else {
            if self.digits > 0 && byte != b'.' && byte != b':' {
                self.label = 0;
            }
            self.label = hash(&[self.label, byte.into()]);
            self.digits = 0;
        }
    }
}
