//! `base13-11`: the board as one number that knows where pawns cannot stand.

use legal::{Bitboard, Setup, Square};
use num_bigint::BigUint;

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, man};

const WIDTH: u64 = 233;
/// 11^16: what the sixteen squares of the outer ranks can hold.
const OUTER: u64 = 11u64.pow(16);

/// The first and the last rank hold no pawns: their 16 squares are digits to the base 11, the lowest of the number; above them the 48
/// other squares are digits to the base 13.
///
/// Bound: 16 · log2 11 + 48 · log2 13 = 232.97, so 233 bits, always. Refuses pawns on the outer ranks.
pub(super) struct Base13And11;

impl PositionCodec for Base13And11 {
    fn name(&self) -> &'static str {
        "base13-11"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        no_outer_pawns(position)?;
        let digits = man::digits(&position.board);
        let inner = BigUint::from_radix_le(&digits[8..56], 13).unwrap_or_default();
        let outer = (outer_squares().rev()).fold(0, |number, square| {
            number * 11 + u64::from(without_pawns(digits[usize::from(square)]))
        });
        let mut bits = Bits::default();
        bits.push_number(&(inner * OUTER + outer), WIDTH);
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let number = reader.take_number(WIDTH)?;
        let mut outer = u64::try_from(&number % OUTER).unwrap_or(0);
        let inner = (number / OUTER).to_radix_le(13);
        let mut digits = [man::EMPTY; 64];
        let room = digits[8..56].get_mut(..inner.len());
        let room = room.ok_or_else(|| Error::malformed("the number is 13^48 · 11^16 or more"))?;
        room.copy_from_slice(&inner);
        for square in outer_squares() {
            digits[usize::from(square)] = with_pawns((outer % 11) as u8);
            outer /= 11;
        }
        man::board(&digits).map(board_only)
    }
}

/// The squares of the first rank, then those of the eighth.
fn outer_squares() -> impl DoubleEndedIterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(|&square| Bitboard::BACKRANKS.contains(square))
}

/// The digit of a man among 11, with no room for the pawns 1 and 7.
fn without_pawns(digit: u8) -> u8 {
    digit - u8::from(digit > 1) - u8::from(digit > 7)
}

fn with_pawns(digit: u8) -> u8 {
    digit + u8::from(digit > 0) + u8::from(digit > 5)
}

/// Refuses boards with pawns on the first or last rank.
pub(super) fn no_outer_pawns(position: &Setup) -> Result<(), Error> {
    match (position.board.pawns() & Bitboard::BACKRANKS).first() {
        Some(square) => Err(Error::refused(format!("there is a pawn on {square}"))),
        None => Ok(()),
    }
}
