//! What the weights are before the first move of a block, and how fast they learn.

use std::sync::{Arc, LazyLock};

use xxhash_rust::xxh3::xxh3_64;

use super::{VIEWS, WEIGHTS};

/// Weights are in units of 2^-11 bit; shifted by so much they are in those of logits, 2^-16 bit.
pub(super) const UNIT_SHIFT: u32 = 5;
/// A byte of the file counts 2^-4 bit.
const BYTE_SHIFT: u32 = 7;

/// Room for the weights: a power of two, so that an index is in it by its bits alone.
pub(super) type Table = [i16; WEIGHTS.next_power_of_two()];

/// Where a weight lies in a table.
#[inline]
pub(super) fn place(weight: u32) -> usize {
    weight as usize % WEIGHTS.next_power_of_two()
}

/// Weights of all views, one view after the other.
///
/// ```
/// use model::moves::linear::{WEIGHTS, Weights};
/// let bytes = vec![3; WEIGHTS];
/// assert!(Weights::from_bytes(&bytes).is_some_and(|weights| weights.digest() != Weights::shipped().digest()));
/// assert!(Weights::from_bytes(&bytes[1..]).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Weights {
    /// Units of 2^-11 bit.
    values: Vec<i16>,
    learning: &'static Learning,
    digest: u64,
}

/// Which weights learn, and how fast.
#[derive(Debug)]
pub(super) struct Learning {
    /// So many views, from the first, learn.
    pub views: usize,
    /// From so many coded moves on, the step at a miss of the whole share, in units of 2^-11 bit; the first from 0.
    rates: &'static [(u32, i32)],
}

impl Learning {
    /// The step at a miss of the whole share after `coded` moves, in units of 2^-11 bit.
    #[inline]
    pub(super) fn rate(&self, coded: u32) -> i32 {
        let reached = self.rates.iter().rev().find(|(from, _)| *from <= coded);
        reached.map_or(0, |&(_, rate)| rate)
    }
}

/// Trained weights know chess; what is left to learn are the habits of the block, where views say much about few moves.
static TRAINED: Learning = Learning {
    views: 6,
    rates: &[(0, 90)],
};
static UNTRAINED: Learning = Learning {
    views: VIEWS,
    rates: &[(0, 400), (2_000, 200), (10_000, 100), (60_000, 40)],
};

impl Weights {
    /// The weights that come with the program, for standard chess and what is close to it.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let bytes = include_bytes!("fast.weights");
            Arc::new(Weights::trained(bytes))
        });
        SHIPPED.clone()
    }

    /// Nothing is known, and everything is learned fast.
    pub fn zero() -> Self {
        Self {
            values: vec![0; WEIGHTS],
            learning: &UNTRAINED,
            digest: 0,
        }
    }

    /// Trained weights from their file: [`WEIGHTS`] signed bytes in units of 2^-4 bit. `None` if there are more or fewer.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == WEIGHTS).then(|| Self::trained(bytes))
    }

    fn trained(bytes: &[u8]) -> Self {
        let values = bytes
            .iter()
            .map(|&byte| i16::from(byte as i8) << BYTE_SHIFT);
        Self {
            values: values.collect(),
            learning: &TRAINED,
            digest: xxh3_64(bytes),
        }
    }

    /// What distinguishes these weights from any other: XXH3 of their file.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    pub(super) fn table(&self) -> Box<Table> {
        let mut table = self.values.clone();
        table.resize(WEIGHTS.next_power_of_two(), 0);
        table
            .try_into()
            .unwrap_or_else(|_| Box::new([0; WEIGHTS.next_power_of_two()]))
    }

    pub(super) fn learning(&self) -> &'static Learning {
        self.learning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_these() {
        assert_eq!(include_bytes!("fast.weights").len(), WEIGHTS);
        assert_eq!(Weights::shipped().digest(), 0xb8cb_9ca3_2fb2_dd9f);
    }
}
