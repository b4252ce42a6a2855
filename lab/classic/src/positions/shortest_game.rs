//! `shortest-game`: how to get there.

use std::collections::HashSet;

use legal::{Board, Color, Position, Setup};
use num_bigint::BigUint;

use super::{Keeps, PositionCodec};
use crate::{Bits, Error, bits::Reader};

/// Positions looked at before the search gives up: a second or two.
const MOST_LOOKED_AT: usize = 2_000_000;
/// Longer games are not searched for. Nor are they read, so that junk costs little.
const MOST_PLIES: u32 = 40;
const MOST_BITS: usize = 8 * MOST_PLIES as usize;

/// The shortest game of standard chess that leads to the position, as a game number: the index of each move among the legal ones is a digit
/// whose base is their number (2 for a forced move), the first lowest, and above the last stands a 1, which is left out of the bits
/// and shows where the game ends. Of several shortest games, the one whose moves come first in canonical order.
///
/// 0 bits at the start. The search goes ply by ply from the start, meets each position once, and leaves those from which the men cannot
/// be where they should in time. It finds developing games of 18 plies, and gives up after some 10 where men have gone back and
/// forth or been captured. Keeps the side to move, castling rights and en passant. Decoding
/// does not look for a shorter game.
pub(super) struct ShortestGame;

impl PositionCodec for ShortestGame {
    fn name(&self) -> &'static str {
        "shortest-game"
    }

    fn keeps(&self) -> Keeps {
        Keeps::State
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut budget = MOST_LOOKED_AT;
        let first = u32::from(position.turn.is_black());
        for plies in (first..=MOST_PLIES).step_by(2) {
            match search(position, plies, &mut budget) {
                Search::Found(digits) => return Ok(number(&digits)),
                Search::None => {}
                Search::GaveUp => {
                    return Err(Error::refused(format!(
                        "no game of fewer than {plies} plies leads there, and longer ones are not searched"
                    )));
                }
            }
        }
        Err(Error::refused(format!(
            "no game of up to {MOST_PLIES} plies leads there"
        )))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        if reader.left() > MOST_BITS {
            let what = format!("{} bits are longer than any such game", reader.left());
            return Err(Error::malformed(what));
        }
        let bits = reader.left() as u64;
        let mut number = reader.take_number(bits)?;
        number.set_bit(bits, true);
        let mut position = Position::standard();
        while number.bits() > 1 {
            let legal = position.legal_moves();
            let base = legal.len().max(2);
            let digit = usize::try_from(&number % base).unwrap_or(0);
            let played = legal.unrank(digit);
            position.play(played.ok_or_else(|| Error::malformed("a move that is not there"))?);
            number /= base;
        }
        Ok(Keeps::State.of(&position.to_setup()))
    }

    fn decode(&self, bits: &Bits) -> Result<Setup, Error> {
        self.read(&mut bits.reader())
    }
}

/// The number of a game, whose digits come with their bases, without the 1 that ends it.
fn number(digits: &[(usize, usize)]) -> Bits {
    let top = BigUint::from(1u32);
    let digits = digits.iter().rev();
    let mut number = digits.fold(top, |number, &(digit, base)| number * base.max(2) + digit);
    let width = number.bits() - 1;
    number.set_bit(width, false);
    let mut bits = Bits::default();
    bits.push_number(&number, width);
    bits
}

enum Search {
    Found(Vec<(usize, usize)>),
    None,
    GaveUp,
}

/// A position that was met, and how.
struct Met {
    position: Position,
    before: usize,
    digit: (usize, usize),
}

/// Looks for a game of exactly so many plies.
fn search(target: &Setup, plies: u32, budget: &mut usize) -> Search {
    let start = Met {
        position: Position::standard(),
        before: 0,
        digit: (0, 1),
    };
    let mut met = vec![start];
    let mut layer = 0..1;
    for left in (0..plies).rev() {
        let mut hashes = HashSet::new();
        for before in layer.clone() {
            let legal = met[before].position.legal_moves();
            *budget = budget.saturating_sub(legal.len());
            if *budget == 0 {
                return Search::GaveUp;
            }
            for (index, &m) in legal.as_slice().iter().enumerate() {
                let mut position = met[before].position.clone();
                position.play(m);
                if can_become(&position, target, left) && hashes.insert(position.hash()) {
                    met.push(Met {
                        position,
                        before,
                        digit: (index, legal.len()),
                    });
                }
            }
        }
        layer = layer.end..met.len();
    }
    let found = layer.into_iter().find(|&at| is(&met[at].position, target));
    let Some(mut at) = found else {
        return Search::None;
    };
    let mut digits = Vec::new();
    for _ in 0..plies {
        digits.push(met[at].digit);
        at = met[at].before;
    }
    digits.reverse();
    Search::Found(digits)
}

/// Whether the position is the one wanted.
fn is(position: &Position, target: &Setup) -> bool {
    *position.board() == target.board
        && position.turn() == target.turn
        && position.castling_rights() == target.castling_rights
        && position.ep_square() == target.ep_square
}

/// Whether the men may be where they should after `left` plies more.
fn can_become(position: &Position, target: &Setup, left: u32) -> bool {
    Color::ALL.into_iter().all(|color| {
        let moves = match position.turn() == color {
            true => left.div_ceil(2),
            false => left / 2,
        } as usize;
        let theirs = |board: &Board| board.by_color(!color).count();
        let captures = theirs(position.board()).checked_sub(theirs(&target.board));
        // A move brings one man to its place, castling two.
        let castling =
            usize::from((position.castling_rights() & position.board().by_color(color)).any());
        missing(position.board(), &target.board, color) <= moves + castling
            && captures.is_some_and(|captures| captures <= moves)
    })
}

/// The men of a side that are not yet where they should be.
fn missing(board: &Board, target: &Board, color: Color) -> usize {
    let wanted = target.by_color(color).into_iter();
    let missing = wanted.filter(|&square| board.piece_at(square) != target.piece_at(square));
    missing.count()
}
