//! Predicts the item after a move where moves have comments: mostly the usual comment, sometimes another with a judgement of the move.
//!
//! Format: "Stream structure".

use entropy::Code;
use game::parts::Surprise;
use model::number::{Decisions, hash, place};

/// Predicts which item comes after a move. The most frequent item so far is tried first. Its probability depends on how surprising the move
/// was, and on whether other items followed the last moves.
#[derive(Clone)]
pub(super) struct CommentsAfterMoves {
    rows: Vec<Row>,
    decisions: Decisions<CONTEXTS>,
    /// For each of the last moves, the newest in the lowest bit, whether another item than the most frequent followed it.
    past: u32,
}

/// Symbols met in a context with their counts, the most frequent first.
#[derive(Clone, Default)]
struct Row {
    symbols: Vec<(u32, u32)>,
}

/// Rows, as a power of two; contexts that collide share one.
const ROW_BITS: u32 = 6;
/// Symbols that a row keeps.
const MOST: usize = 8;
const CONTEXTS: usize = 4;
/// Number of earlier moves that are used.
const PAST: u32 = 6;

impl CommentsAfterMoves {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            rows: vec![Row::default(); 1 << ROW_BITS],
            decisions: Decisions::new(12),
            past: 0,
        }
    }

    /// The most frequent symbol of a context.
    pub fn guess(&self, context: u32) -> Option<u32> {
        self.rows[place(context, ROW_BITS)]
            .symbols
            .first()
            .map(|&(symbol, _)| symbol)
    }

    /// Codes a symbol below `count`, after a move with this surprise.
    pub fn symbol(
        &mut self,
        coder: &mut impl Code,
        context: u32,
        surprise: Surprise,
        symbol: u32,
        count: u32,
    ) -> u32 {
        let (cost, entropy) = (u32::from(surprise.cost), u32::from(surprise.entropy));
        let (fine, coarse) = ((cost / 4).min(15), (cost / 12).min(5));
        let past = self.past & ((1 << PAST) - 1);
        let contexts = [
            context,
            hash(&[1, context, fine]),
            hash(&[2, context, coarse, past]),
            hash(&[3, context, coarse, (entropy / 4).min(7)]),
        ];
        let row = &mut self.rows[place(context, ROW_BITS)];
        for at in 0..row.symbols.len() {
            let found = row.symbols[at].0;
            if self
                .decisions
                .bit(coder, contexts, at as u32, found == symbol)
            {
                row.count(at);
                self.past = self.past << 1 | u32::from(at > 0);
                return found;
            }
        }
        let symbol = coder.uniform(u64::from(symbol), u64::from(count)) as u32;
        row.add(symbol);
        self.past = self.past << 1 | 1;
        symbol
    }
}

impl Row {
    fn count(&mut self, at: usize) {
        let times = self.symbols[at].1.saturating_add(1);
        self.symbols[at].1 = times;
        let before = self.symbols[..at]
            .iter()
            .take_while(|(_, other)| *other >= times);
        let to = before.count();
        self.symbols[to..=at].rotate_right(1);
    }

    /// Adds a new symbol, in place of the last if there are too many.
    fn add(&mut self, symbol: u32) {
        self.symbols.truncate(MOST - 1);
        self.symbols.push((symbol, 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode as _, range};

    const KNOWN: u32 = 12;

    /// Moves followed by symbol 6, except that one in five, whose cost is `hard`, is followed by another symbol.
    fn moves(hard: u8) -> impl Iterator<Item = (Surprise, u32)> {
        (0..400_u32).map(move |at| {
            let (drawn, entropy) = (hash(&[at]), 16);
            match drawn % 5 {
                0 => (
                    Surprise {
                        cost: hard,
                        entropy,
                    },
                    7 + drawn / 5 % 5,
                ),
                _ => (Surprise { cost: 6, entropy }, 6),
            }
        })
    }

    fn encode(hard: u8) -> Vec<u8> {
        let (mut encoder, mut after) = (range::Encoder::new(), CommentsAfterMoves::new());
        for (surprise, symbol) in moves(hard) {
            after.symbol(&mut encoder, 3, surprise, symbol, KNOWN);
        }
        encoder.finish()
    }

    #[test]
    fn symbols_come_back() {
        let bytes = encode(60);
        let (mut decoder, mut after) = (range::Decoder::new(&bytes), CommentsAfterMoves::new());
        for (surprise, symbol) in moves(60) {
            let found = after.symbol(&mut decoder, 3, surprise, 0, KNOWN);
            assert_eq!(found, symbol);
        }
        assert_eq!(after.guess(3), Some(6));
    }

    #[test]
    fn what_is_hard_to_foresee_tells_what_follows() {
        assert!(encode(60).len() * 5 < encode(6).len() * 4);
    }
}
