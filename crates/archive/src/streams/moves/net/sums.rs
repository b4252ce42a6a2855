//! The sums of the first layer, kept from position to position: after two plies most of what a side sees is as it was.
//!
//! Speed only: archives do not depend on it.

use super::kernels::{Kernels, Sum};
use super::network::Network;
use super::{Features, INPUTS};

/// For each side, the sums of the position that it saw last.
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
    /// The number of the side's position that had an input last.
    seen: Vec<u8>,
    position: u8,
    inputs: Vec<u16>,
    /// One for each network.
    sums: Vec<Sum<C>>,
}

impl<const C: usize> Sums<C> {
    /// What the mover's first layer adds up to for these inputs, by each network.
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
        let inputs = &features.inputs[..];
        let side = &mut self.sides[usize::from(features.black)];
        side.compare(inputs, &mut self.added, &mut self.removed);
        if side.sums.is_empty() || self.added.len() + self.removed.len() > inputs.len() {
            side.sums.clear();
            side.sums.extend_from_slice(&network.biases);
            self.added.clone_from(&side.inputs);
            self.removed.clear();
        }
        for (part, sum) in side.sums.iter_mut().enumerate() {
            let added = network.first(part, &self.added);
            K::change(sum, added, network.first(part, &self.removed));
        }
        &side.sums
    }

    /// Those of the inputs that were off when the mover saw a position last.
    #[inline(always)]
    pub(super) fn new_of(&self, features: &Features) -> impl Iterator<Item = u16> {
        let side = &self.sides[usize::from(features.black)];
        let new = |input: &u16| side.seen[usize::from(*input)] != side.position;
        features.inputs.iter().copied().filter(new)
    }
}

impl<const C: usize> Side<C> {
    fn forget(&mut self) {
        self.seen.fill(0);
        self.position = 1;
        self.inputs.clear();
        self.sums.clear();
    }

    /// Finds what is on that was off, and off that was on.
    #[inline(always)]
    fn compare(&mut self, inputs: &[u16], added: &mut Vec<u16>, removed: &mut Vec<u16>) {
        let last = self.position;
        if last == u8::MAX {
            self.seen
                .iter_mut()
                .for_each(|seen| *seen = u8::from(*seen == last));
        }
        let (last, now) = match last {
            u8::MAX => (1, 2),
            last => (last, last + 1),
        };
        // Nothing foretells what has changed: all are written, and those that have not overwritten by the next.
        let mut count = 0;
        added.resize(inputs.len(), 0);
        for &input in inputs {
            let seen = &mut self.seen[usize::from(input)];
            added[count] = input;
            count += usize::from(*seen != last);
            *seen = now;
        }
        added.truncate(count);
        let mut count = 0;
        removed.resize(self.inputs.len(), 0);
        for &input in &self.inputs {
            removed[count] = input;
            count += usize::from(self.seen[usize::from(input)] != now);
        }
        removed.truncate(count);
        self.position = now;
        self.inputs.clear();
        self.inputs.extend_from_slice(inputs);
    }
}

impl<const C: usize> Default for Sums<C> {
    fn default() -> Self {
        let side = || Side {
            seen: vec![0; INPUTS],
            position: 1,
            inputs: Vec::new(),
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
