//! `ordered-arithmetic`: the rank in a good order, as likely as it has shown itself to be.

use entropy::short::{Decoder, Encoder};
use entropy::{Code, Encode, Frequencies, TOTAL};
use legal::{LegalMoves, Position};

use super::order::ordered;
use super::rank_counts::COUNTS;
use super::{Game, GameCodec};
use crate::{Bits, Error};

/// What one move of the game adds to the count of its rank, of which the training games make a million.
const STEP: u64 = 2_000;

/// The order of `ordered-huffman`; frequencies of the ranks that begin as in training games and follow the game, cut to the ranks that there
/// are; arithmetic coding to whole bytes.
///
/// Refuses positions with more than 256 legal moves, which standard chess does not have.
pub(super) struct OrderedArithmetic;

impl GameCodec for OrderedArithmetic {
    fn name(&self) -> &'static str {
        "ordered-arithmetic"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut ranks = Ranks::new();
        let mut coder = Encoder::new();
        game.replay(|position, legal, index| {
            ranks.code(&mut coder, position, legal, index)?;
            Ok(())
        })?;
        let bytes = coder.finish();
        Ok(Bits::from_bytes(&bytes, 8 * bytes.len()).unwrap_or_default())
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut ranks = Ranks::new();
        let mut coder = Decoder::new(bits.as_bytes());
        let game = Game::play(start, plies, |position, legal| {
            ranks.code(&mut coder, position, legal, 0)
        })?;
        // Zero bytes at the end are left out, so what follows shows only when the game is written again.
        if coder.failed() || self.encode(&game).as_ref() != Ok(bits) {
            return Err(Error::malformed("no game of so many plies is written so"));
        }
        Ok(game)
    }
}

/// How often each rank occurs.
struct Ranks {
    counts: [u64; 256],
    widths: Vec<u32>,
}

impl Ranks {
    fn new() -> Self {
        Self {
            counts: COUNTS,
            widths: Vec::new(),
        }
    }

    /// Codes the move at an index, and learns its rank.
    fn code(
        &mut self,
        coder: &mut impl Code,
        position: &Position,
        legal: &LegalMoves,
        index: usize,
    ) -> Result<usize, Error> {
        let counts = self.counts.get(..legal.len());
        let counts = counts.ok_or_else(|| Error::refused("more than 256 legal moves"))?;
        let order = ordered(position, legal);
        let rank = order.iter().position(|&at| at == index).unwrap_or(0);
        // Each rank has one unit, and what is left is shared out.
        let sum: u64 = counts.iter().sum();
        let share = u64::from(TOTAL) - counts.len() as u64;
        self.widths.clear();
        self.widths
            .extend(counts.iter().map(|&count| 1 + (count * share / sum) as u32));
        let used: u32 = self.widths.iter().sum();
        self.widths[0] += TOTAL - used;
        let rank = coder.code(rank, &Frequencies::new(&self.widths));
        self.counts[rank] += STEP;
        Ok(order[rank])
    }
}
