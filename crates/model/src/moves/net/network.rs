//! The network: integer weights, and the forward pass over a position's legal moves.
//!
//! Format: "The network".

use std::sync::{Arc, LazyLock};

use xxhash_rust::xxh3::xxh3_64;

use super::file::{LENGTH, Malformed, Numbers};
use super::products::Products;
use super::sums::{Sum, Sums};
use super::{HIDDEN, INPUTS, ROWS, Row, SCALARS, Sight, simd};
use crate::simd::fetch;

/// Units of the first layer's weights and sums: a hidden column's factors are clipped to `0..=ONE`.
pub(super) const ONE: i16 = 64;
/// A hidden column is the product of its factors in units of 1 / 128, at most [`FULL`].
pub(super) const FULL: i16 = 127;

/// A row of the first layer: for each hidden column its first factor, then for each its second. Weights are 128 more than they mean, so
/// that two of them can be added up as one number of 16 bits.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct InputRow(pub [u8; 2 * HIDDEN]);

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
    /// What the first layers add for no input.
    biases: Vec<Sum>,
    /// For each input the row of every network, so that they are found in one place.
    first: Vec<InputRow>,
    /// For each row that of every network.
    last: Vec<OutputRow>,
    /// Sums over all networks, in units of 2^-10 bit.
    scalars: Vec<i32>,
    digest: u64,
}

/// More networks are not averaged: each takes as long as the first.
const MOST: usize = 8;
/// Moves and rows that are multiplied at once: their sums are finished together.
pub(super) const TOGETHER: usize = 4;

/// Room to work in, so that nothing is allocated for each position.
pub struct Scratch {
    inputs: Sums,
    pub(super) hidden: Hidden,
    moves: Products,
}

impl Network {
    /// Reads the bytes of a file: of one network, or of several one after another.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let count = bytes.len().div_ceil(LENGTH).clamp(1, MOST);
        let mut network = Self {
            biases: Vec::new(),
            first: vec![InputRow([0; 2 * HIDDEN]); INPUTS * count],
            last: vec![OutputRow([0; HIDDEN]); ROWS * count],
            scalars: vec![0; SCALARS],
            digest: xxh3_64(bytes),
        };
        let mut rest = bytes;
        for part in 0.. {
            if part == MOST {
                return Err(Malformed::Long);
            }
            let mut numbers = Numbers::open(rest)?;
            network.read(&mut numbers, part, count)?;
            rest = numbers.rest();
            if rest.is_empty() {
                break;
            }
        }
        Ok(network)
    }

    /// Reads one of `count` networks.
    fn read(&mut self, numbers: &mut Numbers, part: usize, count: usize) -> Result<(), Malformed> {
        let bias = numbers.words(2 * HIDDEN)?.collect::<Vec<_>>();
        self.biases.push(Sum::of(|column| bias[column]));
        for row in self.first.iter_mut().skip(part).step_by(count) {
            row.0.copy_from_slice(numbers.bytes(2 * HIDDEN)?);
            row.0.iter_mut().for_each(|weight| *weight ^= 0x80);
        }
        for row in self.last.iter_mut().skip(part).step_by(count) {
            let weights = row.0.iter_mut().zip(numbers.bytes(HIDDEN)?);
            weights.for_each(|(weight, &byte)| *weight = byte as i8);
        }
        let scalars = self.scalars.iter_mut().zip(numbers.words(SCALARS)?);
        scalars.for_each(|(sum, scalar)| *sum += i32::from(scalar));
        Ok(())
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

    /// What the first layers add for no input.
    pub(super) fn biases(&self) -> &[Sum] {
        &self.biases
    }

    /// Rows of a network's first layer.
    #[inline(always)]
    pub(super) fn first(&self, part: usize, inputs: &[u16]) -> impl Iterator<Item = &InputRow> {
        let (count, rows) = (self.biases.len(), &self.first[part..]);
        inputs
            .iter()
            .map(move |&input| &rows[usize::from(input) * count])
    }

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
        scratch.moves.share(&sight.moves);
        for &row in &scratch.moves.shared {
            let count = self.biases.len();
            fetch(&self.last[usize::from(row) * count..][..count]);
        }
        logits.clear();
        logits.extend(sight.moves.iter().map(|row| {
            let scalars = row.scalars.iter();
            let sum: i32 = scalars.map(|&scalar| self.scalars[scalar as usize]).sum();
            sum << 6
        }));
        let count = sight.inputs.len();
        for (part, sum) in scratch
            .inputs
            .of::<K>(self, &sight.inputs)
            .iter()
            .enumerate()
        {
            K::hidden(sum, count, &mut scratch.hidden);
            self.add::<K>(part, &scratch.hidden, &mut scratch.moves, logits);
        }
        match self.biases.len() as i32 {
            1 => {}
            // A division takes as long as all else that is done here for a move.
            2 => logits.iter_mut().for_each(|logit| *logit >>= 1),
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

/// What the forward pass does most.
pub(super) trait Kernels {
    /// Adds rows to a sum and takes others off it.
    fn change<'a>(
        sum: &mut Sum,
        added: impl Iterator<Item = &'a InputRow>,
        removed: impl Iterator<Item = &'a InputRow>,
    );
    /// The hidden columns, from the sum of as many rows as there are inputs.
    fn hidden(sum: &Sum, inputs: usize, hidden: &mut Hidden);
    /// Sums over rows and columns of hidden column times weight.
    fn products<const N: usize>(
        hidden: &Hidden,
        rows: [[&OutputRow; N]; TOGETHER],
    ) -> [i32; TOGETHER];
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

#[cfg(test)]
mod tests {
    use super::super::plain::Plain;
    use super::*;
    use crate::moves::{Setting, Turn};
    use legal::History;
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
                sight.look(&Turn {
                    position: &position,
                    legal: &legal,
                    history: &history,
                    setting: &Setting::default(),
                });
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
    fn sums_that_were_kept_are_those_of_a_new_start() {
        let network = Network::shipped();
        let (mut scratch, mut kept, mut new) = (Scratch::default(), Vec::new(), Vec::new());
        walk(4, |sight| {
            network.logits(sight, &mut scratch, &mut kept);
            network.forward::<Plain>(sight, &mut Scratch::default(), &mut new);
            assert_eq!(kept, new);
        });
    }

    #[test]
    fn vectors_agree_at_the_limits() {
        // Every weight and every column at an end of its range.
        let (hidden, row) = (Hidden([FULL as u8; HIDDEN]), OutputRow([-127; HIDDEN]));
        let most = i32::from(FULL) * -127 * HIDDEN as i32;
        let rows = [[&row; 2]; TOGETHER];
        assert_eq!(Plain::products(&hidden, rows), [2 * most; TOGETHER]);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            assert_eq!(simd::Avx2::products(&hidden, rows), [2 * most; TOGETHER]);
        }
        #[cfg(target_arch = "x86_64")]
        if simd::Avx512::runs_here() {
            assert_eq!(simd::Avx512::products(&hidden, rows), [2 * most; TOGETHER]);
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
        let many = own(1).repeat(MOST + 1);
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
