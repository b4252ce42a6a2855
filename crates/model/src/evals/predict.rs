//! Decisions as the network guesses them, corrected by what the block has shown.

use entropy::{Code, Counter, TOTAL};

use super::inputs::Inputs;
use super::network::{Network, SECOND, Sight, products};
use super::parts::{NODES, RANDOM};
use crate::mix::{squash, stretch};
use crate::rate::Rate;

/// Estimates that are mixed: the network's, the share of yes so far, and one that is always the same.
const MIXED: usize = 3;

/// The estimate that is always the same, in units of 1/256 nat.
const ALWAYS: i32 = 128;

/// Steps of the weights that are added to the network's last layer. What the network knows is better than what a block can teach
/// it, so these are small.
const ADDING: Rate = Rate {
    start: 8,
    slowness: 3,
};

/// Steps of the weights that mix.
const MIXING: Rate = Rate {
    start: 16,
    slowness: 4,
};

/// How many decisions a counter remembers at most.
const MEMORY: u32 = 1000;

/// Added weights stay so small that they fit 16 bits when rounded, mixing weights within ±4.
const MOST_ADDED: i32 = (1 << 25) - (1 << 10);
const MOST_MIXED: i32 = 1 << 24;

/// Predicts the decisions that an evaluation is made of.
pub(super) struct Predictor {
    network: &'static Network,
    sight: Sight,
    /// For each decision, what the block adds to the network's last layer, in units of 2^-24.
    added: Vec<[i32; SECOND]>,
    counters: Vec<Counter>,
    /// In units of 2^-22.
    weights: Vec<[i32; MIXED]>,
    met: Vec<u32>,
}

impl Predictor {
    /// The state at the start of every block.
    pub fn new(network: &'static Network) -> Self {
        Self {
            network,
            sight: Sight::default(),
            added: vec![[0; SECOND]; NODES],
            counters: vec![Counter::new(); NODES],
            weights: vec![[1 << 22, 0, 0]; NODES],
            met: vec![0; NODES],
        }
    }

    /// Says what is known of the decisions that follow.
    pub fn look(&mut self, inputs: &Inputs) {
        self.network.look(inputs, &mut self.sight);
    }

    /// Codes a decision.
    #[inline]
    pub fn bit(&mut self, coder: &mut impl Code, node: usize, bit: bool) -> bool {
        if node == RANDOM {
            return coder.bit(bit, TOTAL / 2);
        }
        let (added, second) = (&mut self.added[node], &self.sight.second);
        let rounded = added.map(|weight| ((weight + 512) >> 10) as i16);
        let sum = products(&rounded, second);
        let guess = self.network.odds(&self.sight, node) + ((sum + (1 << 13)) >> 14);
        let guess = guess.clamp(-2400, 2400);
        let (counter, weights) = (&mut self.counters[node], &mut self.weights[node]);
        let inputs = [guess, stretch(counter.one12()), ALWAYS];
        let sum: i32 = weights
            .iter()
            .zip(inputs)
            .map(|(&weight, input)| ((weight + 512) >> 10) * input)
            .sum();
        let probability = squash((sum + 2048) >> 12).clamp(16, TOTAL - 16);
        let bit = coder.bit(bit, probability);

        let target = if bit { TOTAL as i32 } else { 0 };
        let met = &mut self.met[node];
        let step = ((target - probability as i32) * MIXING.after(*met) + 64) >> 7;
        for (weight, input) in weights.iter_mut().zip(inputs) {
            *weight = (*weight + ((step * input + 64) >> 7)).clamp(-MOST_MIXED, MOST_MIXED);
        }
        let step = (((target - squash(guess) as i32) * ADDING.after(*met) + 32) >> 6) as i16;
        for (weight, &value) in added.iter_mut().zip(second) {
            let moved = (i32::from(step) * i32::from(value) + 4) >> 3;
            *weight = (*weight + moved).clamp(-MOST_ADDED, MOST_ADDED);
        }
        *met = met.saturating_add(1);
        counter.update(bit, MEMORY);
        bit
    }
}
