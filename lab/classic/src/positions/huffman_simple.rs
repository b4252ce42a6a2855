//! `huffman-simple`: a Huffman code that is easy to remember.

use legal::{Board, Setup, Square};

use super::occupancy::{read_man, write_man};
use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader};

/// The squares from a1 to h8: 0 for empty; or 1, the colour (1 for Black), and the kind: pawn 0, knight 100, bishop 101, rook 110, queen
/// 1110, king 1111.
///
/// 164 bits at the start: the lengths are those of `huffman-weights`, put together from parts that mean something. The first step
/// towards `huffman-simple-kings-pawn-optimal`. Holds any board.
pub(super) struct HuffmanSimple;

impl PositionCodec for HuffmanSimple {
    fn name(&self) -> &'static str {
        "huffman-simple"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        for square in Square::ALL {
            let man = position.board.piece_at(square);
            bits.push(u64::from(man.is_some()), 1);
            if let Some(man) = man {
                write_man(man, &mut bits);
            }
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut board = Board::empty();
        for square in Square::ALL {
            if reader.bit()? {
                board.set_piece_at(square, read_man(reader)?);
            }
        }
        Ok(board_only(board))
    }
}
