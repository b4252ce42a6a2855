//! Predicts the decisions of an evaluation: the network's predictions, corrected by what the block has shown.
//!
//! Format: "Stream evals", "The network of evaluations".

use entropy::{Code, Counter, TOTAL};

use super::inputs::{Inputs, Past};
use super::network::{Activations, Network, SECOND, products};
use super::parts::{NODES, RANDOM};
use model::mix::{squash, stretch};
use model::number::{hash, place};
use model::rate::Rate;
use model::simd::{Task, run};

/// Estimates that are mixed: the network's, the frequency of yes so far, a constant, and what the remark adds.
const MIXED: usize = 4;

/// The constant estimate, in units of 1/256 nat.
const ALWAYS: i32 = 128;

/// Learning rate of the weights that are added to the network's last layer. It is small, because the trained network is better than what a
/// single block can teach it.
const ADDING: Rate = Rate {
    start: 8,
    slowness: 3,
};

/// Learning rate of the mixing weights.
const MIXING: Rate = Rate {
    start: 16,
    slowness: 4,
};

/// How many decisions a counter remembers at most.
const MEMORY: u32 = 1000;

/// Classes of the evaluation before, and the evaluations in a class.
const CLASSES: i32 = 9;
const CLASS: i32 = 128;
/// Counters of decisions after a remark, as a power of two.
const REMARKED: u32 = 16;
/// A remark is fully trusted once it has been seen so often.
const KNOWN: u32 = 12;

/// Limits: added weights fit 16 bits when rounded, mixing weights stay within ±4.
const MOST_ADDED: i32 = (1 << 25) - (1 << 10);
const MOST_MIXED: i32 = 1 << 24;

/// Predicts the decisions that an evaluation is made of.
#[derive(Clone)]
pub(super) struct Predictor {
    taught: Taught,
}

/// The network, and what was learned in the block.
#[derive(Clone)]
struct Taught {
    network: &'static Network,
    activations: Activations,
    /// For each decision, what the block adds to the network's last layer, in units of 2^-24.
    added: Vec<[i32; SECOND]>,
    counters: Vec<Counter>,
    /// In units of 2^-22.
    weights: Vec<[i32; MIXED]>,
    met: Vec<u32>,
    /// For each decision and class of the evaluation before, how often it is yes: after all remarks, and after each.
    all: Vec<Counter>,
    remarked: Vec<Counter>,
    class: u32,
    remark: u32,
}

impl Predictor {
    /// The state at the start of every block.
    pub fn new(network: &'static Network) -> Self {
        Self {
            taught: Taught {
                network,
                activations: Activations::default(),
                added: vec![[0; SECOND]; NODES],
                counters: vec![Counter::new(); NODES],
                weights: vec![[1 << 22, 0, 0, 1 << 22]; NODES],
                met: vec![0; NODES],
                all: vec![Counter::new(); NODES * CLASSES as usize],
                remarked: vec![Counter::new(); 1 << REMARKED],
                class: 0,
                remark: 0,
            },
        }
    }

    /// Prepares for the decisions of the next evaluation, from the game, the evaluations before, and the remark after the move.
    pub fn prepare(&mut self, inputs: &Inputs, past: &Past, remark: u32) {
        run(Prepare {
            predictor: self,
            inputs,
            past,
            remark,
        });
    }

    #[inline(always)]
    fn prepare_all(&mut self, inputs: &Inputs, past: &Past, remark: u32) {
        let taught = &mut self.taught;
        taught.network.forward(inputs, &mut taught.activations);
        let last = if past.last.mate { 0 } else { past.last.value };
        taught.class = (last.div_euclid(CLASS) + CLASSES / 2).clamp(0, CLASSES - 1) as u32;
        taught.remark = remark;
    }

    /// Codes a decision.
    #[inline]
    pub fn bit(&mut self, coder: &mut impl Code, node: usize, bit: bool) -> bool {
        if node == RANDOM {
            return coder.bit(bit, TOTAL / 2);
        }
        run(Decide {
            predictor: self,
            coder,
            node,
            bit,
        })
    }

    #[inline(always)]
    fn decide(&mut self, coder: &mut impl Code, node: usize, bit: bool) -> bool {
        let guess = self.taught.guess(node);
        let probability = self.taught.mixed(node, guess);
        let bit = coder.bit(bit, probability);
        self.taught.learn(node, guess, probability, bit);
        bit
    }
}

impl Taught {
    /// The log-odds of a decision as the network guesses them.
    #[inline(always)]
    fn guess(&self, node: usize) -> i32 {
        let second = &self.activations.second;
        let mut rounded = [0; SECOND];
        for (rounded, &weight) in rounded.iter_mut().zip(&self.added[node]) {
            *rounded = ((weight + 512) >> 10) as i16;
        }
        let sum = products(&rounded, second);
        let guess = self.network.odds(&self.activations, node) + ((sum + (1 << 13)) >> 14);
        guess.clamp(-2400, 2400)
    }

    /// The places of the counters of a decision: after all remarks, and after this one.
    #[inline(always)]
    fn places(&self, node: usize) -> [usize; 2] {
        let key = node as u32 * CLASSES as u32 + self.class;
        [key as usize, place(hash(&[key, self.remark]), REMARKED)]
    }

    /// The estimates of a decision that are mixed. A server that remarks on moves that lost much says nothing after other moves; what a
    /// remark adds is how much likelier the decision is yes after it than after all.
    #[inline(always)]
    fn inputs(&self, node: usize, guess: i32) -> [i32; MIXED] {
        let [all, one] = self.places(node);
        let (all, one) = (self.all[all], self.remarked[one]);
        let more = stretch(one.one12()) - stretch(all.one12());
        let known = one.seen().min(KNOWN) as i32;
        let more = more * known / KNOWN as i32;
        [guess, stretch(self.counters[node].one12()), ALWAYS, more]
    }

    /// The chance that a decision is yes.
    #[inline(always)]
    fn mixed(&self, node: usize, guess: i32) -> u32 {
        let inputs = self.inputs(node, guess);
        let weights = self.weights[node].iter().zip(inputs);
        let sum: i32 = weights
            .map(|(&weight, input)| ((weight + 512) >> 10) * input)
            .sum();
        squash((sum + 2048) >> 12).clamp(16, TOTAL - 16)
    }

    #[inline(always)]
    fn learn(&mut self, node: usize, guess: i32, probability: u32, bit: bool) {
        let inputs = self.inputs(node, guess);
        let target = if bit { TOTAL as i32 } else { 0 };
        let met = &mut self.met[node];
        let step = ((target - probability as i32) * MIXING.after(*met) + 64) >> 7;
        for (weight, input) in self.weights[node].iter_mut().zip(inputs) {
            *weight = (*weight + ((step * input + 64) >> 7)).clamp(-MOST_MIXED, MOST_MIXED);
        }
        let step = (((target - squash(guess) as i32) * ADDING.after(*met) + 32) >> 6) as i16;
        for (weight, &value) in self.added[node].iter_mut().zip(&self.activations.second) {
            let moved = (i32::from(step) * i32::from(value) + 4) >> 3;
            *weight = (*weight + moved).clamp(-MOST_ADDED, MOST_ADDED);
        }
        *met = met.saturating_add(1);
        self.counters[node].update(bit, MEMORY);
        let [all, one] = self.places(node);
        self.all[all].update(bit, MEMORY);
        self.remarked[one].update(bit, MEMORY);
    }
}

/// The arguments of [`Predictor::prepare`], as a task.
struct Prepare<'a> {
    predictor: &'a mut Predictor,
    inputs: &'a Inputs,
    past: &'a Past,
    remark: u32,
}

impl Task for Prepare<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.predictor
            .prepare_all(self.inputs, self.past, self.remark);
    }
}

/// A decision to code.
struct Decide<'a, C> {
    predictor: &'a mut Predictor,
    coder: &'a mut C,
    node: usize,
    bit: bool,
}

impl<C: Code> Task for Decide<'_, C> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.predictor.decide(self.coder, self.node, self.bit)
    }
}

#[cfg(test)]
mod tests {
    use super::super::inputs::Past;
    use super::super::network::BYTES;
    use super::super::step::Step;
    use super::*;
    use entropy::Meter;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn wide_vectors_change_nothing(
            seed: u64,
            decisions in proptest::collection::vec((0..NODES, any::<bool>(), any::<[u16; 2]>()), 1..50),
        ) {
            let mut state = seed | 1;
            let bytes: Vec<u8> = (0..BYTES)
                .map(|_| {
                    state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                    (state >> 56) as u8
                })
                .collect();
            let network: &'static Network = Box::leak(Box::new(Network::from_bytes(&bytes).unwrap()));
            let mut predictors = [(); 2].map(|()| Predictor::new(network));
            let [wide, plain] = &mut predictors;
            let (mut meter, mut other) = (Meter::default(), Meter::default());
            let mut inputs = Inputs::default();
            for (node, bit, ratings) in decisions {
                let past = Past { ratings, rest: node as u32, ..Past::default() };
                inputs.fill(&[] as &[Step], None, &past);
                wide.prepare(&inputs, &past, node as u32 % 3);
                plain.prepare_all(&inputs, &past, node as u32 % 3);
                wide.bit(&mut meter, node, bit);
                plain.decide(&mut other, node, bit);
                prop_assert_eq!(meter.cost(), other.cost());
                prop_assert_eq!(&wide.taught.added, &plain.taught.added);
            }
        }
    }
}
