//! Networks with room to work in, for one who asks them about position after position.
//!
//! Speed only: archives do not depend on it.

use std::sync::Arc;

use super::{Features, HIDDEN, Networks, Scratch};
use crate::streams::moves::{Kind, MoveContext};

/// Networks that are asked about position after position.
#[derive(Clone)]
pub struct Asked<const C: usize = HIDDEN> {
    networks: Arc<Networks<C>>,
    /// What the networks see of the position that was looked at last.
    pub features: Features,
    /// One number for each of its legal moves, as [`Network::logits`](super::Network::logits) has them.
    pub logits: Vec<i32>,
    scratch: Scratch<C>,
}

impl<const C: usize> Asked<C> {
    /// Networks that have not been asked yet.
    pub fn new(networks: Arc<Networks<C>>) -> Self {
        Self {
            networks,
            features: Features::default(),
            logits: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Fills `features`. The weights that [`weigh`](Self::weigh) needs are asked for meanwhile.
    #[inline]
    pub fn look(&mut self, turn: &MoveContext) {
        let network = self.networks.of(turn.setting.kind());
        self.features.extract_for(network, &self.scratch, turn);
    }

    /// Fills `logits` for the position that was looked at, of a game of this kind.
    #[inline]
    pub fn weigh(&mut self, kind: Kind) {
        let network = self.networks.of(kind);
        network.logits(&self.features, &mut self.scratch, &mut self.logits);
    }
}
