//! The vocabulary of a kind of values: all values met so far, the most frequent first.
//!
//! Format: "Values".

use entropy::Code;
use model::number::{Decisions, hash};

use super::{Column, Known};

/// So many are tried one by one; for the others the place is coded.
const MOST_TRIED: usize = 20;
/// Most values that are remembered.
const MOST_VALUES: usize = 1 << 12;

/// A value that was met: its number among all values, how often it was met, and its digest.
#[derive(Clone)]
struct Met {
    id: u32,
    count: u32,
    shown: u32,
}

/// Values of a kind.
#[derive(Clone, Default)]
pub(super) struct Vocabulary(Vec<Met>);

impl Vocabulary {
    /// Codes which value it is, other than those that were tried; `None` if it is not in the vocabulary. `wanted` is known to the encoder only.
    pub fn code(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<6>,
        column: &Column,
        known: &Known,
        wanted: Option<u32>,
    ) -> Option<u32> {
        let place = wanted.and_then(|id| self.0.iter().position(|met| met.id == id));
        let tag = column.tag;
        let [first, second] = known.situation;
        let size = (self.0.len() as u32 + 1).ilog2();
        let contexts = [
            hash(&[11, tag, size]),
            hash(&[12, tag, column.history & 0xFF]),
            hash(&[13, tag, first]),
            hash(&[14, tag, second]),
            hash(&[15, tag, known.outcome]),
            hash(&[16, tag, known.tried.len() as u32]),
        ];
        if self.0.is_empty() || !decisions.bit(coder, contexts, 32, place.is_some()) {
            return None;
        }
        for (at, &Met { id, count, shown }) in self.0.iter().enumerate().take(MOST_TRIED) {
            if known.tried.contains(&Some(id)) {
                continue;
            }
            let contexts = [
                hash(&[21, tag, at as u32]),
                hash(&[22, tag, shown]),
                hash(&[23, tag, shown, first]),
                hash(&[24, tag, shown, second]),
                hash(&[25, tag, shown, known.outcome]),
                hash(&[26, count.min(255).ilog2(), size, at as u32]),
            ];
            if decisions.bit(coder, contexts, 33, place == Some(at)) {
                return Some(id);
            }
        }
        let rest = self.0.len().saturating_sub(MOST_TRIED) as u64;
        let rank = place.unwrap_or(0).saturating_sub(MOST_TRIED) as u64;
        let rank = coder.uniform(rank, rest.max(1)) as usize;
        let found = self.0.get(MOST_TRIED + rank).or(self.0.last());
        found.map(|met| met.id)
    }

    /// Counts a value with this number and digest.
    pub fn learn(&mut self, id: u32, shown: u32) {
        match self.0.iter().position(|met| met.id == id) {
            Some(mut place) => {
                self.0[place].count += 1;
                while place > 0 && self.0[place - 1].count <= self.0[place].count {
                    self.0.swap(place - 1, place);
                    place -= 1;
                }
            }
            None if self.0.len() < MOST_VALUES => self.0.push(Met {
                id,
                count: 1,
                shown,
            }),
            None => {}
        }
    }
}
