//! The network in floating point, while it is trained.
//!
//! Inputs that are on add their rows to sums; the sums, clipped to 0..1, are multiplied in pairs to half as many hidden columns; a move's
//! logit is the hidden columns times the sum of its rows, plus its scalars.

pub mod batch;
pub mod block;
mod checkpoint;
mod common;
pub mod simd;
mod softmax;
mod vector;
pub mod weights;

use std::sync::Arc;

use rayon::prelude::*;
use streams::training::networks::{Detail, SCALARS, likeness};

use batch::Batch;
use block::Block;
use weights::{COLUMNS, Step, Weights};

/// Parts that the errors are worked out in; as many whatever the number of threads.
const PARTS: usize = 64;
/// Scalars learn faster than rows: each is met more rarely, and alone.
const SCALARS_RATE: f32 = 4.0;
/// Scalars are not quantised to bytes.
const SCALARS_CLIP: f32 = 30.0;

/// A network in training, or several that learn together: as one network of all their columns, whose scalars they share.
///
/// Their logits are averaged, so their files work side by side as they do in training.
pub struct Net {
    /// Hidden columns of each network.
    pub columns: usize,
    /// All columns, one network after another.
    pub blocks: Vec<Block>,
    /// The scalars of the last layer.
    pub scalars: Vec<f32>,
    scalar_moments: [Vec<f32>; 2],
    scalar_mean: Vec<f32>,
    scalar_gradients: Vec<f32>,
    /// Steps taken.
    pub steps: u64,
}

/// How a batch is learned from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Learning rate.
    pub rate: f32,
    /// Share of the hidden columns that is silent, in 1/256.
    pub dropout: u32,
}

impl Net {
    /// So many networks that know nothing and learn together.
    pub fn new(seed: u64, networks: usize, columns: usize) -> Self {
        let detail = Detail::of_columns(columns).expect("a width that networks have");
        let mut random = crate::random::Random::new(seed);
        let [inputs, rows] =
            [likeness::of_inputs(), likeness::of_rows()].map(|layer| layer.map(Arc::new));
        let likenesses: Vec<_> = inputs
            .into_iter()
            .zip(rows)
            .map(|(inputs, rows)| [inputs, rows])
            .collect();
        let mut blocks = Vec::new();
        for _ in 0..networks * columns / COLUMNS {
            let mut weights = Weights::filled(0.0);
            let [first, last] = weights.numbers_mut();
            let bias = first.len() - 2 * COLUMNS;
            first[..bias]
                .iter_mut()
                .for_each(|x| *x = random.even() * 0.1);
            first[bias..].fill(0.25);
            last.iter_mut().for_each(|x| *x = random.even() * 0.05);
            blocks.push(Block::new(weights, &likenesses, detail));
        }
        Self {
            columns,
            blocks,
            scalars: vec![0.0; SCALARS],
            scalar_moments: [vec![0.0; SCALARS], vec![0.0; SCALARS]],
            scalar_mean: vec![0.0; SCALARS],
            scalar_gradients: vec![0.0; SCALARS],
            steps: 0,
        }
    }

    /// How closely the networks look at moves.
    pub fn detail(&self) -> Detail {
        Detail::of_columns(self.columns).expect("a width that networks have")
    }

    /// Blocks of [`COLUMNS`] hidden columns of a network.
    pub fn blocks_of_one(&self) -> usize {
        self.columns / COLUMNS
    }

    /// How many networks learn together.
    pub fn networks(&self) -> usize {
        self.blocks.len() * COLUMNS / self.columns
    }

    /// Learns from a batch. Returns the mean cost in bits before learning.
    pub fn learn(&mut self, batch: &Batch, lesson: Lesson) -> f64 {
        let seed = self.steps.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.blocks
            .par_iter_mut()
            .enumerate()
            .for_each(|(at, block)| {
                simd::forward(block, batch, lesson.dropout, seed ^ (at as u64) << 48);
            });
        let (errors, costs) = self.errors(batch);
        self.steps += 1;
        let correction = |keep: f64| (1.0 / (1.0 - powi(keep, self.steps))) as f32;
        let step = Step {
            rate: lesson.rate,
            corrections: [correction(0.9), correction(0.999)],
            share: 1.0 / batch.len() as f32,
        };
        let (gradients, scalars) = (&mut self.scalar_gradients, &mut self.scalars);
        let [first, second] = &mut self.scalar_moments;
        rayon::join(
            || {
                self.blocks.par_iter_mut().for_each(|block| {
                    simd::backward(block, batch, &errors, step);
                    block.centre();
                });
            },
            || {
                let rows = batch
                    .positions()
                    .flat_map(|position| position.scalars.iter());
                for (scalars, &error) in rows.zip(&errors) {
                    for &scalar in scalars {
                        gradients[scalar as usize] += error;
                    }
                }
                let step = Step {
                    rate: step.rate * SCALARS_RATE,
                    ..step
                };
                step.take(scalars, gradients, first, second, SCALARS_CLIP);
            },
        );
        costs.iter().map(|&cost| f64::from(cost)).sum::<f64>() / batch.len() as f64
    }

    /// Takes the weights into their mean, as the `count`th of so many.
    pub fn average(&mut self, count: u64) {
        self.blocks
            .par_iter_mut()
            .for_each(|block| block.average(count));
        let share = 1.0 / count as f32;
        for (mean, &scalar) in self.scalar_mean.iter_mut().zip(&self.scalars) {
            *mean += (scalar - *mean) * share;
        }
    }

    /// Exchanges the weights for their mean, or back.
    pub fn exchange_for_mean(&mut self) {
        for block in &mut self.blocks {
            std::mem::swap(&mut block.weights, &mut block.mean);
        }
        std::mem::swap(&mut self.scalars, &mut self.scalar_mean);
    }

    /// The cost in bits of each position of a batch.
    pub fn costs(&mut self, batch: &Batch) -> Vec<f32> {
        self.blocks
            .par_iter_mut()
            .for_each(|block| simd::forward(block, batch, 0, 0));
        self.errors(batch).1
    }

    /// For each move the error of its share, for each position the cost.
    fn errors(&self, batch: &Batch) -> (Vec<f32>, Vec<f32>) {
        let share = 1.0 / self.networks() as f32;
        let mut errors = vec![0.0; batch.moves()];
        let mut costs = vec![0.0; batch.len()];
        let per_part = batch.len().div_ceil(PARTS).max(1);
        let mut parts = Vec::new();
        let (mut rest, mut begin) = (&mut errors[..], 0);
        for (part, costs) in costs.chunks_mut(per_part).enumerate() {
            let positions = part * per_part..part * per_part + costs.len();
            let moves = positions
                .clone()
                .map(|at| batch.position(at).rows.len())
                .sum();
            let (own, after) = rest.split_at_mut(moves);
            rest = after;
            parts.push((positions, begin, own, costs));
            begin += moves;
        }
        parts
            .into_par_iter()
            .for_each(|(positions, begin, errors, costs)| {
                for block in &self.blocks {
                    let partial = &block.partial[begin..begin + errors.len()];
                    errors
                        .iter_mut()
                        .zip(partial)
                        .for_each(|(sum, part)| *sum += part);
                }
                let mut rest = errors;
                for (at, cost) in positions.zip(costs) {
                    let position = batch.position(at);
                    let (logits, after) = rest.split_at_mut(position.rows.len());
                    rest = after;
                    for (logit, scalars) in logits.iter_mut().zip(position.scalars) {
                        *logit *= share;
                        *logit += scalars
                            .iter()
                            .map(|&scalar| self.scalars[scalar as usize])
                            .sum::<f32>();
                    }
                    *cost = softmax::errors(logits, position.played, position.targets);
                }
            });
        (errors, costs)
    }
}

/// A whole power, in operations that are alike on every machine.
fn powi(base: f64, mut exponent: u64) -> f64 {
    let (mut result, mut square) = (1.0, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= square;
        }
        square *= square;
        exponent >>= 1;
    }
    result
}
