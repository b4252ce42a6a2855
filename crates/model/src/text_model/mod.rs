//! TextModel by context mixing: sentences about chess, and whatever else no other model understands.
//!
//! Format: "TextModel".
//!
//! Each byte is eight decisions. Contexts of letters, words and what followed them (see `contexts`) give an estimate each, two matches
//! with the repeated past another; three mixers weigh them, each by its own circumstances, and a fourth weighs the three (Mahoney's
//! PAQ design). A short text in the words of annotators is learned before the first string.

mod contexts;
mod decisions;
mod journal;
mod matches;
mod primed;

use entropy::{Code, Counter, Distribution, Encode};

use crate::counter_table::CounterTable;
use crate::mix::Correction;
use crate::strings;
use contexts::{CONTEXTS, State};
use journal::Journal;
use matches::Match;

/// What is learned before the first string, a string to the line.
pub const PRIME: &str = include_str!("prime.txt");

/// Inputs of the mixers: the contexts, order 0, the matches, a constant.
const INPUTS: usize = CONTEXTS + 4;
const MIXERS: usize = 3;

/// Equal bytes from which a match counts.
const MATCHES: [usize; 2] = [5, 12];
/// Situations of the corrections by letters and by words.
const SITUATIONS: usize = 1 << 14;

/// A model of strings.
///
/// ```
/// use entropy::{Encode, range};
/// use model::text_model::TextModel;
/// let mut encoder = range::Encoder::new();
/// TextModel::new(100).string(&mut encoder, b"", b"an elegant finish", 99, &mut Vec::new());
/// let bytes = encoder.finish();
/// let mut found = Vec::new();
/// TextModel::new(100).string(&mut range::Decoder::new(&bytes), b"", b"", 99, &mut found);
/// assert_eq!(found, b"an elegant finish");
/// ```
#[derive(Clone)]
pub struct TextModel {
    bits: u32,
    tables: Option<Box<Tables>>,
    /// Whether the tables are to be given back as they are now.
    borrowed: bool,
}

/// The tables, which are made when the first string comes.
#[derive(Clone)]
struct Tables {
    lines: CounterTable,
    /// Once a string has come since the tables were lent.
    journal: Option<Box<Journal>>,
    learned: Learned,
}

/// What is learned beside the lines of counters.
#[derive(Clone)]
struct Learned {
    order0: Vec<Counter>,
    weights: [Vec<[i32; INPUTS]>; MIXERS],
    last_weights: Vec<[i32; MIXERS]>,
    corrections: [Correction; 3],
    history: Vec<u8>,
    matches: [Match; 2],
    state: State,
}

impl TextModel {
    /// The state at the start of every block, for about `bytes` bytes of strings. Both sides must give the same `bytes`; it only
    /// sets the size of the tables (at most 20 MiB).
    pub fn new(bytes: usize) -> Self {
        Self {
            bits: (bytes.max(1).ilog2() + 1).clamp(*primed::BITS.start(), *primed::BITS.end()),
            tables: None,
            borrowed: false,
        }
    }

    /// A copy to code other strings with and to be [taken back](Self::take_back) then. The largest tables are not copied but lent, so
    /// without them this model begins anew until then.
    ///
    /// ```
    /// use entropy::{Encode, range};
    /// use model::text_model::TextModel;
    /// let bytes = |model: &mut TextModel| {
    ///     let mut encoder = range::Encoder::new();
    ///     model.string(&mut encoder, b"", b"an elegant finish", 99, &mut Vec::new());
    ///     encoder.finish()
    /// };
    /// let mut model = TextModel::new(100);
    /// let first = bytes(&mut model);
    /// let mut copy = model.lend();
    /// let second = bytes(&mut copy);
    /// assert!(second.len() < first.len());
    /// model.take_back(copy);
    /// assert_eq!(bytes(&mut model), second);
    /// ```
    #[must_use]
    pub fn lend(&mut self) -> Self {
        Self {
            bits: self.bits,
            borrowed: self.tables.is_some(),
            tables: self.tables.take(),
        }
    }

    /// Takes back what was lent, as it was then.
    pub fn take_back(&mut self, copy: Self) {
        let Some(mut tables) = copy.tables.filter(|_| copy.borrowed) else {
            return;
        };
        if let Some(journal) = tables.journal.take() {
            tables.learned = journal.undo(&mut tables.lines);
        }
        self.tables = Some(tables);
    }

    /// Codes one string; `reference` is one that it may resemble. Encoding, `text` is written; decoding, it is ignored; either way the string
    /// is appended to `out`.
    ///
    /// Returns `false` if the string is longer than `limit` bytes, which only junk can be; it is then cut there.
    pub fn string(
        &mut self,
        coder: &mut impl Code,
        reference: &[u8],
        text: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        let bits = self.bits;
        let tables = self.tables.get_or_insert_with(|| primed::tables(bits));
        if self.borrowed && tables.journal.is_none() {
            let journal = Journal::begin(&tables.lines, &tables.learned);
            tables.journal = Some(Box::new(journal));
        }
        tables.learned.state.begin();
        strings::string(&mut **tables, coder, reference, text, limit, out)
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

impl Tables {
    fn new(bits: u32) -> Self {
        let mut weights = [14_000; INPUTS];
        weights[INPUTS - 1] = 0;
        Self {
            lines: CounterTable::new(bits),
            journal: None,
            learned: Learned {
                order0: vec![Counter::new(); 256],
                weights: [3 << 8, 1 << 11, 1 << 8].map(|sets| vec![weights; sets]),
                last_weights: vec![[22_000; MIXERS]; 256],
                corrections: [256, SITUATIONS, SITUATIONS].map(Correction::new),
                history: Vec::new(),
                matches: MATCHES.map(Match::new),
                state: State::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests;
