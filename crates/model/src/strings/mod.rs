//! Strings by context mixing: names, values, comments, and whatever else no other model understands.
//!
//! Format: "Strings".
//!
//! Each byte is eight decisions. Contexts of letters, words and what followed them (see `contexts`) give an estimate each, a match with
//! the repeated past another; three mixers weigh them, each by its own circumstances, and the mean of the three counts (Mahoney's PAQ
//! design). A short text in the words of annotators is learned before the first string.

mod board;
mod byte;
mod contexts;
mod match_model;
mod spelled;

use std::sync::{Arc, OnceLock};

use entropy::{Code, Distribution, Encode};

use crate::counter_table::CounterTable;
use crate::mix::Correction;
use contexts::{CONTEXTS, State};
use match_model::Match;
pub use spelled::{ByteModel, string};

/// What is learned before the first string, a string to the line.
pub const PRIME: &str = include_str!("prime.txt");

/// Inputs of the mixers: of the contexts, and of the match.
const INPUTS: usize = CONTEXTS + 1;
/// The rows of weights of each mixer.
const ROWS: [usize; 3] = [1 << 9, 1 << 11, 1 << 7];

/// What a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position in Forsyth-Edwards notation.
    Board,
    /// Anything else: strings of the same number resemble each other.
    Other(u32),
}

/// A model of strings. Clones share their tables until one of them codes a string.
///
/// ```
/// use entropy::{Encode, range};
/// use model::strings::{Kind, Strings};
/// let mut encoder = range::Encoder::new();
/// Strings::short().string(&mut encoder, Kind::Other(0), b"", b"Hastings", 99, &mut Vec::new());
/// let bytes = encoder.finish();
/// let mut found = Vec::new();
/// Strings::short().string(&mut range::Decoder::new(&bytes), Kind::Other(0), b"", b"", 99, &mut found);
/// assert_eq!(found, b"Hastings");
/// ```
#[derive(Clone)]
pub struct Strings {
    size: Size,
    /// None before the first string.
    tables: Option<Arc<Tables>>,
}

/// How many counters there are.
#[derive(Clone, Copy)]
enum Size {
    Short,
    Long,
}

/// Everything that is learned.
#[derive(Clone)]
struct Tables {
    counters: CounterTable,
    weights: [Vec<[i32; INPUTS]>; 3],
    correction: Correction,
    history: Vec<u8>,
    matched: Match,
    state: State,
}

impl Strings {
    /// A model of some thousand bytes, as it is at the start of every block. It takes 5 MiB once it is used.
    #[must_use]
    pub const fn short() -> Self {
        Self {
            size: Size::Short,
            tables: None,
        }
    }

    /// A model of long texts, as it is at the start of every block. It takes 17 MiB once it is used.
    #[must_use]
    pub const fn long() -> Self {
        Self {
            size: Size::Long,
            tables: None,
        }
    }

    /// Codes one string; `reference` is one that it may resemble. Encoding, `text` is written; decoding, it is ignored; either way the
    /// string is appended to `out`.
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
        let size = self.size;
        let tables = self.tables.get_or_insert_with(|| Tables::primed(size));
        let tables = Arc::make_mut(tables);
        tables.begin(kind);
        string(tables, coder, reference, text, limit, out)
    }
}

impl Tables {
    fn new(bits: u32) -> Self {
        Self {
            counters: CounterTable::new(bits),
            weights: ROWS.map(|rows| vec![[14_000; INPUTS]; rows]),
            correction: Correction::new(256),
            history: Vec::new(),
            matched: Match::new(),
            state: State::new(),
        }
    }

    fn begin(&mut self, kind: Kind) {
        self.state.begin(kind);
        self.matched.end();
    }

    /// The tables before the first string, which are made once in a process.
    fn primed(size: Size) -> Arc<Self> {
        static SHORT: OnceLock<Arc<Tables>> = OnceLock::new();
        static LONG: OnceLock<Arc<Tables>> = OnceLock::new();
        let (made, bits) = match size {
            Size::Short => (&SHORT, 20),
            Size::Long => (&LONG, 22),
        };
        let prime = || {
            let mut tables = Self::new(bits);
            for line in PRIME.lines() {
                let (line, mut out) = (line.as_bytes(), Vec::new());
                tables.begin(Kind::Other(0));
                string(&mut tables, &mut Silent, &[], line, u64::MAX, &mut out);
            }
            Arc::new(tables)
        };
        Arc::clone(made.get_or_init(prime))
    }
}

/// A coder that writes nothing.
struct Silent;

impl Encode for Silent {
    fn encode<D: Distribution>(&mut self, _: usize, _: &D) {}

    fn finish(self) -> Vec<u8> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
