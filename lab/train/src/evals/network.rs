//! The network in floating point: one evaluation at a time, each weight with a rate of its own (Duchi, Hazan, Singer, "Adaptive subgradient
//! methods", 2011).

use streams::training::evals::inputs::INPUTS;
use streams::training::evals::network::{BYTES, FIRST, SECOND};
use streams::training::evals::parts::NODES;

use super::samples::{fall, unpack};
use crate::random::Random;

/// What an activation passes back where it is clamped.
const LEAK: f32 = 0.05;
/// Weights of the first two layers fit bytes of 64ths.
const MOST: f32 = 1.98;
/// Weights of the last layer fit 16 bits of 1024ths.
const MOST_LAST: f32 = 15.0;
/// Biases fit 16 bits of 512ths.
const MOST_BIAS: f32 = 30.0;

/// A line of weights, and the sums of the squares of their gradients.
#[derive(Clone)]
struct Line<const N: usize> {
    weights: [f32; N],
    squares: [f32; N],
}

impl<const N: usize> Line<N> {
    fn new(mut weight: impl FnMut() -> f32) -> Self {
        Self {
            weights: std::array::from_fn(|_| weight()),
            squares: [0.0; N],
        }
    }

    fn learn(&mut self, gradient: &[f32; N], factor: f32, rate: f32, most: f32) {
        for ((weight, square), gradient) in
            self.weights.iter_mut().zip(&mut self.squares).zip(gradient)
        {
            let gradient = gradient * factor;
            *square += gradient * gradient;
            *weight = (*weight - rate * gradient / (square.sqrt() + 1e-3)).clamp(-most, most);
        }
    }

    fn dot(&self, values: &[f32; N]) -> f32 {
        let mut sums = [0.0; 8];
        for (weights, values) in self.weights.chunks_exact(8).zip(values.chunks_exact(8)) {
            for lane in 0..8 {
                sums[lane] += weights[lane] * values[lane];
            }
        }
        sums.iter().sum()
    }
}

/// Which columns of the first layer are on, and by how much more than usual.
pub(super) struct Keep([f32; FIRST]);

impl Keep {
    /// Hides so many sixteenths.
    pub fn new(random: &mut Random, hidden: u32) -> Self {
        let mut bits = 0;
        Self(std::array::from_fn(|column| {
            if column % 16 == 0 {
                bits = random.bits();
            }
            let drawn = (bits >> (column % 16 * 4)) as u32 & 15;
            if drawn < hidden {
                0.0
            } else {
                16.0 / (16 - hidden.min(15)) as f32
            }
        }))
    }
}

/// A network that learns.
pub(super) struct Trained {
    first: Vec<Line<FIRST>>,
    second: Vec<Line<FIRST>>,
    last: Vec<Line<SECOND>>,
    first_bias: Line<FIRST>,
    second_bias: Line<SECOND>,
    last_bias: Vec<Line<1>>,
}

/// The sums and activations of both layers.
struct Activations {
    first: [f32; FIRST],
    seen: [f32; FIRST],
    second: [f32; SECOND],
    out: [f32; SECOND],
}

impl Trained {
    pub fn new(random: &mut Random) -> Self {
        let mut even = |size: f32, middle: f32| middle + size * random.even();
        Self {
            first: (0..INPUTS).map(|_| Line::new(|| even(0.05, 0.0))).collect(),
            second: (0..SECOND).map(|_| Line::new(|| even(0.2, 0.0))).collect(),
            last: (0..NODES).map(|_| Line::new(|| even(0.1, 0.0))).collect(),
            first_bias: Line::new(|| even(0.05, 0.25)),
            second_bias: Line::new(|| even(0.05, 0.3)),
            last_bias: vec![Line::new(|| 0.0); NODES],
        }
    }

    fn forward(&self, inputs: &[u16], keep: Option<&Keep>) -> Activations {
        let mut first = self.first_bias.weights;
        for &input in inputs {
            let (input, weight) = unpack(input);
            for (sum, part) in first.iter_mut().zip(&self.first[input].weights) {
                *sum += part * weight;
            }
        }
        let mut seen = first.map(|sum| sum.clamp(0.0, 1.0));
        if let Some(Keep(keep)) = keep {
            seen.iter_mut()
                .zip(keep)
                .for_each(|(seen, keep)| *seen *= keep);
        }
        let bias = &self.second_bias.weights;
        let second = std::array::from_fn(|row| bias[row] + self.second[row].dot(&seen));
        let out = second.map(|sum: f32| sum.clamp(0.0, 1.0));
        Activations {
            first,
            seen,
            second,
            out,
        }
    }

    /// The chance that a decision is yes.
    fn chance(&self, activations: &Activations, node: usize) -> f32 {
        let odds = self.last[node].dot(&activations.out) + self.last_bias[node].weights[0];
        1.0 / (1.0 + (-odds.clamp(-9.3, 9.3)).exp())
    }

    /// What the decisions cost, in nats.
    pub fn cost(&self, inputs: &[u16], decisions: &[u16]) -> f32 {
        let activations = self.forward(inputs, None);
        let costs = decisions.iter().map(|&decision| {
            let (node, yes) = fall(decision);
            nats(self.chance(&activations, node), yes)
        });
        costs.sum()
    }

    /// Learns from the decisions and tells what they cost, in nats.
    pub fn learn(&mut self, inputs: &[u16], decisions: &[u16], keep: &Keep, rate: f32) -> f32 {
        let activations = self.forward(inputs, Some(keep));
        let (mut cost, mut back) = (0.0, [0.0; SECOND]);
        for &decision in decisions {
            let (node, yes) = fall(decision);
            let chance = self.chance(&activations, node);
            cost += nats(chance, yes);
            let error = chance - f32::from(u8::from(yes));
            let line = &mut self.last[node];
            back.iter_mut()
                .zip(&line.weights)
                .for_each(|(back, weight)| *back += error * weight);
            line.learn(&activations.out, error, rate, MOST_LAST);
            self.last_bias[node].learn(&[error], 1.0, rate, MOST_BIAS);
        }
        let mut first = [0.0; FIRST];
        for ((line, gradient), &sum) in self
            .second
            .iter_mut()
            .zip(&mut back)
            .zip(&activations.second)
        {
            if sum <= 0.0 && *gradient > 0.0 || sum >= 1.0 && *gradient < 0.0 {
                *gradient = 0.0; // the weights would only move farther out
                continue;
            }
            if !is_inside(sum) {
                *gradient *= LEAK;
            }
            let gradient = *gradient;
            first
                .iter_mut()
                .zip(&line.weights)
                .for_each(|(first, weight)| *first += gradient * weight);
            line.learn(&activations.seen, gradient, rate, MOST);
        }
        self.second_bias.learn(&back, 1.0, rate, MOST_BIAS);
        for (column, gradient) in first.iter_mut().enumerate() {
            *gradient *= keep.0[column]
                * if is_inside(activations.first[column]) {
                    1.0
                } else {
                    LEAK
                };
        }
        for &input in inputs {
            let (input, weight) = unpack(input);
            self.first[input].learn(&first, weight, rate, MOST);
        }
        self.first_bias.learn(&first, 1.0, rate, MOST_BIAS);
        cost
    }

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        for line in self.first.iter().chain(&self.second) {
            let rounded = line
                .weights
                .map(|weight| (weight * 64.0).round() as i8 as u8);
            bytes.extend(rounded);
        }
        let mut short = |weights: &[f32], unit: f32| {
            let rounded = weights.iter().map(|weight| (weight * unit).round() as i16);
            bytes.extend(rounded.flat_map(i16::to_le_bytes));
        };
        for line in &self.last {
            short(&line.weights, 1024.0);
        }
        short(&self.first_bias.weights, 512.0);
        short(&self.second_bias.weights, 512.0);
        for line in &self.last_bias {
            short(&line.weights, 1024.0);
        }
        bytes
    }
}

fn is_inside(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

fn nats(chance: f32, yes: bool) -> f32 {
    -if yes { chance } else { 1.0 - chance }.max(1e-6).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use streams::training::evals::network::Network;

    #[test]
    fn a_network_learns_what_its_inputs_tell() {
        let mut random = Random::new(1);
        let mut network = Trained::new(&mut random);
        let whole = |input: u16| [input | 7 << 13];
        for step in 0..4000_u16 {
            let keep = Keep::new(&mut random, 0);
            network.learn(&whole(step % 2), &[step % 2], &keep, 0.04);
        }
        assert!(network.cost(&whole(0), &[0]) < 0.1);
        assert!(network.cost(&whole(0), &[1]) > 1.0);
        assert!(Network::from_bytes(&network.to_bytes()).is_some());
    }
}
