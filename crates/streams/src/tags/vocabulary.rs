//! The vocabulary of a kind of values: all values met so far, the most frequent first.
//!
//! Format: "Other values".

use entropy::Code;
use model::number::{Decisions, hash};

use super::guess::{Guesses, ValueContext};
use model::dictionary::Dictionary;
use model::number::digest;

/// So many are tried one by one; for the others the place is coded.
const MOST_CANDIDATES: usize = 20;
/// Most values that are remembered.
const MOST_VALUES: usize = 1 << 12;

/// A value that was met.
struct Met {
    /// Its number among all values.
    id: u32,
    /// How often it was met.
    count: u32,
    /// The digest of its bytes.
    shown: u32,
}

/// Values of a kind.
#[derive(Default)]
pub(super) struct Vocabulary(Vec<Met>);

impl Vocabulary {
    /// Codes which value it is, skipping those in `guesses`; returns `None` if it is not in the vocabulary.
    pub fn code(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<6>,
        context: &ValueContext,
        values: &Dictionary,
        guesses: &Guesses<'_>,
        value: &[u8],
    ) -> Option<u32> {
        // The value is known to the encoder only.
        let id = (!coder.decodes()).then(|| values.find(value)).flatten();
        let place = id.and_then(|id| self.0.iter().position(|met| met.id == id));
        let ValueContext {
            tag,
            detail,
            history,
            before,
            event,
            ..
        } = *context;
        let size = (self.0.len() as u32 + 1).ilog2();
        let contexts = [
            hash(&[11, tag, size]),
            hash(&[12, tag, history & 0xFF]),
            hash(&[13, tag, detail]),
            hash(&[14, tag, event]),
            hash(&[15, tag, before]),
            hash(&[16, tag, guesses.count() as u32]),
        ];
        if self.0.is_empty() || !decisions.bit(coder, contexts, 32, place.is_some()) {
            return None;
        }
        for (at, &Met { id, count, shown }) in self.0.iter().enumerate().take(MOST_CANDIDATES) {
            let candidate = values.get(id);
            if guesses.holds(candidate) {
                continue;
            }
            let contexts = [
                hash(&[21, tag, at as u32]),
                hash(&[22, tag, shown]),
                hash(&[23, tag, shown, before]),
                hash(&[24, tag, shown, event]),
                hash(&[25, tag, shown, detail]),
                hash(&[26, count.min(255).ilog2(), size, at as u32]),
            ];
            if decisions.bit(coder, contexts, 33, place == Some(at)) {
                return Some(id);
            }
        }
        let rest = self.0.len().saturating_sub(MOST_CANDIDATES) as u64;
        let rank = place.unwrap_or(0).saturating_sub(MOST_CANDIDATES) as u64;
        let rank = coder.uniform(rank, rest.max(1)) as usize;
        let found = self.0.get(MOST_CANDIDATES + rank).or(self.0.last());
        found.map(|met| met.id)
    }

    /// Counts a value and its number.
    pub fn learn(&mut self, id: u32, value: &[u8]) {
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
                shown: digest(value),
            }),
            None => {}
        }
    }
}
