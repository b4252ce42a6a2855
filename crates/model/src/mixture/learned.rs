//! What a mixture has learned, as bytes: where another may begin.
//!
//! Format: "Mixture".

use super::{Mixture, PLACES};
use crate::mix::Correction;

/// A decision that was met less often is not worth its bytes.
const WORTH: u32 = 200;

/// The steps that a learned decision counts as having been taken, of the network and of the mixing weights: it still learns, but
/// at a third of the rate of one that starts from nothing.
const TAKEN: u32 = 2500;
const MIXED: u32 = 1600;
/// The same for the first layer of the network.
const LOOKS: u32 = 150_000;

impl<const N: usize, const F: usize> Mixture<N, F> {
    /// What was learned, but for counters and corrections.
    ///
    /// The first weights of the network, feature by feature; then for each decision a byte, 1 if it was met often, and if
    /// so its weights in the network and in the mixture. A weight is an `i16`, the part of it that counts.
    pub fn learned(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let put = |bytes: &mut Vec<u8>, weights: &[i32], shift: u32| {
            bytes.extend(
                weights
                    .iter()
                    .flat_map(|weight| ((weight >> shift) as i16).to_le_bytes()),
            );
        };
        for row in &self.network.first {
            put(&mut bytes, row, 16);
        }
        for start in &self.starts {
            let Some(start) = start.map(|start| start as usize) else {
                bytes.extend([0; PLACES]);
                continue;
            };
            for decision in start..start + PLACES {
                let often = self.met[decision] >= WORTH;
                bytes.push(u8::from(often));
                if often {
                    put(&mut bytes, &self.network.second[decision], 16);
                    put(&mut bytes, &self.weights[decision][..N + 2], 12);
                }
            }
        }
        bytes
    }

    /// Begins with what another mixture of this shape has [`learned`](Self::learned); bytes that are missing leave the rest as it is.
    pub fn begin_with(&mut self, learned: &[u8]) {
        let mut bytes = Weights(learned);
        for row in &mut self.network.first {
            bytes.fill(row, 16);
        }
        self.network.looks = LOOKS;
        for decision in 0..self.starts.len() * PLACES {
            if bytes.flag() {
                let decision = self.start_of(decision / PLACES) + decision % PLACES;
                bytes.fill(&mut self.network.second[decision], 16);
                self.network.met[decision] = TAKEN;
                bytes.fill(&mut self.weights[decision][..N + 2], 12);
                self.met[decision] = MIXED;
            }
        }
    }

    /// Forgets what is not part of what was [`learned`](Self::learned), as at the start of a block.
    pub fn forget(&mut self) {
        self.counters.clear();
        self.corrections = Correction::new(self.weights.len() * self.situations);
    }
}

/// Weights still to be read.
struct Weights<'a>(&'a [u8]);

impl Weights<'_> {
    fn flag(&mut self) -> bool {
        let first = self.0.split_off_first();
        first == Some(&1)
    }

    fn fill(&mut self, weights: &mut [i32], shift: u32) {
        for weight in weights {
            if let Some(bytes) = self.0.split_off(..2) {
                *weight = i32::from(i16::from_le_bytes([bytes[0], bytes[1]])) << shift;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::Meter;

    fn cost(mixture: &mut Mixture<1, 1>, times: u32) -> u64 {
        let mut meter = Meter::default();
        for n in 0..times {
            mixture.prepare([n % 3], &[256], 0);
            mixture.unsigned(&mut meter, 0, 5);
            mixture.finish();
        }
        meter.cost() >> 16
    }

    #[test]
    fn what_was_learned_need_not_be_learned_again() {
        let new = || Mixture::<1, 1>::new(8, super::super::UNSIGNED, 1);
        let mut teacher = new();
        cost(&mut teacher, 1000);
        let mut pupil = new();
        pupil.begin_with(&teacher.learned());
        assert!(cost(&mut pupil, 20) * 3 < cost(&mut new(), 20));
        new().begin_with(&teacher.learned()[..77]);
    }
}
