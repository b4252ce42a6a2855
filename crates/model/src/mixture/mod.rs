//! Decisions and numbers, mixed from counters under many contexts and what a small network says.
//!
//! Format: "Mixture".

mod learned;
mod trust;

use entropy::{Code, Counter, TOTAL};

use crate::counter_table::{CounterTable, LINE};
use crate::mix::{Correction, squash, stretch};
use crate::number::{salted, spread};
use crate::perceptron::Perceptron;
use crate::rate::Rate;
use crate::simd::{Task, run};
use trust::TRUST;

/// Estimates that are mixed: of the contexts, of the network, and one that is always the same.
const INPUTS: usize = 16;

/// Steps of the weights that mix.
const MIXING: Rate = Rate {
    start: 50,
    slowness: 4,
};

/// Weights are in units of 2^-24 and stay within ±4.
const MOST: i32 = 1 << 26;

/// How many decisions a counter remembers at most.
const MEMORY: u32 = 400;

/// Decisions of a group.
const PLACES: usize = LINE - 1;

/// Groups that [`Mixture::unsigned`] takes.
pub const UNSIGNED: usize = 18;
/// Groups that [`Mixture::signed`] takes.
pub const SIGNED: usize = 2 * UNSIGNED;

/// Bits of the smallest class of numbers, and how many bits of a number are mixed after its class.
const FINEST: u32 = 2;
const MIXED: u32 = 4;
/// The class of the largest numbers, below 2^61.
const LAST: u32 = 58;

/// Predicts decisions from `N` contexts, at most 14, and `F` features.
///
/// Decisions come in groups of up to 15 that lie together in memory. The group and the place name a decision.
///
/// ```
/// use entropy::{Encode, range};
/// use model::mixture::{Mixture, UNSIGNED};
/// let mut encoder = range::Encoder::new();
/// let mut mixture = Mixture::<2, 1>::new(12, UNSIGNED, 1);
/// for value in [3, 3, 90_000, 3] {
///     mixture.prepare([1, 2], &[256], 0);
///     mixture.unsigned(&mut encoder, 0, value);
///     mixture.finish();
/// }
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// let mut mixture = Mixture::<2, 1>::new(12, UNSIGNED, 1);
/// for value in [3, 3, 90_000, 3] {
///     mixture.prepare([1, 2], &[256], 0);
///     assert_eq!(mixture.unsigned(&mut decoder, 0, 0), value);
///     mixture.finish();
/// }
/// ```
#[derive(Clone)]
pub struct Mixture<const N: usize, const F: usize> {
    counters: CounterTable,
    /// Where the decisions of a group begin in what is learned of each, once one of them was met: most groups of numbers never are.
    starts: Vec<Option<u32>>,
    network: Perceptron<F>,
    /// For each decision.
    weights: Vec<[i32; INPUTS]>,
    met: Vec<u32>,
    corrections: Correction,
    situations: usize,
    /// Low bits of large numbers, by class and place.
    tails: Vec<Counter>,
    contexts: [u32; N],
    situation: usize,
    /// The group of the last decision, where its decisions begin, and where the counters of its contexts are.
    group: Option<usize>,
    start: usize,
    counters_at: [usize; N],
}

impl<const N: usize, const F: usize> Mixture<N, F> {
    /// Of `1 << bits` counters (4 to 28 bits; without contexts any number will do, and there are none), for `groups` of decisions,
    /// finally corrected in each of `situations`.
    pub fn new(bits: u32, groups: usize, situations: usize) -> Self {
        const { assert!(N + 2 <= INPUTS) };
        Self {
            counters: CounterTable::new(if N == 0 { 4 } else { bits }),
            starts: vec![None; groups],
            network: Perceptron::new(0),
            weights: Vec::new(),
            met: Vec::new(),
            corrections: Correction::new(0),
            situations,
            tails: vec![Counter::new(); 64 * 64],
            contexts: [0; N],
            situation: 0,
            group: None,
            start: 0,
            counters_at: [0; N],
        }
    }

    /// Where the decisions of a group begin.
    #[inline]
    fn start_of(&mut self, group: usize) -> usize {
        match self.starts[group] {
            Some(start) => start as usize,
            None => self.add(group),
        }
    }

    /// Makes room for the decisions of a group, of which nothing is known, and says where they begin.
    #[cold]
    fn add(&mut self, group: usize) -> usize {
        let start = self.weights.len();
        self.starts[group] = Some(start as u32);
        let mut weights = [0; INPUTS];
        weights[..N].fill((25 << 20) / N.max(1) as i32);
        weights[N] = 5 << 20;
        self.weights.resize(start + PLACES, weights);
        self.met.resize(start + PLACES, 0);
        self.network.add(PLACES);
        self.corrections.add(PLACES * self.situations);
        start
    }

    /// Says what is known of the decisions up to [`finish`](Self::finish): contexts are any numbers; features are in
    /// units of 1/256 (see [`Perceptron`]); `situation` is below the number of situations.
    pub fn prepare(&mut self, contexts: [u32; N], features: &[i16; F], situation: usize) {
        self.contexts = contexts.map(spread);
        self.situation = situation;
        self.group = None;
        self.network.forward(features);
    }

    /// Learns what can only be learned after the last decision on what is known.
    pub fn finish(&mut self) {
        self.network.finish();
    }

    /// Codes a decision; `place` is below 15.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn bit(&mut self, coder: &mut impl Code, group: usize, place: usize, bit: bool) -> bool {
        #[cfg(feature = "trace")]
        let _asked = entropy::trace::asked();
        run(Decide {
            mixture: self,
            coder,
            group,
            place,
            bit,
        })
    }

    #[inline(always)]
    fn decide(&mut self, coder: &mut impl Code, group: usize, place: usize, bit: bool) -> bool {
        if self.group != Some(group) {
            self.group = Some(group);
            self.start = self.start_of(group);
            let start = |context| self.counters.start(salted(context, group as u32 + 1));
            self.counters_at = self.contexts.map(start);
        }
        let decision = self.start + place;
        let mut inputs = [0i16; INPUTS];
        for (input, &start) in inputs.iter_mut().zip(&self.counters_at) {
            let counter = self.counters.counter(start, place + 1);
            let trust = i32::from(TRUST[counter.seen() as usize]);
            *input = ((stretch(counter.one12()) * trust) >> 8) as i16;
        }
        let said = self.network.odds(decision);
        inputs[N] = said as i16;
        inputs[N + 1] = 128;
        let weights = &mut self.weights[decision];
        let odds = dot(weights, &inputs).clamp(-2816, 2816);
        let raw = squash(odds);
        let correction = decision * self.situations + self.situation;
        let refined = self.corrections.refine(odds, correction);
        let probability = ((raw + refined) >> 1).clamp(16, TOTAL - 16);

        let bit = coder.bit(bit, probability);

        let met = &mut self.met[decision];
        train(weights, &inputs, raw, bit, MIXING.after(*met));
        *met = met.saturating_add(1);
        self.corrections.update(bit);
        self.network.learn(decision, said, bit);
        for &start in &self.counters_at {
            self.counters.counter(start, place + 1).update(bit, MEMORY);
        }
        bit
    }

    /// Codes a value below 2^61 with the [`UNSIGNED`] groups from `first` on: the class, of which each has twice the values of
    /// the one before, as a chain of yes and no, then the bits within the class.
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn unsigned(&mut self, coder: &mut impl Code, first: usize, value: u64) -> u64 {
        let value = value.saturating_add(1 << FINEST);
        let actual = (value.ilog2() - FINEST).min(LAST);
        let mut class = 0;
        while class < LAST {
            let (group, place) = match class {
                0..8 => (0, class),
                _ => (1, (class - 8).min(PLACES as u32 - 1)),
            };
            if !self.bit(coder, first + group, place as usize, class < actual) {
                break;
            }
            class += 1;
        }
        let (group, start) = match class {
            0 => (0, 8),
            _ => (1 + class.min(UNSIGNED as u32 - 2) as usize, 0),
        };
        let bits = class + FINEST;
        let mut found = 1u64;
        for place in (0..bits).rev() {
            let bit = value >> place & 1 == 1;
            let bit = if bits - place <= MIXED {
                self.bit(coder, first + group, start + found as usize - 1, bit)
            } else {
                self.tails[(bits * 64 + place) as usize].code(coder, bit)
            };
            found = found << 1 | u64::from(bit);
        }
        found - (1 << FINEST)
    }

    /// Codes a value of magnitude below 2^61 with the [`SIGNED`] groups from `first` on: whether it is negative, then
    /// how far it is from 0 or -1.
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn signed(&mut self, coder: &mut impl Code, first: usize, value: i64) -> i64 {
        if self.bit(coder, first, PLACES - 1, value < 0) {
            !(self.unsigned(coder, first + UNSIGNED, !value as u64) as i64)
        } else {
            self.unsigned(coder, first, value as u64) as i64
        }
    }
}

/// A decision to code.
struct Decide<'a, C, const N: usize, const F: usize> {
    mixture: &'a mut Mixture<N, F>,
    coder: &'a mut C,
    group: usize,
    place: usize,
    bit: bool,
}

impl<C: Code, const N: usize, const F: usize> Task for Decide<'_, C, N, F> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let (coder, group, place) = (self.coder, self.group, self.place);
        self.mixture.decide(coder, group, place, self.bit)
    }
}

/// The weighted sum of log-odds.
#[inline(always)]
fn dot(weights: &[i32; INPUTS], inputs: &[i16; INPUTS]) -> i32 {
    let mut sum = 0;
    for (&weight, &input) in weights.iter().zip(inputs) {
        sum += i32::from((weight >> 12) as i16) * i32::from(input);
    }
    sum >> 12
}

/// Moves weights against the error of `probability`.
#[inline(always)]
fn train(
    weights: &mut [i32; INPUTS],
    inputs: &[i16; INPUTS],
    probability: u32,
    bit: bool,
    rate: i32,
) {
    let target = if bit { TOTAL as i32 } else { 0 };
    let error = (((target - probability as i32) * rate) >> 9) as i16;
    for (weight, &input) in weights.iter_mut().zip(inputs) {
        let step = (i32::from(error) * i32::from(input)) >> 4;
        *weight = (*weight + step).clamp(-MOST, MOST);
    }
}

#[cfg(test)]
mod tests;
