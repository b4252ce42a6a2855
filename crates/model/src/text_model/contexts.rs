//! What has been written so far, as contexts of the next byte.
//!
//! Format: "TextModel".

use crate::number::hash;

pub(super) const CONTEXTS: usize = 16;

/// What contexts are made of.
#[derive(Clone)]
pub(super) struct State {
    /// The last eight bytes, the newest lowest.
    pub last: u64,
    /// The word that is being written and the two before it, as hashes.
    words: [u32; 3],
    /// Bytes of the word so far.
    letters: usize,
    /// The last run of bytes that are no digits, and digits since.
    label: u32,
    place: u32,
    /// Bytes of the string so far.
    length: u32,
    /// The byte that stood here in the reference, and how many in a row it has been right.
    pub expected: u32,
    pub agreed: u32,
    /// What followed the last byte, and the last three, the times before: four bytes each.
    after_one: Vec<u32>,
    after_three: Vec<u32>,
}

impl State {
    pub fn new() -> Self {
        Self {
            last: 0,
            words: [0; 3],
            letters: 0,
            label: 0,
            place: 0,
            length: 0,
            expected: 256,
            agreed: 0,
            after_one: vec![0; 1 << 8],
            after_three: vec![0; 1 << 16],
        }
    }

    /// Begins a string.
    pub fn begin(&mut self) {
        (self.agreed, self.length) = (0, 0);
    }

    pub fn last_byte(&self) -> usize {
        self.last as usize & 0xFF
    }

    pub fn letters(&self) -> usize {
        self.letters
    }

    pub fn word(&self) -> u32 {
        self.words[0]
    }

    fn last_three(&self) -> usize {
        hash(&[self.last as u32 & 0xFF_FFFF]) as usize >> 16
    }

    /// The contexts of the next byte, each salted by its number; `guess` is what a match says.
    pub fn contexts(&self, guess: u32) -> [u32; CONTEXTS] {
        let recent = |bytes: u32| {
            let kept = self.last & ((1u64 << (8 * bytes)) - 1);
            hash(&[bytes, kept as u32, (kept >> 32) as u32])
        };
        let last = self.last as u32 & 0xFF;
        let [word, previous, before] = self.words;
        let inside = (self.letters as u32).min(1);
        [
            hash(&[20, last]),
            recent(2),
            recent(3),
            recent(4),
            recent(5),
            recent(6),
            hash(&[22, word, last]),
            hash(&[23, word, previous]),
            hash(&[25, word, before]),
            hash(&[26, self.expected, self.agreed.min(3), last]),
            hash(&[27, self.label, self.place, self.expected]),
            hash(&[29, guess, last]),
            hash(&[30, self.length.min(12), word]),
            hash(&[31, inside, previous, last]),
            hash(&[32, self.after_one[last as usize] & 0xFFFF, last]),
            hash(&[34, self.after_three[self.last_three()] & 0xFF_FFFF]),
        ]
    }

    pub fn learn(&mut self, byte: u8) {
        let three = self.last_three();
        let one = self.last_byte();
        for followers in [&mut self.after_one[one], &mut self.after_three[three]] {
            *followers = *followers << 8 | u32::from(byte);
        }
        self.last = self.last << 8 | u64::from(byte);
        self.length = self.length.saturating_add(1);
        let [word, previous, _] = self.words;
        if byte.is_ascii_alphanumeric() || byte >= 128 {
            self.words[0] = hash(&[word, byte.to_ascii_lowercase().into()]);
            self.letters += 1;
        } else {
            if word != 0 {
                self.words = [0, word, previous];
            }
            self.letters = 0;
        }
        if byte.is_ascii_digit() {
            self.place = self.place.saturating_add(1);
        } else {
            if self.place > 0 && byte != b'.' && byte != b':' {
                self.label = 0;
            }
            self.label = hash(&[self.label, byte.into()]);
            self.place = 0;
        }
    }
}
