//! The last place where the latest bytes stood.
//!
//! Format: "TextModel".

use entropy::Counter;

use crate::mix::stretch;

/// Lengths are told apart up to this.
const LONGEST: usize = 63;
const TABLE_BITS: u32 = 16;

/// Follows the history from where its latest bytes stood before.
#[derive(Clone)]
pub(super) struct Match {
    /// Equal bytes from which a match counts.
    shortest: usize,
    at: usize,
    length: usize,
    table: Vec<u32>,
    hits: Vec<Counter>,
    /// What the match says of this bit, unless it has been wrong about the byte.
    predicted: Option<bool>,
}

impl Match {
    pub fn new(shortest: usize) -> Self {
        Self {
            shortest,
            at: 0,
            length: 0,
            table: vec![0; 1 << TABLE_BITS],
            hits: vec![Counter::new(); LONGEST + 1],
            predicted: None,
        }
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
        self.hits[self.length.min(LONGEST)].update(bit == predicted, 250);
        if bit != predicted {
            self.length = 0;
        }
    }

    /// Goes on by a byte, which is the last of the history; looks for a match if there is none.
    pub fn learn(&mut self, history: &[u8]) {
        if self.length > 0 {
            self.length += 1;
            self.at += 1;
        }
        let Some(start) = history.len().checked_sub(self.shortest) else {
            return;
        };
        let latest = &history[start..];
        let sum = latest.iter().fold(0u32, |sum, &byte| {
            (sum ^ u32::from(byte))
                .wrapping_mul(0x9E37_79B1)
                .rotate_left(7)
        });
        let entry = (sum.wrapping_mul(0x2545_F491) >> (32 - TABLE_BITS)) as usize;
        if self.length == 0 {
            let candidate = self.table[entry] as usize;
            let (now, then) = (history.iter().rev(), history[..candidate].iter().rev());
            let equal = now.zip(then).take(LONGEST);
            let length = equal.take_while(|(now, then)| now == then).count();
            if length >= self.shortest {
                (self.length, self.at) = (length, candidate);
            }
        }
        self.table[entry] = history.len() as u32;
    }
}
