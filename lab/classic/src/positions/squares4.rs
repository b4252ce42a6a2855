//! `squares4`: half a byte a square.

use legal::Setup;

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, man};

/// Each square from a1 to h8 takes 4 bits, of whose 16 values 13 are used: empty, and the six men of either colour.
///
/// Bound: 256 bits, always. Holds any board. Source: the first thing everyone thinks of; half of the mailbox boards of early engines.
pub(super) struct Squares4;

impl PositionCodec for Squares4 {
    fn name(&self) -> &'static str {
        "squares4"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        for digit in man::digits(&position.board) {
            bits.push(digit.into(), 4);
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut digits = [man::EMPTY; 64];
        for digit in &mut digits {
            *digit = reader.take(4)? as u8;
        }
        man::board(&digits).map(board_only)
    }
}
