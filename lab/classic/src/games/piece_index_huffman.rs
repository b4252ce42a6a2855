//! `piece-index-huffman`: which man, and which of its moves.

use legal::Position;

use super::identity::Identities;
use super::two_huffman::tree;
use super::{Game, GameCodec, play, replay};
use crate::huffman::Tree;
use crate::{Bits, Error};

/// Men are numbered up to 31, and none has more moves: a queen has at most 27.
const SYMBOL_BITS: u32 = 5;

/// The refinement of `two-huffman`: each move is the man that moves (numbered as they stand at the start, a1 first) and the index among
/// its own legal moves, in canonical order; no index where it has one move only. Both are symbols of one Huffman tree made from the
/// game itself, which stands in front in preorder, 5 bits a leaf. What a pawn becomes is part of the move. A game without moves is
/// empty.
///
/// Refuses drops and more than 32 men at the start.
pub(super) struct PieceIndexHuffman;

impl GameCodec for PieceIndexHuffman {
    fn name(&self) -> &'static str {
        "piece-index-huffman"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut identities = Identities::new(&game.start)?;
        let mut symbols = Vec::new();
        replay(game, |position, legal, index| {
            let m = legal[index];
            let man = identities.of(m)?;
            symbols.push(man);
            let moves = identities.moves(man, legal);
            if moves.len() > 1 {
                let own = moves.iter().position(|&own| own == index);
                let own = own.filter(|&own| own < 1 << SYMBOL_BITS);
                let own = own.ok_or_else(|| Error::refused("a man with over 32 moves"))?;
                symbols.push(own as u8);
            }
            identities.play(position, m);
            Ok(())
        })?;
        let mut bits = Bits::default();
        if !symbols.is_empty() {
            let tree = tree(&symbols);
            tree.write_preorder(SYMBOL_BITS, &mut bits);
            symbols
                .iter()
                .for_each(|&symbol| tree.write(symbol, &mut bits));
        }
        Ok(bits)
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        if plies == 0 {
            super::nothing_left(bits.len())?;
            return Ok(Game::new(start.clone()));
        }
        let mut identities = Identities::new(start)?;
        let mut reader = bits.reader();
        let tree = Tree::read_preorder(SYMBOL_BITS, &mut reader)?;
        let game = play(start, plies, |position, legal| {
            let moves = identities.moves(tree.read(&mut reader)?, legal);
            let own = match moves.len() {
                1 => 0,
                _ => tree.read(&mut reader)?,
            };
            let index = moves.get(usize::from(own)).copied();
            let index = index.ok_or_else(|| Error::malformed("a man without such a move"))?;
            identities.play(position, legal[index]);
            Ok(index)
        })?;
        super::nothing_left(reader.left())?;
        Ok(game)
    }
}
