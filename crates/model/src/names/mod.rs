//! Names of players, letter by letter: what a small network has learned from many names, a roster of names that are known, and a little of
//! what followed the last letters in this block.
//!
//! Each byte is eight decisions. The network and the roster (see [`roster`]) give an estimate together, the network one alone, and each
//! context one from its own counters; a mixer weighs them by how far the roster is believed.

pub mod net;
pub mod roster;
mod search;

use entropy::{Code, Counter};

use crate::mix::{Correction, dot, squash, stretch, train};
use crate::number::hash;
use net::Prior;
use search::{Beliefs, Search};

/// Contexts: the last three letters, and the word so far.
const CONTEXTS: usize = 2;
/// Inputs of the mixer: network and roster, the network, the contexts, and a constant.
const INPUTS: usize = CONTEXTS + 3;
/// Sets of weights: by trust in the roster, and by which half of the byte it is.
const SETS: usize = 4 * 2;
/// Weights at the start, in units of 2^-16.
const USUAL: [i32; INPUTS] = [50_000, 10_000, 2_000, 2_000, 2_000];

/// How fast weights learn.
const RATE: i32 = 4;
/// How far back contexts remember, in decisions of memory.
const MEMORY: u32 = 250;

/// The byte that ends a name.
const END: u8 = 0;
/// The byte before an [`END`] or [`ESCAPE`] that belongs to the name.
const ESCAPE: u8 = 7;

/// A model of players' names.
///
/// ```
/// use entropy::{Encode, range};
/// use model::names::Names;
/// let mut encoder = range::Encoder::new();
/// Names::new(100).name(&mut encoder, b"Capablanca,J", 99, &mut Vec::new());
/// let bytes = encoder.finish();
/// let mut found = Vec::new();
/// Names::new(100).name(&mut range::Decoder::new(&bytes), b"", 99, &mut found);
/// assert_eq!(found, b"Capablanca,J");
/// ```
pub struct Names {
    prior: Prior,
    beliefs: Beliefs,
    /// For each context and half a byte, 15 nodes of a binary tree; nobody checks whose they are.
    lines: Vec<[Counter; 16]>,
    bits: u32,
    weights: [[i32; INPUTS]; SETS],
    correction: Correction,
}

impl Names {
    /// The state at the start of every block, for about `bytes` bytes of names. Both sides must give the same `bytes`; it only
    /// sets the size of the tables (at most 1 MiB), which are made when the first name comes.
    pub fn new(bytes: usize) -> Self {
        Self {
            prior: Prior::default(),
            beliefs: Beliefs::new(),
            lines: Vec::new(),
            bits: (bytes.max(1).ilog2() + 2).clamp(8, 14),
            weights: [USUAL; SETS],
            correction: Correction::new(256),
        }
    }

    /// Codes one name. Encoding, `name` is written; decoding, it is ignored; either way the name is appended to `out`.
    ///
    /// Returns `false` if the name is longer than `limit` bytes, which only junk can be; it is then cut there.
    pub fn name(
        &mut self,
        coder: &mut impl Code,
        name: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        if self.lines.is_empty() {
            self.lines = vec![Default::default(); 1 << self.bits];
        }
        let mut search = self.beliefs.search(self.prior.style());
        let mut source = name.iter();
        let start = out.len();
        for _ in 0..=limit {
            let next = source.next().copied();
            let lead = match next {
                None => END,
                Some(END | ESCAPE) => ESCAPE,
                Some(byte) => byte,
            };
            let byte = match self.byte(coder, &out[start..], &mut search, lead) {
                END => {
                    self.beliefs.learn(&search);
                    self.prior.finish(&out[start..]);
                    return !coder.failed();
                }
                ESCAPE => self.byte(coder, &out[start..], &mut search, next.unwrap_or(END)),
                byte => byte,
            };
            out.push(byte);
        }
        false
    }

    /// Codes one byte behind those that are known.
    fn byte(&mut self, coder: &mut impl Code, known: &[u8], search: &mut Search, byte: u8) -> u8 {
        self.prior.look(known);
        let contexts = contexts(known);
        let high = self.half(coder, contexts, search, None, byte >> 4);
        let low = self.half(coder, contexts, search, Some(high), byte & 15);
        let byte = high << 4 | low;
        search.byte(byte);
        byte
    }

    /// Codes half a byte; `above` is the upper half when this is the lower.
    #[inline]
    fn half(
        &mut self,
        coder: &mut impl Code,
        contexts: [u32; CONTEXTS],
        search: &mut Search,
        above: Option<u8>,
        half: u8,
    ) -> u8 {
        let prefix = above.map_or(0, |high| u32::from(high) + 16);
        let lines = contexts.map(|context| {
            (hash(&[context, prefix]).wrapping_mul(0x9E37_79B1) >> (32 - self.bits)) as usize
        });
        let mut node = 1usize;
        for known in 0..4 {
            let (partial, decided) = match above {
                None => (node, known),
                Some(high) => {
                    let lower = node & ((1 << known) - 1);
                    ((usize::from(high) + 16) << known | lower, known + 4)
                }
            };
            let bit = half >> (3 - known) & 1 == 1;
            let alone = self.prior.one12(partial, decided);
            let both = search.one12(alone, partial, decided);
            let [a, b] = lines.map(|line| stretch(self.lines[line][node].one12()));
            let inputs = [stretch(both), stretch(alone), a, b, 256];
            let weights = &mut self.weights[search.trust() * 2 + usize::from(above.is_some())];
            let mixed = dot(weights, &inputs);
            let raw = squash(mixed);
            let refined = self.correction.refine(mixed, partial);
            let bit = coder.bit(bit, (raw + refined) >> 1);

            train(weights, &inputs, raw, bit, RATE);
            self.correction.update(bit);
            search.bit(bit);
            for line in lines {
                self.lines[line][node].update(bit, MEMORY);
            }
            node = node << 1 | usize::from(bit);
        }
        node as u8 & 15
    }
}

/// What the contexts of the next letter are made of.
fn contexts(known: &[u8]) -> [u32; CONTEXTS] {
    let mut last = known.iter().rev().map(|&byte| u32::from(byte));
    let [a, b, c] = [(); 3].map(|()| last.next().unwrap_or(0));
    let word = known.iter().rev();
    let word = word.take_while(|byte| byte.is_ascii_alphanumeric() || **byte >= 128);
    let word = word.fold(0, |word, byte| {
        hash(&[word, byte.to_ascii_lowercase().into()])
    });
    [hash(&[1, a, b, c]), hash(&[2, word])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use proptest::prelude::*;

    fn bytes_of(names: &[&[u8]]) -> Vec<u8> {
        let mut encoder = range::Encoder::new();
        let mut model = Names::new(100);
        for name in names {
            assert!(model.name(&mut encoder, name, 100, &mut Vec::new()));
        }
        encoder.finish()
    }

    proptest! {
        #[test]
        fn names_come_back(names in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..30), 0..8)) {
            let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
            let bytes = bytes_of(&names);
            let mut decoder = range::Decoder::new(&bytes);
            let mut model = Names::new(100);
            for name in names {
                let mut found = Vec::new();
                prop_assert!(model.name(&mut decoder, b"", 100, &mut found));
                prop_assert_eq!(&found[..], name);
            }
        }

        #[test]
        fn junk_is_cut_at_the_limit(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut decoder = range::Decoder::new(&bytes);
            let mut found = Vec::new();
            Names::new(100).name(&mut decoder, b"", 50, &mut found);
            prop_assert!(found.len() <= 51);
        }
    }

    #[test]
    fn names_of_the_roster_cost_less_however_they_are_spaced() {
        let known: [&[u8]; 4] = [
            b"Tal, Mihail",
            b"Karpov, Anatoly",
            b"Tal,Mihail",
            b"Karpov,Anatoly",
        ];
        let others: [&[u8]; 4] = [
            b"Tul, Makiel",
            b"Kurpog, Anstoly",
            b"Tul,Makiel",
            b"Kurpog,Anstoly",
        ];
        assert!(bytes_of(&known[..2]).len() < bytes_of(&others[..2]).len());
        assert!(bytes_of(&known[2..]).len() < bytes_of(&others[2..]).len());
    }
}
