//! `two-huffman`: which man, and where to.

use legal::{Position, Role};

use super::from_to::squares;
use super::identity::Identities;
use super::{Game, GameCodec, play, replay};
use crate::huffman::Tree;
use crate::{Bits, Error, bits::Reader};

const MAN_BITS: u32 = 5;
const SQUARE_BITS: u32 = 6;
/// What a pawn can become, by two bits.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Two Huffman trees made from the game itself, one over the men that move (numbered as they stand at the start, a1 first), one over the
/// squares they go to; each is written in preorder, 0 for a branch, 1 for a leaf with its man (5 bits) or square (6 bits). Then the
/// table of promotions: their number (5 bits), and for each what the pawn became (2 bits). Then each move: man, square. Castling is
/// the king going to its rook. A game without moves is empty.
///
/// The trees cost 200 to 400 bits, which short games do not earn back. Refuses drops, more than 32 men at the start, pawns that become
/// kings, and more than 31 promotions.
pub(super) struct TwoHuffman;

impl GameCodec for TwoHuffman {
    fn name(&self) -> &'static str {
        "two-huffman"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut identities = Identities::new(&game.start)?;
        let (mut men, mut to, mut promotions) = (Vec::new(), Vec::new(), Vec::new());
        replay(game, |position, legal, index| {
            let m = legal[index];
            men.push(identities.of(m)?);
            to.push(squares(m).map_or(0, |(_, to)| u8::from(to)));
            promotions.extend(m.promotion());
            identities.play(position, m);
            Ok(())
        })?;
        let mut bits = Bits::default();
        if men.is_empty() {
            return Ok(bits);
        }
        let men_tree = tree(&men);
        let square_tree = tree(&to);
        men_tree.write_preorder(MAN_BITS, &mut bits);
        square_tree.write_preorder(SQUARE_BITS, &mut bits);
        write_promotions(&promotions, &mut bits)?;
        for (&man, &square) in men.iter().zip(&to) {
            men_tree.write(man, &mut bits);
            square_tree.write(square, &mut bits);
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
        let men_tree = Tree::read_preorder(MAN_BITS, &mut reader)?;
        let square_tree = Tree::read_preorder(SQUARE_BITS, &mut reader)?;
        let mut promotions = read_promotions(&mut reader)?.into_iter();
        let game = play(start, plies, |position, legal| {
            let man = men_tree.read(&mut reader)?;
            let square = square_tree.read(&mut reader)?;
            let arrives =
                |&index: &usize| squares(legal[index]).map(|(_, to)| u8::from(to)) == Some(square);
            let mut found = identities.moves(man, legal);
            found.retain(arrives);
            let promotes = found
                .first()
                .is_some_and(|&first| legal[first].promotion().is_some());
            let role = if promotes { promotions.next() } else { None };
            let index = found
                .into_iter()
                .find(|&index| legal[index].promotion() == role)
                .ok_or_else(|| Error::malformed("a man goes where it cannot"))?;
            identities.play(position, legal[index]);
            Ok(index)
        })?;
        if promotions.next().is_some() {
            return Err(Error::malformed("more promotions than pawns that arrive"));
        }
        super::nothing_left(reader.left())?;
        Ok(game)
    }
}

/// The tree of least cost for these symbols, all below 64.
pub(super) fn tree(symbols: &[u8]) -> Tree {
    let mut counts = [0; 64];
    for &symbol in symbols {
        counts[usize::from(symbol)] += 1;
    }
    Tree::from_weights(&counts)
}

fn write_promotions(promotions: &[Role], bits: &mut Bits) -> Result<(), Error> {
    if promotions.len() > 31 {
        return Err(Error::refused("more than 31 promotions"));
    }
    bits.push(promotions.len() as u64, 5);
    for &role in promotions {
        let number = PROMOTIONS.iter().position(|&known| known == role);
        let number = number.ok_or_else(|| Error::refused("a pawn becomes a king"))?;
        bits.push(number as u64, 2);
    }
    Ok(())
}

fn read_promotions(reader: &mut Reader<'_>) -> Result<Vec<Role>, Error> {
    let count = reader.take(5)?;
    (0..count)
        .map(|_| Ok(PROMOTIONS[reader.take(2)? as usize]))
        .collect()
}
