//! Short strings, letter by letter: what followed the last letters in this block.
//!
//! Format: "StringModel".
//!
//! Each byte is eight decisions. Every context gives an estimate from its own slot of counters, a match with the last place where the
//! same letters stood gives another, and a mixer weighs them by how much of the past is known.

mod board;
mod contexts;
mod slots;

use entropy::{Code, Counter};

use crate::mix::{Correction, dot, squash, stretch, train};
use crate::number::hash;
use crate::strings::{self, ByteModel};
use board::Board;
use contexts::State;
use slots::Slot;

/// Contexts.
const CONTEXTS: usize = 7;
/// Inputs of the mixer: the contexts, the kind alone, the match, and a constant.
const INPUTS: usize = CONTEXTS + 3;

/// A match counts from this many equal bytes.
const MATCH_MIN: usize = 4;
/// Matched lengths are told apart up to this.
const MATCH_MAX: usize = 15;
/// Places where the last letters stood are found in a table of so many entries, as a power of two.
const MATCH_BITS: u32 = 14;
/// How far back contexts remember, in decisions of memory.
const MEMORY: u32 = 250;
/// Slots there are at first, as a power of two.
const FEWEST: u32 = 9;
/// Slots there are at most.
const MOST: u32 = 16;
/// There are at least so many slots for each byte, until there are [`MOST`].
const SLOTS: usize = 16;
/// What stands for the kind of positions.
const BOARD: u32 = u32::MAX;
/// Kinds are told apart up to this number where each has counters of its own.
const KINDS: u32 = 16;

/// What a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position in Forsyth-Edwards notation.
    Board,
    /// Anything else: strings of the same number resemble each other.
    Other(u32),
}

/// A model of short strings.
///
/// ```
/// use entropy::{Encode, range};
/// use model::string_model::{Kind, StringModel};
/// let mut encoder = range::Encoder::new();
/// StringModel::new().string(&mut encoder, Kind::Other(0), b"", b"Hastings", 99, &mut Vec::new());
/// let bytes = encoder.finish();
/// let mut found = Vec::new();
/// StringModel::new().string(&mut range::Decoder::new(&bytes), Kind::Other(0), b"", b"", 99, &mut found);
/// assert_eq!(found, b"Hastings");
/// ```
#[derive(Clone)]
pub struct StringModel {
    slots: Vec<Slot>,
    bits: u32,
    order0: Vec<Counter>,
    weights: Vec<[i32; INPUTS]>,
    match_hits: Vec<Counter>,
    correction: Correction,
    history: Vec<u8>,
    match_table: Vec<u32>,
    match_at: usize,
    match_length: usize,
    state: State,
    board: Board,
}

impl Default for StringModel {
    fn default() -> Self {
        Self::new()
    }
}

impl StringModel {
    /// The state at the start of every block. Tables are made when the first string comes, and grow with the text (to 5 MiB at most).
    #[must_use]
    pub fn new() -> Self {
        Self {
            slots: Vec::new(),
            bits: FEWEST,
            order0: Vec::new(),
            weights: Vec::new(),
            match_hits: vec![Counter::new(); MATCH_MAX + 1],
            correction: Correction::new(0),
            history: Vec::new(),
            match_table: Vec::new(),
            match_at: 0,
            match_length: 0,
            state: State::default(),
            board: Board::default(),
        }
    }

    fn make_tables(&mut self) {
        self.slots = vec![Slot::default(); 1 << self.bits];
        self.order0 = vec![Counter::new(); 256 * KINDS as usize];
        self.correction = Correction::new(256);
        self.weights = vec![[14_000; INPUTS]; SETS];
        self.match_table = vec![0; 1 << MATCH_BITS];
    }

    /// Codes one string. `reference` is a string it may resemble (the last of its kind, say). Encoding, `text` is written; decoding,
    /// it is ignored; either way the string is appended to `out`.
    ///
    /// Returns `false` if the string is longer than `limit` bytes, which only junk can be; it is then cut there.
    pub fn string(
        &mut self,
        coder: &mut impl Code,
        kind: Kind,
        reference: &[u8],
        text: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        if self.slots.is_empty() {
            self.make_tables();
        }
        self.state = State {
            kind: match kind {
                Kind::Board => BOARD,
                Kind::Other(number) => number,
            },
            ..State::default()
        };
        self.match_length = 0;
        self.board = Board::default();
        strings::string(self, coder, reference, text, limit, out)
    }
}

impl ByteModel for StringModel {
    fn expect(&mut self, expected: u32, agreed: u32) {
        (self.state.expected, self.state.agreed) = (expected, agreed);
    }

    fn byte(&mut self, coder: &mut impl Code, _: &[u8], byte: u8) -> u8 {
        let contexts = self.contexts();
        let expected = match self.match_length {
            0 => 0,
            _ => u32::from(self.history[self.match_at]),
        };
        let high = self.half(coder, &contexts, None, byte >> 4, expected);
        let low = self.half(coder, &contexts, Some(high), byte & 15, expected);
        let byte = high << 4 | low;
        self.learn(byte);
        byte
    }
}

impl StringModel {
    /// Codes half a byte; `above` is the upper half when this is the lower.
    #[inline]
    fn half(
        &mut self,
        coder: &mut impl Code,
        contexts: &[u32; CONTEXTS],
        above: Option<u8>,
        half: u8,
        expected: u32,
    ) -> u8 {
        let prefix = above.map_or(0, |high| u32::from(high) + 16);
        let places = contexts.map(|context| self.slot(context, prefix));
        let kind = self.state.kind.min(KINDS - 1);
        let mut node = 1usize;
        for known in 0..4 {
            let partial = match above {
                None => node,
                Some(high) => (usize::from(high) + 16) << known | node & ((1 << known) - 1),
            };
            let decided = if above.is_none() { known } else { known + 4 };
            let bit = half >> (3 - known) & 1 == 1;

            let mut inputs = [0; INPUTS];
            let mut level = 0;
            for (at, &place) in places.iter().enumerate() {
                let counter = self.slots[place].nodes[node - 1];
                inputs[at] = stretch(counter.one12());
                if (1..5).contains(&at) && counter.seen() > 0 {
                    level += 1;
                }
            }
            let order0 = (kind << 8) as usize + partial;
            inputs[CONTEXTS] = stretch(self.order0[order0].one12());
            let match_length = self.match_length.min(MATCH_MAX);
            let matched = match_length > 0 && (expected | 256) >> (8 - decided) == partial as u32;
            let predicted = expected >> (7 - decided) & 1 == 1;
            if matched {
                let strength = stretch(self.match_hits[match_length].one12());
                inputs[CONTEXTS + 1] = if predicted { strength } else { -strength };
            }
            inputs[CONTEXTS + 2] = 256;

            let set = level * 4 + usize::from(matched) * 2 + usize::from(above.is_some());
            let weights = &mut self.weights[set];
            let mixed = dot(weights, &inputs);
            let raw = squash(mixed);
            let refined = self.correction.refine(mixed, partial);
            let bit = coder.bit(bit, (raw + refined) >> 1);

            train(weights, &inputs, raw, bit, 3);
            self.correction.update(bit);
            for &place in &places {
                self.slots[place].nodes[node - 1].update(bit, MEMORY);
            }
            self.order0[order0].update(bit, MEMORY);
            if matched {
                self.match_hits[match_length].update(bit == predicted, MEMORY);
                if bit != predicted {
                    self.match_length = 0;
                }
            }
            node = node << 1 | usize::from(bit);
        }
        node as u8 & 15
    }

    /// Looks for the last place where the latest bytes stood.
    fn find_match(&mut self, candidate: usize) {
        let (now, then) = (
            self.history.iter().rev(),
            self.history[..candidate].iter().rev(),
        );
        let length = now
            .zip(then)
            .take(MATCH_MAX)
            .take_while(|(a, b)| a == b)
            .count();
        if length >= MATCH_MIN {
            self.match_length = length;
            self.match_at = candidate;
        }
    }

    fn learn(&mut self, byte: u8) {
        if self.match_length > 0 {
            self.match_length += 1;
            self.match_at += 1;
        }
        self.history.push(byte);
        if self.bits < MOST && self.history.len() * SLOTS > self.slots.len() {
            self.grow();
        }
        let state = &mut self.state;
        state.last = state.last << 8 | u64::from(byte);
        state.prefix = hash(&[state.prefix, byte.into()]);
        state.length += 1;
        if state.kind == BOARD {
            self.board.learn(byte);
        }
        if byte.is_ascii_alphanumeric() || byte >= 128 {
            state.word = hash(&[state.word, u32::from(byte.to_ascii_lowercase())]);
        } else {
            state.word = 0;
        }
        if state.length as usize >= MATCH_MIN {
            let recent = state.last as u32;
            let entry = recent.wrapping_mul(0x9E37_79B1) >> (32 - MATCH_BITS);
            if self.match_length == 0 {
                self.find_match(self.match_table[entry as usize] as usize);
            }
            self.match_table[entry as usize] = self.history.len() as u32;
        }
    }
}

/// Sets of weights: by how many contexts are known, whether there is a match, and which half of the byte it is.
const SETS: usize = 5 * 4;

#[cfg(test)]
mod tests;
