//! A byte as eight mixed decisions.
//!
//! Format: "TextModel".

use entropy::Code;

use super::contexts::CONTEXTS;
use super::{INPUTS, MIXERS, SITUATIONS, Tables};
use crate::mix::{dot, squash, stretch, train};
use crate::number::hash;
use crate::simd::{Task, run};
use crate::strings::ByteModel;

/// Steps of the weights of the mixers, and of the one after them.
const RATES: [i32; 2] = [40, 4];
/// How far back contexts remember, in decisions.
const MEMORY: u32 = 250;

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
