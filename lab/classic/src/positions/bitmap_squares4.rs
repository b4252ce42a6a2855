//! `bitmap-squares4`: which squares are taken, then half a byte for each.

use legal::{Bitboard, Board, Setup};

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, man};

/// 64 bits, from a1 to h8, that say which squares are taken; then 4 bits for each man as in `squares4`.
///
/// 192 bits at the start and 4 fewer with each capture, so never more in a game. Holds any board. The source calls it
/// PieceExistsBitMapPlusSquareBits4.
pub(super) struct BitmapSquares4;

impl PositionCodec for BitmapSquares4 {
    fn name(&self) -> &'static str {
        "bitmap-squares4"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        bits.push(position.board.occupied().0.reverse_bits(), 64);
        for (_, man) in position.board.iter() {
            bits.push(man::digit(Some(man)).into(), 4);
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut board = Board::empty();
        for square in Bitboard(reader.take(64)?.reverse_bits()) {
            let man = man::man(reader.take(4)? as u8)?;
            let man = man.ok_or_else(|| {
                Error::malformed(format!("{square} is said to be taken and to be empty"))
            })?;
            board.set_piece_at(square, man);
        }
        Ok(board_only(board))
    }
}
