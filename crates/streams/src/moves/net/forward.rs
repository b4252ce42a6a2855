//! The forward pass over a position's legal moves.
//!
//! Format: "The network".

use super::kernels::{Hidden, Kernels, TOGETHER};
use super::network::{Network, Scalars};
use super::products::Products;
use super::sums::Sums;
use super::{BEST, Detail, Features, Row, brief};
use model::simd::fetch;

/// Buffers of the forward pass, so that nothing is allocated for each position.
#[derive(Clone)]
pub struct Scratch<const C: usize = BEST> {
    inputs: Sums<C>,
    pub(super) hidden: Hidden<C>,
    moves: Products,
}

impl<const C: usize> Default for Scratch<C> {
    fn default() -> Self {
        Self {
            inputs: Sums::default(),
            hidden: Hidden([0; C]),
            moves: Products::default(),
        }
    }
}

impl<const C: usize> Network<C> {
    /// Prefetches the rows of the first layer that will be needed.
    #[inline(always)]
    pub(super) fn fetch_inputs(&self, features: &Features, scratch: &Scratch<C>) {
        let count = self.biases.len();
        scratch.inputs.new_of(features, |input| {
            for row in &self.first[usize::from(input) * count..][..count] {
                fetch(row);
            }
        });
    }

    /// Prefetches the weights of a move: the rows of the last layer that few other moves use, and the scalars of the large tables.
    #[inline(always)]
    pub(super) fn fetch_row(&self, row: &Row) {
        let [way, landing, ..] = row.rows;
        for row in [way, landing] {
            self.fetch_last(row);
        }
        self.fetch_scalars(row);
    }

    /// Prefetches the scalars of a move in the large tables.
    #[inline(always)]
    pub(super) fn fetch_scalars(&self, row: &Row) {
        let [reply, sequel, ..] = row.scalars;
        if let [Scalars { table, .. }, ..] = &self.scalars[..] {
            fetch(&table[reply as usize]);
            fetch(&table[sequel as usize]);
        }
    }

    /// Prefetches a row of the last layer.
    #[inline(always)]
    fn fetch_last(&self, row: u16) {
        let count = self.biases.len();
        for row in &self.last[usize::from(row) * count..][..count] {
            fetch(row);
        }
    }

    /// The forward pass with the operations of one instruction set.
    #[inline(always)]
    pub(super) fn forward<K: Kernels>(
        &self,
        features: &Features,
        scratch: &mut Scratch<C>,
        logits: &mut Vec<i32>,
    ) {
        if Self::DETAIL == Detail::Full {
            scratch.moves.share(&features.moves);
            for &row in &scratch.moves.shared {
                self.fetch_last(row);
            }
        }
        self.weigh_scalars(&features.moves, logits);
        let count = features.inputs.count();
        for (part, sum) in scratch.inputs.of::<K>(self, features).iter().enumerate() {
            K::hidden(sum, count, &mut scratch.hidden);
            match Self::DETAIL {
                Detail::Full => self.add::<K>(part, &scratch.hidden, &mut scratch.moves, logits),
                Detail::Brief => {
                    self.add_brief::<K>(part, &scratch.hidden, &features.moves, logits)
                }
            }
        }
        match self.biases.len() as i32 {
            1 => {}
            // Division by a number known only at run time takes as long as everything else here for a move; by a constant it is fast.
            2 => logits.iter_mut().for_each(|logit| *logit >>= 1),
            3 => logits
                .iter_mut()
                .for_each(|logit| *logit = logit.div_euclid(3)),
            count => logits
                .iter_mut()
                .for_each(|logit| *logit = logit.div_euclid(count)),
        }
    }

    /// Sets each logit to that by the scalars of all networks.
    #[inline(always)]
    fn weigh_scalars(&self, moves: &[Row], logits: &mut Vec<i32>) {
        logits.clear();
        logits.resize(moves.len(), 0);
        for Scalars { networks, table } in &self.scalars {
            for (logit, row) in logits.iter_mut().zip(moves) {
                let scalar = |of: u32| i32::from(table[of as usize]);
                let sum: i32 = match Self::DETAIL {
                    Detail::Full => row.scalars.iter().map(|&of| scalar(of)).sum(),
                    Detail::Brief => brief::READ
                        .1
                        .iter()
                        .map(|&of| scalar(row.scalars[of]))
                        .sum(),
                };
                *logit += (sum * networks) << 6;
            }
        }
    }

    /// Adds the logits of one network, without its scalars. Rows that several moves use are multiplied once.
    #[inline(always)]
    fn add<K: Kernels>(
        &self,
        part: usize,
        hidden: &Hidden<C>,
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
            *logit += scaled(sum);
        }
    }

    /// The same for a network that describes moves in brief. Rows that several moves use are multiplied for each move, because multiplying
    /// these short rows is faster than finding the shared ones.
    #[inline(always)]
    fn add_brief<K: Kernels>(
        &self,
        part: usize,
        hidden: &Hidden<C>,
        moves: &[Row],
        logits: &mut [i32],
    ) {
        let (count, last) = (self.biases.len(), &self.last[part..]);
        let of = |row: &Row| {
            brief::READ
                .0
                .map(|at| &last[usize::from(row.rows[at]) * count])
        };
        let (fours, others) = moves.as_chunks::<TOGETHER>();
        let (logits, rest) = logits.split_at_mut(TOGETHER * fours.len());
        for (logits, four) in logits.as_chunks_mut::<TOGETHER>().0.iter_mut().zip(fours) {
            let sums = K::products(hidden, four.each_ref().map(of));
            for (logit, sum) in logits.iter_mut().zip(sums) {
                *logit += scaled(sum);
            }
        }
        if let Some(last) = others.last() {
            let four = std::array::from_fn(|at| of(others.get(at).unwrap_or(last)));
            for (logit, sum) in rest.iter_mut().zip(K::products(hidden, four)) {
                *logit += scaled(sum);
            }
        }
    }
}

/// From units of 1/8192 nat: 2^16 / (8192 ln 2) is 11.5416.
#[inline(always)]
fn scaled(sum: i32) -> i32 {
    ((i64::from(sum) * 11_818) >> 10) as i32
}
