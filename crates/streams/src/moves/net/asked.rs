//! Networks with reusable buffers, for evaluating many positions one after the other.
//!
//! Speed only: archives do not depend on it.

use std::sync::Arc;

use super::{BEST, Features, Networks, Scratch};
use crate::moves::{Kind, MoveContext};

/// Networks with reusable buffers, for evaluating many positions one after the other.
#[derive(Clone)]
pub struct Asked<const C: usize = BEST> {
    networks: Arc<Networks<C>>,
    /// The features of the last position.
    pub features: Features,
    /// The logits of its legal moves, as from [`Network::logits`](super::Network::logits).
    pub logits: Vec<i32>,
    scratch: Scratch<C>,
}

impl<const C: usize> Asked<C> {
    /// Networks with empty buffers.
    pub fn new(networks: Arc<Networks<C>>) -> Self {
        Self {
            networks,
            features: Features::default(),
            logits: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Fills `features`, and prefetches the weights that [`weigh`](Self::weigh) will need.
    #[inline]
    pub fn look(&mut self, turn: &MoveContext) {
        let network = self.networks.of(turn.setting.kind());
        self.features.extract_for(network, &self.scratch, turn);
    }

    /// Fills `logits` for the position of `features`, in a game of this kind.
    #[inline]
    pub fn weigh(&mut self, kind: Kind) {
        let network = self.networks.of(kind);
        network.logits(&self.features, &mut self.scratch, &mut self.logits);
    }
}
