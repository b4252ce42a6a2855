//! Which tag comes next: what followed the last two before, and whether a game of this event and these players has it.
//!
//! Format: "Stream tags".

use entropy::Code;
use model::candidates::LastSymbols;
use model::number::{Decisions, hash};

/// How many successors a situation remembers.
const DEPTH: usize = 4;
const ROWS_BITS: u32 = 10;

/// Model of the sequence of tag names.
pub(super) struct Order {
    /// Successors of the last two names, and of the last one.
    successors: LastSymbols<DEPTH>,
    decisions: Decisions<5>,
}

impl Order {
    pub fn new() -> Self {
        Self {
            successors: LastSymbols::new(1 << ROWS_BITS),
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
        let found = self.successors.first_sources(rows).find(|&(known, at)| {
            let (name, habit) = (known + 1, habit(known));
            let contexts = [
                hash(&[1, last[0], last[1], name]),
                hash(&[2, name, habit, last[0]]),
                hash(&[3, name, habit & 3]),
                hash(&[4, last[0], name, habit >> 2]),
                hash(&[5, habit, at]),
            ];
            self.decisions.bit(coder, contexts, at, known == symbol)
        });
        let found = match found {
            Some((known, _)) => known,
            None => coder.uniform(u64::from(symbol), u64::from(count)) as u32,
        };
        self.successors.learn(&rows, found);
        found
    }
}
