//! What the weights are before the first move of a block.
//!
//! Format: "Stream moves".

use std::sync::{Arc, LazyLock};

use xxhash_rust::xxh3::xxh3_64;

use super::learned::Learned;
use super::sums::Sums;
use super::views::{BASES, LEARNING, WEIGHTS};

/// The file of the weights that come with the program.
pub(crate) static SHIPPED: &[u8; WEIGHTS] = include_bytes!("fast.weights");

/// Weights of all views.
///
/// ```
/// use archive::streams::moves::linear::{WEIGHTS, Weights};
/// let bytes = vec![3; WEIGHTS];
/// assert!(Weights::from_bytes(&bytes).is_some_and(|weights| weights.digest() != Weights::shipped().digest()));
/// assert!(Weights::from_bytes(&bytes[1..]).is_none());
/// ```
#[derive(Clone)]
pub struct Weights {
    pub(super) trained: Arc<Trained>,
    digest: u64,
}

/// Trained weights, in the forms in which they are used.
#[derive(Clone)]
pub(super) struct Trained {
    /// Of the views that go on learning, as they are at the start of a block.
    pub learned: Learned,
    /// Of those that do not.
    pub sums: Sums,
}

impl Weights {
    /// The weights that come with the program, for standard chess and what is close to it.
    pub fn shipped() -> Arc<Self> {
        static LEVEL: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::trained(SHIPPED)));
        LEVEL.clone()
    }

    /// Trained weights from their file: [`WEIGHTS`] signed bytes in units of 2^-4 bit, one view after the other. `None` if there are more
    /// or fewer.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self::trained(bytes.try_into().ok()?))
    }

    fn trained(bytes: &[u8; WEIGHTS]) -> Self {
        let (first, others) = bytes.split_at(BASES[LEARNING]);
        Self {
            trained: Arc::new(Trained {
                learned: Learned::new(first),
                sums: Sums::new(others),
            }),
            digest: xxh3_64(bytes),
        }
    }

    /// What distinguishes these weights from any other: XXH3 of their file.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_these() {
        assert_eq!(Weights::shipped().digest(), 0xbdc7_d66e_ae8e_1047);
    }
}
