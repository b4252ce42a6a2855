//! Which tag comes next: what followed the last two before, and whether a game of this event and these players has it.
//!
//! Format: "Stream tags".

use entropy::Code;
use model::number::{Decisions, hash};

/// How many successors a situation remembers.
const DEPTH: usize = 4;
const ROWS_BITS: u32 = 10;

/// Model of the sequence of tag names.
pub(super) struct Order {
    /// Successors of the last two names, and of the last one, most recent first: symbols plus one, 0 if none.
    rows: Vec<[u32; DEPTH]>,
    decisions: Decisions<5>,
}

impl Order {
    pub fn new() -> Self {
        Self {
            rows: vec![[0; DEPTH]; 1 << ROWS_BITS],
            decisions: Decisions::new(14),
        }
    }

    /// Codes the symbol, below `count`, that follows `last`; `habit` tells of a symbol whether games like this one have it.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        last: [u32; 2],
        symbol: u32,
        count: u32,
        habit: impl Fn(u32) -> u32,
    ) -> u32 {
        let rows = [[last[0], last[1]], [last[0], u32::MAX]]
            .map(|key| (hash(&key) >> (32 - ROWS_BITS)) as usize);
        let mut tried = [0; 2 * DEPTH];
        let mut found = None;
        let candidates = rows.map(|row| self.rows[row]).concat();
        for (at, &candidate) in candidates.iter().enumerate() {
            if candidate == 0 || tried[..at].contains(&candidate) {
                continue;
            }
            tried[at] = candidate;
            let habit = habit(candidate - 1);
            let contexts = [
                hash(&[1, last[0], last[1], candidate]),
                hash(&[2, candidate, habit, last[0]]),
                hash(&[3, candidate, habit & 3]),
                hash(&[4, last[0], candidate, habit >> 2]),
                hash(&[5, habit, at as u32]),
            ];
            let hit = candidate == symbol.wrapping_add(1);
            if self.decisions.bit(coder, contexts, at as u32, hit) {
                found = Some(candidate - 1);
                break;
            }
        }
        let found =
            found.unwrap_or_else(|| coder.uniform(u64::from(symbol), u64::from(count)) as u32);
        for row in rows {
            let row = &mut self.rows[row];
            let place = row.iter().position(|&other| other == found + 1);
            row[..=place.unwrap_or(DEPTH - 1)].rotate_right(1);
            row[0] = found + 1;
        }
        found
    }
}
