//! A byte as eight mixed decisions.
//!
//! Format: "Strings".

use entropy::Code;

use super::contexts::CONTEXTS;
use super::{ByteModel, INPUTS, Tables};
use crate::mix::{dot, squash, stretch, train};
use crate::number::{salted, spread};
use crate::simd::{Task, run};

/// Steps of the weights.
const RATE: i32 = 40;
/// How far back counters remember, in decisions.
const MEMORY: u32 = 250;

/// How far an estimate is trusted that has been learned from so many decisions, in units of 1/256.
const TRUST: [i32; 256] = {
    let mut table = [235; 256];
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
        self.state.expect(expected, agreed);
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
        let guess = self.matched.guess(&self.history);
        let contexts = self.state.contexts(guess).map(spread);
        let mut starts = [0; CONTEXTS];
        let mut node = 1; // 1 and the bits so far
        for known in 0..8 {
            if known & 3 == 0 {
                starts = contexts.map(|context| self.counters.start(salted(context, node as u32)));
            }
            let bit = self.bit(coder, &starts, node, known, byte >> (7 - known) & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        let byte = node as u8;
        self.history.push(byte);
        self.state.learn(byte);
        self.matched.learn(&self.history, self.state.latest());
        byte
    }

    /// Codes bit number `known` from the highest; `node` is 1 and those before.
    #[inline(always)]
    fn bit(
        &mut self,
        coder: &mut impl Code,
        starts: &[usize; CONTEXTS],
        node: usize,
        known: u32,
        bit: bool,
    ) -> bool {
        // 1 and the bits so far of this half of the byte.
        let within = 1 << (known & 3) | node & ((1 << (known & 3)) - 1);
        let mut inputs = [0; INPUTS];
        for (input, &start) in inputs.iter_mut().zip(starts) {
            let counter = *self.counters.counter(start, within);
            *input = (stretch(counter.one12()) * TRUST[counter.seen() as usize & 255]) >> 8;
        }
        inputs[CONTEXTS] = self.matched.estimate(&self.history, node, known);

        let (matched, known) = (usize::from(self.matched.predicts()), known as usize);
        let rows = [
            matched << 8 | node,
            self.state.last_byte() << 3 | known,
            (self.state.letters().min(7) << 3 | known) << 1 | matched,
        ];
        let odds: [i32; 3] =
            std::array::from_fn(|at| dot(&self.weights[at][rows[at]], &inputs).clamp(-2816, 2816));
        let mixed = odds.iter().sum::<i32>().div_euclid(3);
        let refined = self.correction.refine(mixed, node);
        let bit = coder.bit(bit, (squash(mixed) + refined) >> 1);

        for (at, odds) in odds.into_iter().enumerate() {
            let weights = &mut self.weights[at][rows[at]];
            train(weights, &inputs, squash(odds), bit, RATE);
        }
        self.correction.update(bit);
        for &start in starts {
            self.counters.counter(start, within).update(bit, MEMORY);
        }
        self.matched.update(bit);
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
