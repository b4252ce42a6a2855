//! The last place where the latest bytes stood.
//!
//! Format: "Strings".

use entropy::Counter;

use crate::mix::stretch;

/// Equal bytes from which a match counts.
pub(super) const SHORTEST: u32 = 5;
/// Lengths are told apart up to this.
const LONGEST: usize = 63;
/// Places in the history are found in a table of so many entries, as a power of two.
const TABLE_BITS: u32 = 16;
const MEMORY: u32 = 250;

/// Follows the history from where its latest bytes stood before.
#[derive(Clone)]
pub(super) struct Match {
    at: usize,
    /// 0 without a match.
    length: usize,
    table: Vec<u32>,
    hits: Vec<Counter>,
    /// What the match says of this bit, unless it has been wrong about the byte.
    predicted: Option<bool>,
}

impl Match {
    pub fn new() -> Self {
        Self {
            at: 0,
            length: 0,
            table: vec![0; 1 << TABLE_BITS],
            hits: vec![Counter::new(); LONGEST + 1],
            predicted: None,
        }
    }

    pub fn end(&mut self) {
        self.length = 0;
    }

    /// The byte that is expected and how sure it is, as a number; 0 without a match.
    pub fn guess(&self, history: &[u8]) -> u32 {
        match self.length {
            0 => 0,
            length => u32::from(history[self.at]) | (length.min(15) as u32) << 8,
        }
    }

    /// The estimate for bit number `known`, `node` being 1 and the bits before it.
    pub fn estimate(&mut self, history: &[u8], node: usize, known: u32) -> i32 {
        self.predicted = None;
        if self.length == 0 {
            return 0;
        }
        let expected = usize::from(history[self.at]) | 256;
        if expected >> (8 - known) != node {
            return 0;
        }
        let predicted = expected >> (7 - known) & 1 == 1;
        self.predicted = Some(predicted);
        let odds = stretch(self.hits[self.length.min(LONGEST)].one12());
        if predicted { odds } else { -odds }
    }

    pub fn predicts(&self) -> bool {
        self.predicted.is_some()
    }

    pub fn update(&mut self, bit: bool) {
        let Some(predicted) = self.predicted else {
            return;
        };
        self.hits[self.length.min(LONGEST)].update(bit == predicted, MEMORY);
        if bit != predicted {
            self.length = 0;
        }
    }

    /// Goes on by a byte, which is the last of the history. `latest` is the hash of the last [`SHORTEST`] bytes, if the string has so many;
    /// if there is no match, it is looked for.
    pub fn learn(&mut self, history: &[u8], latest: Option<u32>) {
        if self.length > 0 {
            self.length += 1;
            self.at += 1;
        }
        let Some(latest) = latest else {
            return;
        };
        let entry = (latest >> (32 - TABLE_BITS)) as usize;
        if self.length == 0 {
            let candidate = self.table[entry] as usize;
            let (now, then) = (history.iter().rev(), history[..candidate].iter().rev());
            let equal = now.zip(then).take(LONGEST);
            let length = equal.take_while(|(now, then)| now == then).count();
            if length >= SHORTEST as usize {
                (self.length, self.at) = (length, candidate);
            }
        }
        self.table[entry] = history.len() as u32;
    }
}
