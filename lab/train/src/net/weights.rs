//! The weights of a block, and how the optimiser moves them.

use streams::training::networks::{INPUTS, ROWS};

/// Rows and biases are kept in units of 1/64, in bytes and words.
pub const UNIT: f32 = 64.0;

/// Hidden columns of a block.
pub const COLUMNS: usize = 16;

/// One number for each hidden column of a block.
pub type Lane = [f32; COLUMNS];

/// The weights of a block, or something kept for each of them.
#[derive(Clone)]
pub struct Weights {
    /// For each input, then the bias: the two factors of each hidden column.
    pub first: Vec<[Lane; 2]>,
    /// For each row of the last layer.
    pub last: Vec<Lane>,
}

impl Weights {
    /// All the same.
    pub fn filled(value: f32) -> Self {
        Self {
            first: vec![[[value; COLUMNS]; 2]; INPUTS + 1],
            last: vec![[value; COLUMNS]; ROWS],
        }
    }

    /// Becomes `weights` rounded to what quantisation keeps of them.
    pub fn round(&mut self, weights: &Self) {
        // Adding this leaves no bits for smaller parts than one.
        const WHOLE: f32 = (3 << 22) as f32;
        for (to, from) in self.numbers_mut().into_iter().zip(weights.numbers()) {
            for (to, &from) in to.iter_mut().zip(from) {
                *to = ((from * UNIT + WHOLE) - WHOLE) / UNIT;
            }
        }
    }

    /// Every number, first layer first.
    pub fn numbers(&self) -> [&[f32]; 2] {
        [
            self.first.as_flattened().as_flattened(),
            self.last.as_flattened(),
        ]
    }

    /// Every number, first layer first.
    pub fn numbers_mut(&mut self) -> [&mut [f32]; 2] {
        [
            self.first.as_flattened_mut().as_flattened_mut(),
            self.last.as_flattened_mut(),
        ]
    }
}

/// One step of the optimiser (Adam).
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Learning rate.
    pub rate: f32,
    /// What the moments are divided by, because they begin at zero.
    pub corrections: [f32; 2],
    /// One over the positions of the batch.
    pub share: f32,
}

impl Step {
    /// The direction of a step, of about 1.
    #[inline(always)]
    pub(super) fn moved(&self, gradient: f32, (first, second): (&mut f32, &mut f32)) -> f32 {
        *first = 0.9 * *first + 0.1 * gradient;
        *second = 0.999 * *second + 0.001 * gradient * gradient;
        *first * self.corrections[0] / ((*second * self.corrections[1]).sqrt() + 1e-8)
    }

    /// Moves `weights` against `gradients`, which are left at zero.
    #[inline(always)]
    pub fn take(
        &self,
        weights: &mut [f32],
        gradients: &mut [f32],
        first: &mut [f32],
        second: &mut [f32],
        clip: f32,
    ) {
        let count = weights.len();
        let (gradients, first, second) = (
            &mut gradients[..count],
            &mut first[..count],
            &mut second[..count],
        );
        for i in 0..count {
            let gradient = gradients[i] * self.share;
            gradients[i] = 0.0;
            let step = self.moved(gradient, (&mut first[i], &mut second[i]));
            weights[i] = (weights[i] - self.rate * step).clamp(-clip, clip);
        }
    }
}
