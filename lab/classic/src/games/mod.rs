//! Games as bits: one file for each encoding.

mod byte_per_move;
mod from_to;
mod game_number;
mod identity;
mod legal_index_bits;
mod order;
mod ordered_arithmetic;
mod ordered_huffman;
mod piece_index_huffman;
mod rank_counts;
mod san_text;
mod two_huffman;

use legal::{Game, LegalMoves, Position};

use crate::{Bits, Error};

/// Shows each position with its legal moves and the index of the one that is played. Returns the last position.
pub(crate) fn replay(
    game: &Game,
    mut show: impl FnMut(&Position, &LegalMoves, usize) -> Result<(), Error>,
) -> Result<Position, Error> {
    let mut position = game.start.clone();
    let mut legal = LegalMoves::new();
    for (ply, &m) in game.moves.iter().enumerate() {
        position.legal_moves_into(&mut legal);
        let index = legal
            .rank(m)
            .ok_or_else(|| Error::refused(format!("move {} ({m}) is not legal", ply + 1)))?;
        show(&position, &legal, index)?;
        position.play(m);
    }
    Ok(position)
}

/// Plays so many moves from a start, as `choose` picks their indices among the legal ones.
pub(crate) fn play(
    start: &Position,
    plies: usize,
    mut choose: impl FnMut(&Position, &LegalMoves) -> Result<usize, Error>,
) -> Result<Game, Error> {
    let mut game = Game::new(start.clone());
    let mut position = start.clone();
    let mut legal = LegalMoves::new();
    for ply in 0..plies {
        position.legal_moves_into(&mut legal);
        if legal.is_empty() {
            let what = format!("the game is over after {ply} of {plies} plies");
            return Err(Error::malformed(what));
        }
        let index = choose(&position, &legal)?;
        let m = legal.unrank(index).ok_or_else(|| {
            Error::malformed(format!(
                "move {} has index {index} of {}",
                ply + 1,
                legal.len()
            ))
        })?;
        game.moves.push(m);
        position.play(m);
    }
    Ok(game)
}

/// A way to write the moves of a game as bits. The start and the number of plies are kept elsewhere.
pub trait GameCodec: Sync {
    /// The name by which programs and documents call it.
    fn name(&self) -> &'static str;

    /// The moves in bits.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for a game that the encoding cannot hold.
    fn encode(&self, game: &Game) -> Result<Bits, Error>;

    /// The game of some bits.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] for bits that are no game of so many plies from this start.
    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error>;
}

/// Every encoding of games, but for the product's own models.
pub static GAMES: [&dyn GameCodec; 10] = [
    &san_text::SanText,
    &from_to::FromTo,
    &byte_per_move::BytePerMove,
    &two_huffman::TwoHuffman,
    &piece_index_huffman::PieceIndexHuffman,
    &legal_index_bits::LegalIndexBits,
    &game_number::GameNumber,
    &game_number::GameNumberEnd,
    &ordered_huffman::OrderedHuffman,
    &ordered_arithmetic::OrderedArithmetic,
];

/// The encoding of a name.
pub fn game_codec(name: &str) -> Option<&'static dyn GameCodec> {
    GAMES.into_iter().find(|codec| codec.name() == name)
}

/// Complains of bits after the last move.
fn nothing_left(left: usize) -> Result<(), Error> {
    match left {
        0 => Ok(()),
        left => Err(Error::malformed(format!(
            "{left} bits follow after the last move"
        ))),
    }
}
