//! Bytes by context mixing: for names, prose and whatever no other model understands.
//!
//! Each byte is eight decisions. Every context (the last one to six bytes, the word, the field) gives an estimate from
//! its own slot of counters, a match with the longest repeated past gives another, and the mixer weighs them
//! (Mahoney's PAQ design; slots of one cache line as in lpaq).

use entropy::{Code, Counter};

use crate::mix::{Correction, dot, squash, stretch, train};
use crate::number::hash;

/// Inputs of the mixer beside the contexts: order 0, the match, and a constant.
const OTHERS: usize = 3;
/// A model for short strings such as names: five contexts.
pub type Names = Text<6>;
/// A model for prose and machine-made comments: nine contexts.
pub type Prose = Text<12>;

/// A match counts from this many equal bytes.
const MATCH_MIN: usize = 5;
/// Matched lengths are told apart up to this.
const MATCH_MAX: usize = 31;
/// How far back contexts and matches remember, in decisions of memory.
const MEMORY: u32 = 250;

/// Tables for names grow no larger than for this many bytes: speed counts for more there.
const MOST_NAMES: usize = 1 << 12;

/// The byte that ends a string.
const END: u8 = 0;
/// The byte before an [`END`] or [`ESCAPE`] that belongs to the string.
const ESCAPE: u8 = 7;

/// The counters of one context for half a byte: 15 nodes of a binary tree, and who owns them. One cache line.
#[derive(Clone, Copy, Default)]
struct Slot {
    owner: u32,
    nodes: [Counter; 15],
}

/// A model of byte strings with `N` inputs to its mixer: [`Names`] or [`Prose`].
///
/// ```
/// use entropy::{Encode, range};
/// use model::text::Prose;
/// let mut encoder = range::Encoder::new();
/// Prose::new(100).string(&mut encoder, 1, b"", b"an elegant finish", 99, &mut Vec::new());
/// let bytes = encoder.finish();
/// let mut found = Vec::new();
/// Prose::new(100).string(&mut range::Decoder::new(&bytes), 1, b"", b"", 99, &mut found);
/// assert_eq!(found, b"an elegant finish");
/// ```
pub struct Text<const N: usize> {
    slots: Vec<Slot>,
    bits: u32,
    order0: Vec<Counter>,
    weights: Vec<[i32; N]>,
    match_hits: Vec<Counter>,
    corrections: [Correction; 2],
    history: Vec<u8>,
    match_table: Vec<u32>,
    match_at: usize,
    match_length: usize,
    state: State,
}

/// What the contexts are made of.
#[derive(Clone, Copy, Default)]
struct State {
    /// Which kind of string this is.
    kind: u32,
    /// The last eight bytes, the newest lowest.
    last: u64,
    word: u32,
    previous_word: u32,
    /// The last run of bytes that are no digits: the name of the number that follows it.
    label: u32,
    /// Bytes since the label ended.
    place: u32,
    /// The byte that stood here in the reference, and how many in a row it has been right.
    expected: u32,
    agreed: u32,
}

impl<const N: usize> Text<N> {
    const CONTEXTS: usize = N - OTHERS;
    const IS_PROSE: bool = N > 8;

    /// The state at the start of every block, for about `bytes` bytes of strings. Both sides must give the same `bytes`; it only
    /// sets the size of the tables (at most 36 MiB), which are made when the first string comes.
    pub fn new(bytes: usize) -> Self {
        let bytes = if Self::IS_PROSE {
            bytes
        } else {
            bytes.min(MOST_NAMES)
        };
        Self {
            slots: Vec::new(),
            bits: (bytes.max(1).ilog2() + 3).clamp(9, 19),
            order0: vec![Counter::new(); 256],
            weights: Vec::new(),
            match_hits: vec![Counter::new(); MATCH_MAX + 1],
            corrections: [Correction::new(0), Correction::new(0)],
            history: Vec::new(),
            match_table: Vec::new(),
            match_at: 0,
            match_length: 0,
            state: State::default(),
        }
    }

    fn make_tables(&mut self) {
        self.slots = vec![Slot::default(); 1 << self.bits];
        let situations = if Self::IS_PROSE { 1 << 12 } else { 0 };
        self.corrections = [Correction::new(256), Correction::new(situations)];
        self.weights = vec![[18_000; N]; 256 * 3];
        self.match_table = vec![0; 1 << self.bits];
    }

    /// Codes one string. `kind` names what it is and `reference` is a string it may resemble (the last of its kind,
    /// say). Encoding, `text` is written; decoding, it is ignored; either way the string is appended to `out`.
    ///
    /// Returns `false` if the string is longer than `limit` bytes, which only junk can be; it is then cut there.
    #[allow(clippy::too_many_arguments)]
    pub fn string(
        &mut self,
        coder: &mut impl Code,
        kind: u32,
        reference: &[u8],
        text: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        if self.slots.is_empty() {
            self.make_tables();
        }
        let mut cursor = 0;
        let mut source = text.iter();
        self.state.kind = kind;
        self.state.agreed = 0;
        for _ in 0..=limit {
            self.state.expected = reference.get(cursor).map_or(256, |&byte| u32::from(byte));
            let next = source.next().copied();
            let lead = match next {
                None => END,
                Some(END | ESCAPE) => ESCAPE,
                Some(byte) => byte,
            };
            let byte = match self.byte(coder, lead) {
                END => return !coder.failed(),
                ESCAPE => self.byte(coder, next.unwrap_or(END)),
                byte => byte,
            };
            out.push(byte);
            cursor = follow(reference, cursor, byte, &mut self.state.agreed);
        }
        false
    }

    /// Codes one byte and learns it.
    fn byte(&mut self, coder: &mut impl Code, byte: u8) -> u8 {
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

    /// Codes half a byte; `above` is the upper half when this is the lower.
    #[inline]
    fn half(
        &mut self,
        coder: &mut impl Code,
        contexts: &[u32; N],
        above: Option<u8>,
        half: u8,
        expected: u32,
    ) -> u8 {
        let prefix = above.map_or(0, |high| u32::from(high) + 16);
        let mut places = [0; N];
        for at in 0..Self::CONTEXTS {
            places[at] = self.slot(contexts[at].wrapping_add(prefix.wrapping_mul(0x9E37_79B1)));
        }
        let mut node = 1usize;
        for shift in (0..4).rev() {
            let known = 3 - shift; // decisions of this half
            let partial = if above.is_none() {
                node
            } else {
                (prefix as usize) << known | node & ((1 << known) - 1)
            };
            let known = if above.is_none() { known } else { known + 4 };
            let bit = half >> shift & 1 == 1;

            let mut inputs = [0; N];
            for at in 0..Self::CONTEXTS {
                inputs[at] = stretch(self.slots[places[at]].nodes[node - 1].one12());
            }
            inputs[Self::CONTEXTS] = stretch(self.order0[partial].one12());
            let match_length = self.match_length.min(MATCH_MAX);
            let matched = match_length > 0 && (expected | 256) >> (8 - known) == partial as u32;
            let predicted = expected >> (7 - known) & 1 == 1;
            if matched {
                let strength = stretch(self.match_hits[match_length].one12());
                inputs[Self::CONTEXTS + 1] = if predicted { strength } else { -strength };
            }
            inputs[Self::CONTEXTS + 2] = 256;

            let set = if !matched {
                0
            } else if match_length < 16 {
                1
            } else {
                2
            };
            let weights = &mut self.weights[set << 8 | partial];
            let mixed = dot(weights, &inputs);
            let raw = squash(mixed);
            let last = self.state.last as u32;
            let refined = self.corrections[0].refine(mixed, partial);
            let probability = if Self::IS_PROSE {
                let context = hash(&[last & 0xFFFF, partial as u32]) as usize & 0xFFF;
                (2 * raw + refined + self.corrections[1].refine(mixed, context)) >> 2
            } else {
                (raw + refined) >> 1
            };
            let bit = coder.bit(bit, probability);

            train(weights, &inputs, raw, bit, 6);
            self.corrections[0].update(bit);
            if Self::IS_PROSE {
                self.corrections[1].update(bit);
            }
            for &place in &places[..Self::CONTEXTS] {
                self.slots[place].nodes[node - 1].update(bit, MEMORY);
            }
            self.order0[partial].update(bit, MEMORY);
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

    /// The slot of a context, taken over from the less used of two if neither belongs to it.
    #[inline]
    fn slot(&mut self, context: u32) -> usize {
        let spread = (context ^ context >> 16).wrapping_mul(0x2545_F491);
        let owner = spread | 1;
        let first = (spread ^ spread >> 15).wrapping_mul(0x9E37_79B1) as usize >> 7
            & ((1 << self.bits) - 1);
        let second = first ^ 1;
        if self.slots[first].owner == owner {
            return first;
        }
        if self.slots[second].owner == owner {
            return second;
        }
        let seen = |at: usize| self.slots[at].nodes[0].seen();
        let victim = if seen(first) <= seen(second) {
            first
        } else {
            second
        };
        self.slots[victim] = Slot {
            owner,
            ..Slot::default()
        };
        victim
    }

    /// The contexts of the next byte, each salted by its number.
    fn contexts(&self) -> [u32; N] {
        let State {
            kind,
            last,
            word,
            previous_word,
            label,
            place,
            expected,
            agreed,
        } = self.state;
        let recent = |bytes: u32| {
            let kept = last & ((1u64 << (8 * bytes)) - 1);
            hash(&[bytes, kept as u32, (kept >> 32) as u32])
        };
        let last = last as u32 & 0xFF;
        let mut contexts = [0; N];
        contexts[0] = hash(&[20, last, kind]);
        contexts[1] = recent(2);
        contexts[2] = recent(3);
        if Self::IS_PROSE {
            contexts[3] = recent(4);
            contexts[4] = hash(&[21, expected, agreed.min(3), last]);
            contexts[5] = recent(6);
            contexts[6] = hash(&[22, word, previous_word]);
            contexts[7] = hash(&[23, label, place, expected]);
            contexts[8] = hash(&[24, word, last, label]);
        }
        contexts
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

    fn match_entry(&self) -> usize {
        let recent = self.state.last & 0xFF_FFFF_FFFF;
        (recent.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & (self.match_table.len() - 1)
    }

    fn learn(&mut self, byte: u8) {
        if self.match_length > 0 {
            self.match_length += 1;
            self.match_at += 1;
        }
        self.history.push(byte);
        let state = &mut self.state;
        state.last = state.last << 8 | u64::from(byte);
        if byte.is_ascii_alphanumeric() || byte >= 128 {
            state.word = hash(&[state.word, u32::from(byte.to_ascii_lowercase())]);
        } else if state.word != 0 {
            state.previous_word = state.word;
            state.word = 0;
        }
        if byte.is_ascii_digit() {
            state.place += 1;
        } else {
            if state.place > 0 && byte != b'.' && byte != b':' {
                state.label = 0;
            }
            state.label = hash(&[state.label, u32::from(byte)]);
            state.place = 0;
        }
        if self.history.len() >= MATCH_MIN {
            let entry = self.match_entry();
            if self.match_length == 0 {
                self.find_match(self.match_table[entry] as usize);
            }
            self.match_table[entry] = self.history.len() as u32;
        }
    }
}

/// Where the reference goes on after `byte`: at its next occurrence close by, or else in place.
fn follow(reference: &[u8], cursor: usize, byte: u8, agreed: &mut u32) -> usize {
    let rest = reference.get(cursor..).unwrap_or_default();
    match rest.iter().take(12).position(|&other| other == byte) {
        Some(0) => {
            *agreed += 1;
            cursor + 1
        }
        Some(skip) => {
            *agreed = 0;
            cursor + skip + 1
        }
        None => {
            *agreed = 0;
            cursor
        }
    }
}
