//! `game-number` and `game-number-end`: all moves in one integer.

use legal::Position;
use num_bigint::BigUint;

use super::{Game, GameCodec};
use crate::{Bits, Error, number};

/// The [number](crate::number) of the game in as many bits as it has.
///
/// About 4.65 bits a ply on Lichess, 4.7 on master games: the logarithm of the number of choices, with nothing lost to rounding.
pub(super) struct GameNumber;

impl GameCodec for GameNumber {
    fn name(&self) -> &'static str {
        "game-number"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        number::encode(game).map(|number| to_bits(&number))
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        number::decode(start, plies, &from_bits(bits)?)
    }
}

/// The [number](crate::number) that says where its game ends, in as many bits as it has.
///
/// About 0.05 bits a ply more than `game-number`, which does not count the plies.
pub(super) struct GameNumberEnd;

impl GameCodec for GameNumberEnd {
    fn name(&self) -> &'static str {
        "game-number-end"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        number::encode_with_end(game).map(|number| to_bits(&number))
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let game = number::decode_with_end(start, &from_bits(bits)?)?;
        if game.moves.len() != plies {
            let what = format!("{} plies, not {plies}", game.moves.len());
            return Err(Error::malformed(what));
        }
        Ok(game)
    }
}

fn to_bits(number: &BigUint) -> Bits {
    let mut bits = Bits::default();
    bits.push_number(number, number.bits());
    bits
}

fn from_bits(bits: &Bits) -> Result<BigUint, Error> {
    let number = bits.reader().take_number(bits.len() as u64)?;
    if number.bits() < bits.len() as u64 {
        return Err(Error::malformed("the number begins with a zero"));
    }
    Ok(number)
}
