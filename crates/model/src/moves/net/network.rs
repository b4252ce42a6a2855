//! The network: integer weights, and the forward pass over a position's legal moves.

use std::sync::{Arc, LazyLock};

use xxhash_rust::xxh3::xxh3_64;

use super::file::{Malformed, Numbers};
use super::rows::EXCHANGE;
use super::{HIDDEN, INPUTS, ROWS, Row, SCALARS, Sight, simd};
use crate::simd::fetch;

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

/// One network or several that were trained apart, whose logits are averaged: what they agree on is what the games have taught them.
///
/// The file they come from is described in the section "Networks" of the format document.
pub struct Network {
    parts: Vec<Part>,
    digest: u64,
}

/// The weights of a network that was trained by itself.
pub(super) struct Part {
    pub(super) bias: Box<[i16; 2 * HIDDEN]>,
    pub(super) first: Vec<InputRow>,
    pub(super) last: Vec<OutputRow>,
    /// Units of 2^-10 bit.
    scalars: Vec<i16>,
}

/// More networks are not averaged: each takes as long as the first.
const MOST_PARTS: usize = 8;

/// Room to work in, so that nothing is allocated for each position.
pub struct Scratch {
    pub(super) hidden: Hidden,
    /// Rows that many moves share are multiplied once: the number of the position and network, and the product.
    known: Vec<(u32, i32)>,
    position: u32,
}

impl Network {
    /// Reads the bytes of a file: of one network, or of several one after another.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut parts = Vec::new();
        let mut rest = bytes;
        while parts.is_empty() || !rest.is_empty() {
            if parts.len() == MOST_PARTS {
                return Err(Malformed::Long);
            }
            let mut numbers = Numbers::open(rest)?;
            parts.push(Part::read(&mut numbers)?);
            rest = numbers.rest();
        }
        Ok(Self {
            parts,
            digest: xxh3_64(bytes),
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
        for part in &self.parts {
            for &input in inputs {
                fetch(&part.first[usize::from(input)].0);
            }
        }
    }

    /// Asks for the weights of a move: those rows of the last layer that it shares with few others, and the scalars that are many.
    #[inline(always)]
    pub(super) fn fetch_row(&self, row: &Row) {
        let ([way, landing, ..], [reply, sequel, ..]) = (row.rows, row.scalars);
        for part in &self.parts {
            for row in [way, landing] {
                fetch(&part.last[usize::from(row)].0);
            }
            for scalar in [reply, sequel] {
                fetch(std::slice::from_ref(&part.scalars[scalar as usize]));
            }
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
        logits.clear();
        logits.resize(sight.moves.len(), 0);
        for part in &self.parts {
            part.add::<K>(sight, scratch, logits);
        }
        let count = self.parts.len() as i32;
        match count {
            1 => {}
            // A division takes as long as all else that is done here for a move.
            2 => logits.iter_mut().for_each(|logit| *logit >>= 1),
            _ => logits
                .iter_mut()
                .for_each(|logit| *logit = logit.div_euclid(count)),
        }
    }
}

impl Part {
    fn read(numbers: &mut Numbers) -> Result<Self, Malformed> {
        let bias = numbers.words(2 * HIDDEN)?;
        let mut first = vec![InputRow([0; 2 * HIDDEN]); INPUTS];
        first
            .iter_mut()
            .try_for_each(|row| numbers.bytes(&mut row.0))?;
        let mut last = vec![OutputRow([0; HIDDEN]); ROWS];
        last.iter_mut()
            .try_for_each(|row| numbers.bytes(&mut row.0))?;
        Ok(Self {
            bias: bias.try_into().map_err(|_| Malformed::Short)?,
            first,
            last,
            scalars: numbers.words(SCALARS)?,
        })
    }

    /// Adds its logits.
    #[inline(always)]
    fn add<K: Kernels>(&self, sight: &Sight, scratch: &mut Scratch, logits: &mut [i32]) {
        K::hidden(self, &sight.inputs, &mut scratch.hidden);
        scratch.position = scratch.position.wrapping_add(1);
        if scratch.position == 0 {
            scratch.known.fill((0, 0));
            scratch.position = 1;
        }
        for (logit, row) in logits.iter_mut().zip(&sight.moves) {
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
            *logit += ((i64::from(sum) * 11_818) >> 10) as i32 + (scalars << 6);
        }
    }
}

/// What the forward pass does most.
pub(super) trait Kernels {
    /// The hidden columns for the inputs that are on.
    fn hidden(part: &Part, inputs: &[u16], hidden: &mut Hidden);
    /// The sum over rows and columns of hidden column times weight.
    fn products<const N: usize>(hidden: &Hidden, rows: [&OutputRow; N]) -> i32;
}

/// For any processor.
pub(super) struct Plain;

impl Kernels for Plain {
    #[inline(always)]
    fn hidden(part: &Part, inputs: &[u16], hidden: &mut Hidden) {
        let mut sums = part.bias.clone();
        for &input in inputs {
            let row = &part.first[usize::from(input)];
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
    fn several_networks_speak_with_one_voice() {
        let one = own(3);
        let (one, both) = (Network::from_bytes(&one).unwrap(), [one, own(8)].concat());
        let other = Network::from_bytes(&own(8)).unwrap();
        let both = Network::from_bytes(&both).unwrap();
        let (mut scratch, mut logits) = (Scratch::default(), [(); 3].map(|()| Vec::new()));
        walk(3, |sight| {
            for (network, logits) in [&one, &other, &both].into_iter().zip(&mut logits) {
                network.logits(sight, &mut scratch, logits);
            }
            let [one, other, both] = &logits;
            let mean = one.iter().zip(other).map(|(a, b)| (a + b).div_euclid(2));
            assert!(mean.eq(both.iter().copied()));
        });
        assert_ne!(one.digest(), both.digest());
        let many = own(1).repeat(MOST_PARTS + 1);
        assert_eq!(Network::from_bytes(&many).err(), Some(Malformed::Long));
    }

    /// The file of a network of weights without sense.
    fn own(seed: usize) -> Vec<u8> {
        let weight = |at: usize| ((at.wrapping_mul(seed * 2 + 1) >> 3) % 7) as i8 - 3;
        let bytes = |count: usize| (0..count).map(weight).collect::<Vec<_>>();
        let words = |count: usize| (0..count).map(|at| weight(at).into()).collect::<Vec<i16>>();
        let (first, last) = (bytes(2 * HIDDEN * INPUTS), bytes(HIDDEN * ROWS));
        super::super::to_bytes(&words(2 * HIDDEN), &first, &last, &words(SCALARS))
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
        assert_eq!(refused(&[shipped, b"!"].concat()), Some(Malformed::Magic));
        let mut other = shipped.to_vec();
        other[8] ^= 1;
        assert!(matches!(refused(&other), Some(Malformed::Shape { .. })));
    }
}
