//! The network: integer weights, and the forward pass over a position's legal moves.

use std::sync::{Arc, LazyLock};

use super::file::{Malformed, Numbers};
use super::rows::EXCHANGE;
use super::{HIDDEN, INPUTS, ROWS, Row, SCALARS, Sight, simd};
use crate::moves::linear::simd::fetch;

/// Units of the first layer's weights and sums: a hidden column's factors are clipped to `0..=ONE`.
pub(super) const ONE: i16 = 64;
/// A hidden column is the product of its factors in units of 1 / 128, at most [`FULL`].
pub(super) const FULL: i16 = 127;

/// A row of the first layer: for each hidden column its first factor, then for each its second.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct InputRow(pub [i8; 2 * HIDDEN]);

/// A row of the last layer.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct OutputRow(pub [i8; HIDDEN]);

/// The hidden columns of a position, each in `0..=FULL`.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Hidden(pub [u8; HIDDEN]);

/// The weights of a trained network.
///
/// The file they come from is described in the section "Networks" of the format document.
pub struct Network {
    pub(super) bias: Box<[i16; 2 * HIDDEN]>,
    pub(super) first: Vec<InputRow>,
    pub(super) last: Vec<OutputRow>,
    /// Units of 2^-10 bit.
    scalars: Vec<i16>,
    digest: u64,
}

/// Room to work in, so that nothing is allocated for each position.
pub struct Scratch {
    pub(super) hidden: Hidden,
    /// Rows that many moves share are multiplied once: the number of the position, and the product.
    known: Vec<(u32, i32)>,
    position: u32,
}

impl Network {
    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not a network of the shape that this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut numbers = Numbers::open(bytes)?;
        let bias = numbers.words(2 * HIDDEN)?;
        let mut first = vec![InputRow([0; 2 * HIDDEN]); INPUTS];
        first
            .iter_mut()
            .try_for_each(|row| numbers.bytes(&mut row.0))?;
        let mut last = vec![OutputRow([0; HIDDEN]); ROWS];
        last.iter_mut()
            .try_for_each(|row| numbers.bytes(&mut row.0))?;
        let scalars = numbers.words(SCALARS)?;
        let digest = numbers.close()?;
        Ok(Self {
            bias: bias.try_into().map_err(|_| Malformed::Short)?,
            first,
            last,
            scalars,
            digest,
        })
    }

    /// The network of level `default`, which comes with the program.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::from_bytes(include_bytes!("default.net"));
            Arc::new(network.expect("the build holds the network that its tests have read"))
        });
        SHIPPED.clone()
    }

    /// What distinguishes these weights from all others: the hash of their file.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Asks for the rows of the first layer that are on.
    #[inline(always)]
    pub(super) fn fetch_inputs(&self, inputs: &[u16]) {
        for &input in inputs {
            fetch(&self.first[usize::from(input)].0);
        }
    }

    /// Asks for the weights of a move: those rows of the last layer that it shares with few others, and the scalars that are many.
    #[inline(always)]
    pub(super) fn fetch_row(&self, row: &Row) {
        let [way, landing, ..] = row.rows;
        for row in [way, landing] {
            fetch(&self.last[usize::from(row)].0);
        }
        let [reply, sequel, ..] = row.scalars;
        for scalar in [reply, sequel] {
            fetch(std::slice::from_ref(&self.scalars[scalar as usize]));
        }
    }

    /// Fills `logits` with one number for each legal move, in units of 2^-16 bit: a move is twice as likely as one whose logit
    /// is `1 << 16` less.
    ///
    /// The result is the same on every processor.
    pub fn logits(&self, sight: &Sight, scratch: &mut Scratch, logits: &mut Vec<i32>) {
        simd::logits(self, sight, scratch, logits);
    }

    /// The forward pass, over operations of one instruction set.
    #[inline(always)]
    pub(super) fn forward<K: Kernels>(
        &self,
        sight: &Sight,
        scratch: &mut Scratch,
        logits: &mut Vec<i32>,
    ) {
        K::hidden(self, &sight.inputs, &mut scratch.hidden);
        scratch.position = scratch.position.wrapping_add(1);
        if scratch.position == 0 {
            scratch.known.fill((0, 0));
            scratch.position = 1;
        }
        logits.clear();
        logits.extend(sight.moves.iter().map(|row| {
            let [way, landing, exchange, purpose] = row.rows.map(usize::from);
            let mut sum = K::products(&scratch.hidden, [&self.last[way], &self.last[landing]]);
            for row in [exchange, purpose] {
                let known = &mut scratch.known[row - EXCHANGE];
                if known.0 != scratch.position {
                    *known = (
                        scratch.position,
                        K::products(&scratch.hidden, [&self.last[row]]),
                    );
                }
                sum += known.1;
            }
            let scalars: i32 = row
                .scalars
                .iter()
                .map(|&scalar| i32::from(self.scalars[scalar as usize]))
                .sum();
            // From units of 1/8192 nat: 2^16 / (8192 ln 2) is 11.5416.
            ((i64::from(sum) * 11_818) >> 10) as i32 + (scalars << 6)
        }));
    }
}

/// What the forward pass does most.
pub(super) trait Kernels {
    /// The hidden columns for the inputs that are on.
    fn hidden(network: &Network, inputs: &[u16], hidden: &mut Hidden);
    /// The sum over rows and columns of hidden column times weight.
    fn products<const N: usize>(hidden: &Hidden, rows: [&OutputRow; N]) -> i32;
}

/// For any processor.
pub(super) struct Plain;

impl Kernels for Plain {
    #[inline(always)]
    fn hidden(network: &Network, inputs: &[u16], hidden: &mut Hidden) {
        let mut sums = network.bias.clone();
        for &input in inputs {
            let row = &network.first[usize::from(input)];
            for (sum, &weight) in sums.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(i16::from(weight));
            }
        }
        let (a, b) = sums.split_at(HIDDEN);
        for ((column, &a), &b) in hidden.0.iter_mut().zip(a).zip(b) {
            let product = a.clamp(0, ONE) * b.clamp(0, ONE);
            *column = ((product + 16) >> 5).min(FULL) as u8;
        }
    }

    #[inline(always)]
    fn products<const N: usize>(hidden: &Hidden, rows: [&OutputRow; N]) -> i32 {
        let row = |row: &OutputRow| -> i32 {
            let columns = hidden.0.iter().zip(&row.0);
            columns
                .map(|(&column, &weight)| i32::from(column) * i32::from(weight))
                .sum()
        };
        rows.into_iter().map(row).sum()
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            hidden: Hidden([0; HIDDEN]),
            known: vec![(0, 0); ROWS - EXCHANGE],
            position: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{History, Setting};
    use legal::Position;

    /// Calls `visit` with what is seen along games of moves picked by `pick`.
    fn walk(seed: u64, mut visit: impl FnMut(&Sight)) {
        let mut random = seed;
        for _ in 0..40 {
            let (mut position, mut history) = (Position::standard(), History::default());
            let mut sight = Sight::default();
            for _ in 0..120 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                sight.look(&position, &legal, &history, &Setting::default());
                visit(&sight);
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let m = legal[(random >> 33) as usize % legal.len()];
                position.play(m);
                history = history.then(m);
            }
        }
    }

    #[test]
    fn what_is_seen_lies_in_its_tables() {
        walk(1, |sight| {
            let mut inputs = sight.inputs.clone();
            inputs.sort_unstable();
            assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(inputs.iter().all(|&input| usize::from(input) < INPUTS));
            for row in &sight.moves {
                assert!(row.rows.iter().all(|&row| usize::from(row) < ROWS));
                assert!(
                    row.scalars
                        .iter()
                        .all(|&scalar| (scalar as usize) < SCALARS)
                );
            }
        });
    }

    #[test]
    fn vectors_give_the_same_logits() {
        let network = Network::shipped();
        let (mut scratch, mut plain_scratch) = (Scratch::default(), Scratch::default());
        let (mut logits, mut plain) = (Vec::new(), Vec::new());
        walk(2, |sight| {
            network.forward::<Plain>(sight, &mut plain_scratch, &mut plain);
            let agree = |scratch: &Scratch, logits: &[i32]| {
                assert_eq!(scratch.hidden.0, plain_scratch.hidden.0);
                assert_eq!(logits, plain);
            };
            network.logits(sight, &mut scratch, &mut logits);
            agree(&scratch, &logits);
            // The widest vectors hide the others.
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                network.forward::<simd::Avx2>(sight, &mut scratch, &mut logits);
                agree(&scratch, &logits);
            }
        });
    }

    #[test]
    fn vectors_agree_at_the_limits() {
        // Every weight and every column at an end of its range.
        let (hidden, row) = (Hidden([FULL as u8; HIDDEN]), OutputRow([-127; HIDDEN]));
        let most = i32::from(FULL) * -127 * HIDDEN as i32;
        assert_eq!(Plain::products(&hidden, [&row, &row]), 2 * most);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            assert_eq!(simd::Avx2::products(&hidden, [&row, &row]), 2 * most);
        }
        #[cfg(target_arch = "x86_64")]
        if simd::Avx512::runs_here() {
            assert_eq!(simd::Avx512::products(&hidden, [&row, &row]), 2 * most);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let shipped = &include_bytes!("default.net")[..];
        let refused = |bytes: &[u8]| Network::from_bytes(bytes).err();
        assert_eq!(refused(b"[Event \"?\"]"), Some(Malformed::Magic));
        assert_eq!(
            refused(&shipped[..shipped.len() - 1]),
            Some(Malformed::Short)
        );
        assert_eq!(refused(&[shipped, b"!"].concat()), Some(Malformed::Long));
        let mut other = shipped.to_vec();
        other[8] ^= 1;
        assert!(matches!(refused(&other), Some(Malformed::Shape { .. })));
    }
}
