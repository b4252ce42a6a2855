//! Integers as short chains of yes/no decisions, each mixed from several contexts.
//!
//! Format: "Decisions".

use entropy::{Code, Counter};

use crate::mix::{dot, squash, stretch, train};

/// Values below this stand for themselves; larger ones fall into buckets, two per doubling.
const SMALL: u64 = 8;

/// The bucket of the largest values; no sum or difference of two of them overflows.
const MOST_BUCKET: u32 = 115;

/// Predicts decisions from `K` contexts at once.
///
/// A decision is named by a node; for each context a counter under (context, node) gives an estimate, and the estimates
/// are mixed with weights chosen by the node's weight set.
///
/// ```
/// use entropy::{Encode, Code, range};
/// use model::number::Decisions;
/// let mut model = Decisions::<2>::new(12);
/// let mut encoder = range::Encoder::new();
/// for value in [3, 3, 90_000, 3] {
///     model.unsigned(&mut encoder, [1, 2], value);
/// }
/// let bytes = encoder.finish();
/// let mut model = Decisions::<2>::new(12);
/// let mut decoder = range::Decoder::new(&bytes);
/// let values: Vec<u64> = (0..4).map(|_| model.unsigned(&mut decoder, [1, 2], 0)).collect();
/// assert_eq!(values, [3, 3, 90_000, 3]);
/// ```
#[derive(Clone)]
pub struct Decisions<const K: usize> {
    counters: Vec<Counter>,
    shift: u32,
    weights: Vec<[i32; K]>,
}

/// Number of weight sets; nodes share them by their low bits.
const WEIGHT_SETS: usize = 256;

impl<const K: usize> Decisions<K> {
    /// A table of `1 << bits` counters; contexts that collide share one.
    pub fn new(bits: u32) -> Self {
        Self {
            counters: vec![Counter::new(); 1 << bits],
            shift: 32 - bits,
            weights: vec![[(65_536 + 20_000) / K as i32; K]; WEIGHT_SETS],
        }
    }

    /// Codes one decision; `contexts` are any numbers that name the situation.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn bit(&mut self, coder: &mut impl Code, contexts: [u32; K], node: u32, bit: bool) -> bool {
        self.decide(coder, contexts.map(spread), node, bit)
    }

    /// Codes one decision under contexts that are spread over all bits already.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    fn decide(&mut self, coder: &mut impl Code, spread: [u32; K], node: u32, bit: bool) -> bool {
        let places = spread.map(|context| (salted(context, node) >> self.shift) as usize);
        let inputs = places.map(|place| stretch(self.counters[place].one12()));
        let weights = &mut self.weights[node as usize % WEIGHT_SETS];
        let probability = squash(dot(weights, &inputs));
        let bit = coder.bit(bit, probability);
        train(weights, &inputs, probability, bit, 3);
        for place in places {
            self.counters[place].update(bit, 250);
        }
        bit
    }

    /// Codes `value` in `0..1 << bits`, highest bit first, each decision knowing the bits above it.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn symbol(
        &mut self,
        coder: &mut impl Code,
        contexts: [u32; K],
        bits: u32,
        value: u32,
    ) -> u32 {
        self.tree(coder, contexts.map(spread), bits, value)
    }

    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    fn tree(&mut self, coder: &mut impl Code, spread: [u32; K], bits: u32, value: u32) -> u32 {
        let mut node = 1;
        for place in (0..bits).rev() {
            let bit = self.decide(coder, spread, node, value >> place & 1 == 1);
            node = node << 1 | u32::from(bit);
        }
        node & ((1 << bits) - 1)
    }

    /// Codes any unsigned value below 2^61; small values and values near often-seen ones are cheap.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn unsigned(&mut self, coder: &mut impl Code, contexts: [u32; K], value: u64) -> u64 {
        self.magnitude(coder, contexts.map(spread), value)
    }

    #[cfg_attr(feature = "trace", track_caller)]
    fn magnitude(&mut self, coder: &mut impl Code, spread: [u32; K], value: u64) -> u64 {
        if self.decide(coder, spread, 0xC0, value < SMALL) {
            return u64::from(self.tree(coder, spread, 3, value as u32 & 7));
        }
        // value = 1 s m…: the bucket is the number of bits and the bit s after the first, m is the rest.
        let value = value.max(SMALL);
        let length = value.ilog2().min(60);
        let bucket = 2 * (length - 3) + (value >> (length - 1) & 1) as u32;
        let bucket = self
            .tree(coder, spread.map(|context| !context), 7, bucket)
            .min(MOST_BUCKET);
        let length = bucket / 2 + 3;
        let mut found = 2 | u64::from(bucket & 1);
        for place in (0..length - 1).rev() {
            let bit = value >> place & 1 == 1;
            // The three bits below the bucket are worth modelling; the others hardly.
            let bit = if place + 4 >= length {
                let node = 0x200 + (bucket << 4) + (found as u32 & 15);
                self.decide(coder, spread, node << 2 | (length - place), bit)
            } else {
                coder.bit(bit, entropy::TOTAL / 2)
            };
            found = found << 1 | u64::from(bit);
        }
        found
    }

    /// Codes a signed value of magnitude up to 2^61: zero or not, sign, magnitude.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn signed(&mut self, coder: &mut impl Code, contexts: [u32; K], value: i64) -> i64 {
        let spread = contexts.map(spread);
        if self.decide(coder, spread, 0x80, value == 0) {
            return 0;
        }
        let negative = self.decide(coder, spread, 0x81, value < 0);
        let salt = if negative { 0x3333_3333 } else { 0x5555_5555 };
        let size = value.unsigned_abs().wrapping_sub(1);
        let size = self.magnitude(coder, spread.map(|context| context ^ salt), size) as i64 + 1;
        if negative { -size } else { size }
    }
}

/// Spreads a number over all 32 bits.
#[inline(always)]
pub(crate) fn spread(context: u32) -> u32 {
    let mixed = (context ^ context >> 16).wrapping_mul(0x2545_F491);
    (mixed ^ mixed >> 15).wrapping_mul(0x9E37_79B1)
}

/// A context that is spread, for one of several decisions or groups of them.
#[inline(always)]
pub(crate) fn salted(spread: u32, number: u32) -> u32 {
    spread ^ number.wrapping_mul(0x9E37_79B1)
}

/// Names a situation by its parts.
#[inline]
pub fn hash(parts: &[u32]) -> u32 {
    let mut state = 0x811C_9DC5u32;
    for &part in parts {
        state = (state ^ part).wrapping_mul(0x9E37_79B1);
        state ^= state >> 15;
    }
    state
}

/// A hash of bytes: of their number and then of each.
#[must_use]
pub fn digest(bytes: &[u8]) -> u32 {
    bytes.iter().fold(bytes.len() as u32, |state, &byte| {
        hash(&[state, byte.into()])
    })
}

/// The place of a context, which may be any number, in a table of `1 << bits` rows.
#[inline]
pub fn place(context: u32, bits: u32) -> usize {
    ((context ^ context >> 15).wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
}

/// The logarithm to the base 2 of a value above 0, in units of 1/256, at most 23 of them too low.
#[inline(always)]
pub fn log2(value: u64) -> i32 {
    let whole = value.ilog2();
    let fraction = (value << (63 - whole)) >> 55 & 255;
    (whole << 8) as i32 + fraction as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(values in proptest::collection::vec(-(1i64 << 50)..1 << 50, 0..60), small in 0u32..60) {
            let values: Vec<i64> = values.iter().map(|v| v >> small.min(50)).collect();
            let mut model = Decisions::<2>::new(10);
            let mut encoder = range::Encoder::new();
            for &value in &values {
                model.signed(&mut encoder, [0, 7], value);
                model.unsigned(&mut encoder, [1, 9], value.unsigned_abs());
            }
            let bytes = encoder.finish();
            let mut model = Decisions::<2>::new(10);
            let mut decoder = range::Decoder::new(&bytes);
            for &value in &values {
                prop_assert_eq!(model.signed(&mut decoder, [0, 7], 0), value);
                prop_assert_eq!(model.unsigned(&mut decoder, [1, 9], 0), value.unsigned_abs());
            }
        }

        #[test]
        fn junk_does_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let mut model = Decisions::<2>::new(10);
            let mut decoder = range::Decoder::new(&bytes);
            for _ in 0..100 {
                model.signed(&mut decoder, [0, 7], 0);
            }
        }
    }
}
