//! A slice of the network: some of its hidden columns, with all rows of both layers.
//!
//! Slices do not see each other between the inputs and the sum of logits, so each can be worked on by its own thread, and no sum depends
//! on how many threads there are. A slice's tables are small enough to stay in a core's cache, which the whole network's are not.

use std::sync::Arc;

use streams::training::networks::likeness::{ASPECTS, Likeness};
use streams::training::networks::{Detail, INPUTS, ROWS_OF_MOVE};

use super::batch::Batch;
use super::common::Common;
use super::vector::Vector;
use super::weights::{COLUMNS, Lane, Step, Weights};

/// A block in training.
pub struct Block {
    /// What is trained.
    pub weights: Weights,
    /// The optimiser's first and second moments.
    pub moments: [Weights; 2],
    /// What like rows learn together, one for each likeness.
    pub common: Vec<Common>,
    /// The mean of the weights over the last part of the training.
    pub mean: Weights,
    gradients: Weights,
    /// The weights as quantisation will round them, where that is learned with.
    rounded: Option<Weights>,
    /// For each position of the batch, the clipped factors; on the way back, their gradients.
    factors: Vec<[Lane; 2]>,
    /// For each position, which columns live, scaled up for those that do not.
    masks: Vec<Lane>,
    /// For each move of the batch, this block's part of its logit.
    pub partial: Vec<f32>,
}

/// Weights stay within what quantisation can hold.
const CLIP: f32 = 1.98;
/// Errors below this are left out on the way back.
const SMALL: f32 = 4e-4;

impl Block {
    /// Ready to train `weights`. Of few columns the errors of rounding add up to more than they are worth, so networks that look in brief learn
    /// with rounded weights.
    pub fn new(weights: Weights, likenesses: &[[Arc<Likeness>; 2]], detail: Detail) -> Self {
        Self {
            weights,
            moments: [Weights::filled(0.0), Weights::filled(0.0)],
            common: likenesses.iter().map(Common::new).collect(),
            mean: Weights::filled(0.0),
            gradients: Weights::filled(0.0),
            rounded: (detail == Detail::Brief).then(|| Weights::filled(0.0)),
            factors: Vec::new(),
            masks: Vec::new(),
            partial: Vec::new(),
        }
    }

    /// Fills `partial`. With `dropout` above 0 (in 1/256), that share of the columns is silent; `seed` decides which.
    #[inline(always)]
    pub fn forward<V: Vector>(&mut self, batch: &Batch, dropout: u32, seed: u64) {
        if let Some(rounded) = &mut self.rounded {
            rounded.round(&self.weights);
        }
        let Weights { first, last } = self.rounded.as_ref().unwrap_or(&self.weights);
        self.factors.clear();
        self.masks.clear();
        self.partial.clear();
        for (at, position) in batch.positions().enumerate() {
            let [a, b] = &first[INPUTS];
            let (mut a, mut b) = (V::load(a), V::load(b));
            for &input in position.inputs {
                let row = &first[usize::from(input)];
                a = a.add(V::load(&row[0]));
                b = b.add(V::load(&row[1]));
            }
            let (a, b) = (a.clip(), b.clip());
            let mut factors = [[0.0; COLUMNS]; 2];
            a.store(&mut factors[0]);
            b.store(&mut factors[1]);
            self.factors.push(factors);
            let mut hidden = a.mul(b);
            if dropout > 0 {
                let mask = mask(seed, at as u64, dropout);
                hidden = hidden.mul(V::load(&mask));
                self.masks.push(mask);
            }
            for rows in position.rows {
                self.partial
                    .push(hidden.mul(sum_of_rows(last, rows)).total());
            }
        }
    }

    /// From the errors of the batch's moves to a step of the weights.
    #[inline(always)]
    pub fn backward<V: Vector>(&mut self, batch: &Batch, errors: &[f32], step: Step) {
        let Weights {
            first: into_first,
            last: into_last,
        } = &mut self.gradients;
        let Weights { last, .. } = self.rounded.as_ref().unwrap_or(&self.weights);
        let mut errors = errors;
        for (at, position) in batch.positions().enumerate() {
            let factors = &mut self.factors[at];
            let (a, b) = (V::load(&factors[0]), V::load(&factors[1]));
            let mask = self.masks.get(at).map(|mask| V::load(mask));
            let silence = |x: V| mask.map_or(x, |mask| x.mul(mask));
            let hidden = silence(a.mul(b));
            let mut back = V::splat(0.0);
            let (own, rest) = errors.split_at(position.rows.len());
            errors = rest;
            for (rows, &error) in position.rows.iter().zip(own) {
                if error.abs() < SMALL {
                    continue;
                }
                let error = V::splat(error);
                back = back.add(sum_of_rows::<V>(last, rows).mul(error));
                let step = hidden.mul(error);
                for &row in rows {
                    let row = &mut into_last[usize::from(row)];
                    V::load(row).add(step).store(row);
                }
            }
            let back = silence(back);
            a.slope(back.mul(b)).store(&mut factors[0]);
            b.slope(back.mul(a)).store(&mut factors[1]);
        }
        let mut of_bias = [V::splat(0.0); 2];
        for (position, slopes) in batch.positions().zip(&self.factors) {
            let slopes = [V::load(&slopes[0]), V::load(&slopes[1])];
            for (sum, slope) in of_bias.iter_mut().zip(slopes) {
                *sum = sum.add(slope);
            }
            for &input in position.inputs {
                let row = &mut into_first[usize::from(input)];
                for (into, slope) in row.iter_mut().zip(slopes) {
                    V::load(into).add(slope).store(into);
                }
            }
        }
        for (into, slope) in into_first[INPUTS].iter_mut().zip(of_bias) {
            V::load(into).add(slope).store(into);
        }
        for common in &mut self.common {
            common.take(step, &mut self.weights, &self.gradients);
        }
        let [first, second] = &mut self.moments;
        let all = self
            .weights
            .numbers_mut()
            .into_iter()
            .zip(self.gradients.numbers_mut());
        for ((weights, gradients), (first, second)) in
            all.zip(first.numbers_mut().into_iter().zip(second.numbers_mut()))
        {
            step.take(weights, gradients, first, second, CLIP);
        }
    }

    /// Takes out of the last layer's rows what changes nothing. Steps of equal size for all rows let it grow without end, and then the
    /// errors that are left out on the way back no longer cancel.
    pub fn centre(&mut self) {
        for aspect in ASPECTS {
            let rows = &mut self.weights.last[aspect];
            let mut mean = [0.0; COLUMNS];
            for row in rows.iter() {
                mean.iter_mut()
                    .zip(row)
                    .for_each(|(sum, &weight)| *sum += weight);
            }
            let share = 1.0 / rows.len() as f32;
            for row in rows {
                row.iter_mut()
                    .zip(mean)
                    .for_each(|(weight, sum)| *weight -= sum * share);
            }
        }
        if self.rounded.is_some() {
            // In brief all moves have the first row of the last aspect.
            let [.., unread] = ASPECTS;
            self.weights.last[unread.start].fill(0.0);
        }
    }

    /// Takes the weights into their mean, as the `count`th of so many.
    pub fn average(&mut self, count: u64) {
        let share = 1.0 / count as f32;
        for (mean, weights) in self
            .mean
            .numbers_mut()
            .into_iter()
            .zip(self.weights.numbers())
        {
            for (mean, &weight) in mean.iter_mut().zip(weights) {
                *mean += (weight - *mean) * share;
            }
        }
    }
}

#[inline(always)]
fn sum_of_rows<V: Vector>(last: &[Lane], rows: &[u16; ROWS_OF_MOVE]) -> V {
    let [a, b, c, d] = rows.map(|row| V::load(&last[usize::from(row)]));
    a.add(b).add(c.add(d))
}

/// Which columns live for one position.
#[inline(always)]
fn mask(seed: u64, position: u64, dropout: u32) -> Lane {
    let scale = 256.0 / (256 - dropout) as f32;
    let mut hash = (seed ^ position).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 32;
    let low = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    let high = (hash ^ seed.rotate_left(17)).wrapping_mul(0xa076_1d64_78bd_642f);
    let bytes = (u128::from(high ^ high >> 29) << 64 | u128::from(low ^ low >> 31)).to_le_bytes();
    bytes.map(|byte| {
        if u32::from(byte) < dropout {
            0.0
        } else {
            scale
        }
    })
}
