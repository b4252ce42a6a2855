//! `base13`: the board as one number.

use legal::Setup;
use num_bigint::BigUint;

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, man};

const WIDTH: u64 = 237;

/// The squares from h8 down to a1 are the digits, highest first, of one number to the base 13.
///
/// Bound: 64 · log2 13 = 236.8, so 237 bits, always. Holds any board.
pub(super) struct Base13;

impl PositionCodec for Base13 {
    fn name(&self) -> &'static str {
        "base13"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let digits = man::digits(&position.board);
        let number = BigUint::from_radix_le(&digits, 13).unwrap_or_default();
        let mut bits = Bits::default();
        bits.push_number(&number, WIDTH);
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let found = reader.take_number(WIDTH)?.to_radix_le(13);
        let mut digits = [man::EMPTY; 64];
        let room = digits.get_mut(..found.len());
        let room = room.ok_or_else(|| Error::malformed("the number is 13^64 or more"))?;
        room.copy_from_slice(&found);
        man::board(&digits).map(board_only)
    }
}
