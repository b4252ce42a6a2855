//! `ordered-huffman`: the rank in a good order, in a code that is always the same.

use std::sync::LazyLock;

use legal::Position;

use super::order::ordered;
use super::rank_counts::COUNTS;
use super::{Game, GameCodec, play, replay};
use crate::huffman::Tree;
use crate::{Bits, Error};

static TREE: LazyLock<Tree> = LazyLock::new(|| Tree::from_weights(&COUNTS));

/// The legal moves are ordered by a cheap score, and the rank of the one played is written in one Huffman code, made from how often each rank
/// occurs in training games. The scheme by which a large server keeps its games.
///
/// Refuses positions with more than 256 legal moves, which standard chess does not have.
pub(super) struct OrderedHuffman;

impl GameCodec for OrderedHuffman {
    fn name(&self) -> &'static str {
        "ordered-huffman"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        replay(game, |position, legal, index| {
            let order = ordered(position, legal);
            let rank = order.iter().position(|&at| at == index);
            let rank = rank.and_then(|rank| u8::try_from(rank).ok());
            let rank = rank.ok_or_else(|| Error::refused("more than 256 legal moves"))?;
            TREE.write(rank, &mut bits);
            Ok(())
        })?;
        Ok(bits)
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut reader = bits.reader();
        let game = play(start, plies, |position, legal| {
            let rank = usize::from(TREE.read(&mut reader)?);
            let order = ordered(position, legal);
            order
                .get(rank)
                .copied()
                .ok_or_else(|| Error::malformed(format!("rank {rank} of {} moves", legal.len())))
        })?;
        super::nothing_left(reader.left())?;
        Ok(game)
    }
}
