//! Updates the sums of the first layer incrementally: after two plies most inputs of a side are the same (an accumulator as in NNUE).
//!
//! Speed only: archives do not depend on it.

use super::kernels::{Kernels, Sum};
use super::network::Network;
use super::{Features, Inputs};

/// For each side to move, the sums of the last position evaluated for it.
#[derive(Clone)]
pub(super) struct Sums<const C: usize> {
    /// The network whose sums they are, by its id.
    network: u64,
    sides: [Side<C>; 2],
    added: Vec<u16>,
    removed: Vec<u16>,
}

#[derive(Clone)]
struct Side<const C: usize> {
    /// The inputs of that position; none at first.
    inputs: Inputs,
    /// One for each network.
    sums: Vec<Sum<C>>,
}

impl<const C: usize> Sums<C> {
    /// The sums of the first layer for these inputs, for each network.
    #[inline(always)]
    pub(super) fn of<K: Kernels>(
        &mut self,
        network: &Network<C>,
        features: &Features,
    ) -> &[Sum<C>] {
        if self.network != network.id() {
            self.network = network.id();
            self.sides.iter_mut().for_each(Side::forget);
        }
        let inputs = &features.inputs;
        let (added, removed) = (&mut self.added, &mut self.removed);
        added.clear();
        removed.clear();
        let side = &mut self.sides[usize::from(features.black)];
        inputs.changes_from(&side.inputs, |on| added.push(on), |off| removed.push(off));
        if side.sums.is_empty() || added.len() + removed.len() > inputs.count() {
            side.sums.clear();
            side.sums.extend_from_slice(&network.biases);
            added.clear();
            removed.clear();
            inputs.changes_from(&Inputs::NONE, |on| added.push(on), |_| {});
        }
        side.inputs.clone_from(inputs);
        for (part, sum) in side.sums.iter_mut().enumerate() {
            let removed = network.first(part, removed);
            K::change(sum, network.first(part, added), removed);
        }
        &side.sums
    }

    /// Calls `new` for each input that was off in the last position of the same side.
    #[inline(always)]
    pub(super) fn new_of(&self, features: &Features, new: impl FnMut(u16)) {
        let side = &self.sides[usize::from(features.black)];
        features.inputs.changes_from(&side.inputs, new, |_| {});
    }
}

impl<const C: usize> Side<C> {
    fn forget(&mut self) {
        self.inputs = Inputs::NONE;
        self.sums.clear();
    }
}

impl<const C: usize> Default for Sums<C> {
    fn default() -> Self {
        let side = || Side {
            inputs: Inputs::NONE,
            sums: Vec::new(),
        };
        Self {
            network: 0,
            sides: [side(), side()],
            added: Vec::new(),
            removed: Vec::new(),
        }
    }
}
