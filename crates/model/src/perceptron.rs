//! A small neural network that learns while it predicts.
//!
//! Format: "Perceptron".

use entropy::TOTAL;

use crate::chosen::{LANES, chosen};
use crate::mix::squash;
use crate::rate::Rate;
use crate::simd::{Task, run};

/// Units of the hidden layer; the last of them is always one.
pub const HIDDEN: usize = 32;

/// One, as a feature. Features are best between -1 and 1, and must be within -4 and 4.
pub const ONE: i32 = 256;

/// One, as an activation.
const FULL: i32 = 1 << 12;

/// The steps of the first and of the second layer.
const FIRST: Rate = Rate {
    start: 256,
    slowness: 8,
};
const SECOND: Rate = Rate {
    start: 160,
    slowness: 3,
};

/// A perceptron with one hidden layer: `F` features, tanh, and log-odds for each of many decisions.
///
/// Weights are in units of 2^-28, of which the upper sixteen bits count in a product; the lower ones gather small steps.
/// Sums and weights may wrap: on sensible data they are far from it, and on others only the size suffers.
///
/// ```
/// use model::perceptron::{ONE, Perceptron};
/// let mut network = Perceptron::<3>::new(1);
/// for n in 0..4000 {
///     let (a, b) = (n & 1, n >> 1 & 1);
///     network.forward(&[(a * 512 - 256) as i16, (b * 512 - 256) as i16, ONE as i16]);
///     if n > 3900 {
///         assert_eq!(network.odds(0) > 0, a != b); // it has learned what no single feature tells
///     }
///     network.learn(0, network.odds(0), a != b);
///     network.finish();
/// }
/// ```
#[derive(Clone)]
pub struct Perceptron<const F: usize> {
    pub(crate) first: Vec<[i32; HIDDEN]>,
    pub(crate) second: Vec<[i32; HIDDEN]>,
    /// Times each decision was met.
    pub(crate) met: Vec<u32>,
    pub(crate) looks: u32,
    features: [i16; F],
    hidden: [i16; HIDDEN],
    /// What the decisions since the last look want of each unit.
    wanted: [i32; HIDDEN],
}

impl<const F: usize> Perceptron<F> {
    /// A network for `decisions`, whose first layer has small pseudo-random weights and whose second has none.
    pub fn new(decisions: usize) -> Self {
        let mut state = 12_345u32;
        let mut weight = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state as i32 >> 2) / (F.max(1).isqrt() as i32)
        };
        Self {
            first: (0..F).map(|_| std::array::from_fn(|_| weight())).collect(),
            second: vec![[0; HIDDEN]; decisions],
            met: vec![0; decisions],
            looks: 0,
            features: [0; F],
            hidden: [0; HIDDEN],
            wanted: [0; HIDDEN],
        }
    }

    /// Makes room for more decisions, of which nothing is known.
    pub fn add(&mut self, decisions: usize) {
        let decisions = self.met.len() + decisions;
        self.second.resize(decisions, [0; HIDDEN]);
        self.met.resize(decisions, 0);
    }

    /// Runs features through the hidden layer, in units of 1/[`ONE`].
    pub fn forward(&mut self, features: &[i16; F]) {
        run(Forward {
            network: self,
            features,
        });
    }

    #[inline(always)]
    fn forward_with(&mut self, features: &[i16; F]) {
        self.features = *features;
        let mut sums = [0i32; HIDDEN];
        let chunks = features.chunks(LANES).zip(self.first.chunks(LANES));
        for (features, rows) in chunks {
            for at in chosen(features, |feature| feature != 0) {
                let feature = i32::from(features[at]);
                for (sum, &weight) in sums.iter_mut().zip(&rows[at]) {
                    *sum = sum.wrapping_add(feature * i32::from((weight >> 16) as i16));
                }
            }
        }
        // Sums are in units of 2^-20, and tanh(x) = 2·squash(2x) - 1.
        for (unit, sum) in self.hidden.iter_mut().zip(sums) {
            *unit = ((squash(sum >> 11) as i32 - (1 << 15)) >> 3) as i16;
        }
        self.hidden[HIDDEN - 1] = FULL as i16;
        self.wanted = [0; HIDDEN];
    }

    /// Log-odds of a decision, in units of 1/256 nat, within ±2,047.
    #[inline(always)]
    pub fn odds(&self, decision: usize) -> i32 {
        let mut sum = 0i32;
        for (&unit, &weight) in self.hidden.iter().zip(&self.second[decision]) {
            sum = sum.wrapping_add(i32::from(unit) * i32::from((weight >> 16) as i16));
        }
        (sum >> 16).clamp(-2047, 2047)
    }

    /// Learns what the decision was, of which it had said `odds`.
    #[inline(always)]
    pub fn learn(&mut self, decision: usize, odds: i32, bit: bool) {
        let target = if bit { TOTAL as i32 } else { 0 };
        let error = (target - squash(odds) as i32) >> 1;
        let met = &mut self.met[decision];
        let step = ((error * SECOND.after(*met)) >> 8) as i16;
        *met = met.saturating_add(1);
        let error = error as i16;
        let weights = self.second[decision].iter_mut();
        for ((weight, wanted), &unit) in weights.zip(&mut self.wanted).zip(&self.hidden) {
            let pull = (i32::from(error) * i32::from((*weight >> 16) as i16)) >> 8;
            *wanted = wanted.wrapping_add(pull);
            *weight = weight.wrapping_add((i32::from(step) * i32::from(unit)) >> 3);
        }
    }

    /// Carries what was learned since the last look to the first layer.
    pub fn finish(&mut self) {
        run(Finish(self));
    }

    #[inline(always)]
    fn carry(&mut self) {
        let rate = FIRST.after(self.looks);
        self.looks = self.looks.saturating_add(1);
        let mut steps = [0i16; HIDDEN];
        for ((step, &wanted), &unit) in steps.iter_mut().zip(&self.wanted).zip(&self.hidden) {
            // One is 2^13 from here on; no unit is pulled by more than 1.5.
            let pull = (wanted >> 6).clamp(-12_288, 12_288);
            let slope = (FULL * FULL - i32::from(unit) * i32::from(unit)) >> 12;
            *step = ((((pull * slope) >> 12) * rate) >> 8) as i16;
        }
        let rows = self.first.chunks_mut(LANES);
        for (features, rows) in self.features.chunks(LANES).zip(rows) {
            for at in chosen(features, |feature| feature != 0) {
                let feature = i32::from(features[at]);
                for (weight, &step) in rows[at].iter_mut().zip(&steps) {
                    *weight = weight.wrapping_add((feature * i32::from(step)) << 2);
                }
            }
        }
    }
}

struct Forward<'a, const F: usize> {
    network: &'a mut Perceptron<F>,
    features: &'a [i16; F],
}

impl<const F: usize> Task for Forward<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.network.forward_with(self.features);
    }
}

struct Finish<'a, const F: usize>(&'a mut Perceptron<F>);

impl<const F: usize> Task for Finish<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.0.carry();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A decision.
    struct Decide<'a>(&'a mut Perceptron<9>, usize, bool);

    impl Task for Decide<'_> {
        type Output = i32;

        #[inline(always)]
        fn run(self) -> i32 {
            let Self(network, decision, bit) = self;
            let odds = network.odds(decision);
            network.learn(decision, odds, bit);
            odds
        }
    }

    proptest! {
        #[test]
        fn wide_vectors_change_nothing(
            steps in proptest::collection::vec((any::<[i16; 9]>(), any::<bool>(), 0usize..3), 1..60),
            small in 0u32..16,
        ) {
            let mut networks = [(); 2].map(|()| Perceptron::<9>::new(3));
            let [wide, plain] = &mut networks;
            for (features, bit, decision) in steps {
                let features = features.map(|feature| feature >> 5 >> (small / 2) << (small / 2));
                wide.forward(&features);
                plain.forward_with(&features);
                let said = run(Decide(wide, decision, bit));
                prop_assert_eq!(said, Decide(plain, decision, bit).run());
                wide.finish();
                plain.carry();
                prop_assert_eq!(wide.hidden, plain.hidden);
                prop_assert_eq!(&wide.first, &plain.first);
                prop_assert_eq!(&wide.second, &plain.second);
            }
        }
    }
}
