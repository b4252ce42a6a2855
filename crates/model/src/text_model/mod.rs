//! TextModel by context mixing: sentences about chess, and whatever else no other model understands.
//!
//! Format: "TextModel".
//!
//! Each byte is eight decisions. Contexts of letters, words and what followed them (see `contexts`) give an estimate each, two matches
//! with the repeated past another; three mixers weigh them, each by its own circumstances, and a fourth weighs the three (Mahoney's
//! PAQ design). A short text in the words of annotators is learned before the first string.

mod contexts;
mod journal;
mod matches;
mod primed;

use entropy::{Code, Counter, Distribution, Encode};

use crate::counter_table::CounterTable;
use crate::mix::{Correction, dot, squash, stretch, train};
use crate::number::hash;
use crate::simd::{Task, run};
use crate::strings::{self, ByteModel};
use contexts::{CONTEXTS, State};
use journal::Journal;
use matches::Match;

/// What is learned before the first string, a string to the line.
pub const PRIME: &str = include_str!("prime.txt");

/// Inputs of the mixers: the contexts, order 0, the matches, a constant.
const INPUTS: usize = CONTEXTS + 4;
const MIXERS: usize = 3;
/// Steps of the weights of the mixers, and of the one after them.
const RATES: [i32; 2] = [40, 4];

/// Equal bytes from which a match counts.
const MATCHES: [usize; 2] = [5, 12];
/// How far back contexts remember, in decisions.
const MEMORY: u32 = 250;
/// Situations of the corrections by letters and by words.
const SITUATIONS: usize = 1 << 14;

/// How far an estimate is trusted that has been learned from so many decisions, in units of 1/256.
const TRUST: [i32; 31] = {
    let mut table = [235; 31];
    let mut seen = 0;
    while seen <= 12 {
        table[seen] = match seen {
            0 => 0,
            1 => 90,
            2 => 130,
            3 => 160,
            4..=6 => 190,
            _ => 215,
        };
        seen += 1;
    }
    table
};

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

impl ByteModel for Tables {
    fn expect(&mut self, expected: u32, agreed: u32) {
        let state = &mut self.learned.state;
        (state.expected, state.agreed) = (expected, agreed);
    }

    fn byte(&mut self, coder: &mut impl Code, _: &[u8], byte: u8) -> u8 {
        run(Byte {
            tables: self,
            coder,
            byte,
        })
    }
}

impl Tables {
    #[inline(always)]
    fn code(&mut self, coder: &mut impl Code, byte: u8) -> u8 {
        let learned = &self.learned;
        let guess = learned.matches[0].guess(&learned.history);
        let contexts = learned.state.contexts(guess);
        let mut found = [0; CONTEXTS];
        let mut node = 1; // 1 and the bits so far
        for known in 0..8 {
            if known & 3 == 0 {
                let salt = (node as u32).wrapping_mul(0x9E37_79B1);
                let mut places = contexts;
                for place in &mut places {
                    *place = spread(*place ^ salt);
                    self.lines.fetch(*place);
                }
                for (found, place) in found.iter_mut().zip(places) {
                    let journal = &mut self.journal;
                    *found = self.lines.find_noting(place, |at, line| {
                        if let Some(journal) = journal {
                            journal.note(at, line);
                        }
                    });
                }
            }
            let bit = self.bit(coder, &found, node, known, byte >> (7 - known) & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        let byte = node as u8;
        let learned = &mut self.learned;
        learned.history.push(byte);
        learned.state.learn(byte);
        for found in &mut learned.matches {
            found.learn(&learned.history);
        }
        byte
    }

    /// Codes bit number `known` from the highest; `node` is 1 and those before.
    #[inline(always)]
    fn bit(
        &mut self,
        coder: &mut impl Code,
        found: &[usize; CONTEXTS],
        node: usize,
        known: u32,
        bit: bool,
    ) -> bool {
        let Self { lines, learned, .. } = self;
        let within = 1 << (known & 3);
        let place = (within | node & (within - 1)) - 1;
        let mut inputs = [0; INPUTS];
        for (input, &line) in inputs.iter_mut().zip(found) {
            let counter = *lines.counter(line, place);
            let trust = TRUST[counter.seen().min(30) as usize];
            *input = (stretch(counter.one12()) * trust) >> 8;
        }
        inputs[CONTEXTS] = stretch(learned.order0[node].one12());
        for (at, found) in learned.matches.iter_mut().enumerate() {
            inputs[CONTEXTS + 1 + at] = found.estimate(&learned.history, node, known);
        }
        inputs[INPUTS - 1] = 256;

        let matched = match (learned.matches[0].predicts(), learned.matches[1].predicts()) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        };
        let (last, known) = (learned.state.last_byte(), known as usize);
        let sets = [
            matched << 8 | node,
            last << 3 | known,
            (learned.state.letters().min(7) << 3 | known) << 2 | matched,
        ];
        let mut odds = [0; MIXERS];
        for (at, odds) in odds.iter_mut().enumerate() {
            *odds = dot(&learned.weights[at][sets[at]], &inputs).clamp(-2816, 2816);
        }
        let mixed = dot(&learned.last_weights[last], &odds).clamp(-2816, 2816);
        let raw = squash(mixed);
        let letters = hash(&[learned.state.last as u32 & 0xFFFF, node as u32]);
        let word = hash(&[learned.state.word(), node as u32, 7]);
        let situations = [
            node,
            letters as usize % SITUATIONS,
            word as usize % SITUATIONS,
        ];
        let mut refined = [0; 3];
        for (at, refined) in refined.iter_mut().enumerate() {
            *refined = learned.corrections[at].refine(mixed, situations[at]);
        }
        let probability = (3 * ((2 * raw + refined[0] + refined[1]) >> 2) + refined[2]) >> 2;
        let bit = coder.bit(bit, probability);

        for at in 0..MIXERS {
            let weights = &mut learned.weights[at][sets[at]];
            train(weights, &inputs, squash(odds[at]), bit, RATES[0]);
        }
        train(&mut learned.last_weights[last], &odds, raw, bit, RATES[1]);
        for correction in &mut learned.corrections {
            correction.update(bit);
        }
        for &line in found {
            lines.counter(line, place).update(bit, MEMORY);
        }
        learned.order0[node].update(bit, MEMORY);
        for found in &mut learned.matches {
            found.update(bit);
        }
        bit
    }
}

/// A byte to code.
struct Byte<'a, C> {
    tables: &'a mut Tables,
    coder: &'a mut C,
    byte: u8,
}

impl<C: Code> Task for Byte<'_, C> {
    type Output = u8;

    #[inline(always)]
    fn run(self) -> u8 {
        self.tables.code(self.coder, self.byte)
    }
}

/// Spreads a number over all 32 bits.
#[inline(always)]
fn spread(context: u32) -> u32 {
    let mixed = context.wrapping_mul(0x2545_F491);
    (mixed ^ mixed >> 15).wrapping_mul(0x9E37_79B1)
}

#[cfg(test)]
mod tests;
