//! Predicts which tag comes next, from the tags that followed the last two in earlier games, and from whether the player had it in the last
//! game.
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
    last: [u32; 2],
    /// The successors of this game, which are learned when its tags end.
    seen: Vec<([usize; 2], u32)>,
}

impl Order {
    pub fn new() -> Self {
        Self {
            successors: LastSymbols::new(1 << ROWS_BITS),
            decisions: Decisions::new(14),
            last: [0; 2],
            seen: Vec::new(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self) {
        self.last = [0; 2];
        self.seen.clear();
    }

    /// Codes the next symbol, below `count`, by trying those that followed before; `habit` says of a symbol whether the player has it.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        symbol: u32,
        count: u32,
        habit: impl Fn(u32) -> u32,
    ) -> u32 {
        let last = self.last;
        let rows = rows(last);
        let found = self.successors.first_sources(rows).find(|&(known, at)| {
            let (name, habit) = (known + 1, habit(known));
            let contexts = [
                hash(&[1, last[0], last[1], name]),
                hash(&[2, name, habit, last[0]]),
                hash(&[3, name, habit]),
                hash(&[4, last[0], name]),
                hash(&[5, habit, at]),
            ];
            self.decisions.bit(coder, contexts, at, known == symbol)
        });
        let found = match found {
            Some((known, _)) => known,
            None => coder.uniform(u64::from(symbol), u64::from(count)) as u32,
        };
        self.seen.push((rows, found));
        self.last = [found, last[0]];
        found
    }

    /// Ends the tags of a game.
    pub fn finish(&mut self) {
        for (rows, symbol) in &self.seen {
            self.successors.learn(rows, *symbol);
        }
    }
}

/// The rows of what followed the last two names, and the last one.
fn rows(last: [u32; 2]) -> [usize; 2] {
    [[last[0], last[1]], [last[0], u32::MAX]].map(|key| (hash(&key) >> (32 - ROWS_BITS)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::Encode;
    use entropy::range::{Decoder, Encoder};

    fn code(order: &mut Order, coder: &mut impl Code, game: &[u32]) -> Vec<u32> {
        order.start();
        let mut found = Vec::new();
        while found.last() != Some(&0) {
            let symbol = game.get(found.len()).copied().unwrap_or(0);
            found.push(order.code(coder, symbol, 9, |_| 0));
        }
        order.finish();
        found
    }

    #[test]
    fn usual_and_other_games_come_back() {
        // A tag is left out, one more comes in, and one stands twice.
        let mut games = vec![&[1, 2, 3, 4, 0][..]; 40];
        games.extend([&[1, 2, 4, 0][..], &[1, 2, 3, 4, 5, 0], &[1, 2, 2, 2, 0]]);
        games.extend([&[1, 2, 3, 4, 0][..]; 3]);
        let (mut order, mut encoder) = (Order::new(), Encoder::new());
        for game in &games {
            code(&mut order, &mut encoder, game);
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 40, "{} bytes", bytes.len());
        let (mut order, mut decoder) = (Order::new(), Decoder::new(&bytes));
        for game in games {
            assert_eq!(code(&mut order, &mut decoder, &[]), game);
        }
    }
}
