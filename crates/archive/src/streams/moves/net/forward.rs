//! The forward pass over a position's legal moves.
//!
//! Format: "The network".

use super::kernels::{Hidden, Kernels, TOGETHER};
use super::network::Network;
use super::products::Products;
use super::sums::Sums;
use super::{Features, HIDDEN, Row};
use model::simd::fetch;

/// Room to work in, so that nothing is allocated for each position.
#[derive(Clone)]
pub struct Scratch {
    inputs: Sums,
    pub(super) hidden: Hidden,
    moves: Products,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            inputs: Sums::default(),
            hidden: Hidden([0; HIDDEN]),
            moves: Products::default(),
        }
    }
}

impl Network {
    /// Asks for the rows of the first layer that will be needed.
    #[inline(always)]
    pub(super) fn fetch_inputs(&self, inputs: &[u16], scratch: &Scratch) {
        let count = self.biases.len();
        for input in scratch.inputs.new_of(inputs) {
            fetch(&self.first[usize::from(input) * count..][..count]);
        }
    }

    /// Asks for the weights of a move: those rows of the last layer that it shares with few others, and the scalars that are many.
    #[inline(always)]
    pub(super) fn fetch_row(&self, row: &Row) {
        let ([way, landing, ..], [reply, sequel, ..]) = (row.rows, row.scalars);
        let count = self.biases.len();
        for row in [way, landing] {
            fetch(&self.last[usize::from(row) * count..][..count]);
        }
        for scalar in [reply, sequel] {
            fetch(std::slice::from_ref(&self.scalars[scalar as usize]));
        }
    }

    /// The forward pass, over operations of one instruction set.
    #[inline(always)]
    pub(super) fn forward<K: Kernels>(
        &self,
        features: &Features,
        scratch: &mut Scratch,
        logits: &mut Vec<i32>,
    ) {
        scratch.moves.share(&features.moves);
        for &row in &scratch.moves.shared {
            let count = self.biases.len();
            fetch(&self.last[usize::from(row) * count..][..count]);
        }
        logits.clear();
        logits.extend(features.moves.iter().map(|row| {
            let scalars = row.scalars.iter();
            let sum: i32 = scalars.map(|&scalar| self.scalars[scalar as usize]).sum();
            sum << 6
        }));
        let count = features.inputs.len();
        for (part, sum) in scratch
            .inputs
            .of::<K>(self, &features.inputs)
            .iter()
            .enumerate()
        {
            K::hidden(sum, count, &mut scratch.hidden);
            self.add::<K>(part, &scratch.hidden, &mut scratch.moves, logits);
        }
        match self.biases.len() as i32 {
            1 => {}
            // A division takes as long as all else that is done here for a move, but not by a number that the compiler knows.
            2 => logits.iter_mut().for_each(|logit| *logit >>= 1),
            3 => logits
                .iter_mut()
                .for_each(|logit| *logit = logit.div_euclid(3)),
            count => logits
                .iter_mut()
                .for_each(|logit| *logit = logit.div_euclid(count)),
        }
    }

    /// Adds the logits of one network, but for its scalars.
    #[inline(always)]
    fn add<K: Kernels>(
        &self,
        part: usize,
        hidden: &Hidden,
        moves: &mut Products,
        logits: &mut [i32],
    ) {
        let Products {
            shared,
            products,
            moves,
            sums,
            ..
        } = moves;
        let count = self.biases.len();
        let last = &self.last[part..];
        let row = |row: u16| &last[usize::from(row) * count];
        let fours = products.as_chunks_mut().0.iter_mut();
        for (products, &[a, b, c, d]) in fours.zip(shared.as_chunks::<TOGETHER>().0) {
            *products = K::products(hidden, [[row(a)], [row(b)], [row(c)], [row(d)]]);
        }
        let fours = sums.as_chunks_mut().0.iter_mut();
        for (sums, four) in fours.zip(moves.as_chunks::<TOGETHER>().0) {
            let own = |at: usize| [row(four[at].own[0]), row(four[at].own[1])];
            *sums = K::products(hidden, [own(0), own(1), own(2), own(3)]);
            for (sum, of) in sums.iter_mut().zip(four) {
                *sum += products[usize::from(of.shared[0])] + products[usize::from(of.shared[1])];
            }
        }
        for (logit, &sum) in logits.iter_mut().zip(&*sums) {
            // From units of 1/8192 nat: 2^16 / (8192 ln 2) is 11.5416.
            *logit += ((i64::from(sum) * 11_818) >> 10) as i32;
        }
    }
}
