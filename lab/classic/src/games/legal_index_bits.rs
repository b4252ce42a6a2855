//! `legal-index-bits`: one of the legal moves, in whole bits.

use legal::Position;

use super::{Game, GameCodec, play, replay};
use crate::{Bits, Error};

/// The index of the move among the n legal ones, in canonical order, in as many bits as n needs: the logarithm of n to the base 2, rounded
/// up. A forced move takes none.
///
/// About 5.2 bits a ply; at most 8 in standard chess.
pub(super) struct LegalIndexBits;

/// The bits for a number below `cases`, which is at least 1.
fn width(cases: usize) -> u32 {
    usize::BITS - (cases - 1).leading_zeros()
}

impl GameCodec for LegalIndexBits {
    fn name(&self) -> &'static str {
        "legal-index-bits"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        replay(game, |_, legal, index| {
            bits.push(index as u64, width(legal.len()));
            Ok(())
        })?;
        Ok(bits)
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut reader = bits.reader();
        let game = play(start, plies, |_, legal| {
            Ok(reader.take(width(legal.len()))? as usize)
        })?;
        super::nothing_left(reader.left())?;
        Ok(game)
    }
}
