//! `occupancy`: which squares are taken, then by whom.

use legal::{Bitboard, Board, Color, Piece, Role, Setup};

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader};

/// 64 bits, from a1 to h8, that say which squares are taken; then for each man, in the same order, its colour (1 bit, 1 for Black) and
/// its kind: pawn 0, knight 100, bishop 101, rook 110, queen 1110, king 1111.
///
/// 164 bits at the start, as many as `huffman-weights`, which tells the empty squares one by one. Worst: 64 + 5 a man. Holds any board.
pub(super) struct Occupancy;

impl PositionCodec for Occupancy {
    fn name(&self) -> &'static str {
        "occupancy"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        bits.push(position.board.occupied().0.reverse_bits(), 64);
        for (_, man) in position.board.iter() {
            write_man(man, &mut bits);
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let occupied = Bitboard(reader.take(64)?.reverse_bits());
        let mut board = Board::empty();
        for square in occupied {
            board.set_piece_at(square, read_man(reader)?);
        }
        Ok(board_only(board))
    }
}

/// Appends the colour and the kind of a man.
pub(super) fn write_man(man: Piece, bits: &mut Bits) {
    bits.push(man.color.fold_wb(0, 1), 1);
    write_kind(man.role, bits);
}

/// Reads the colour and the kind of a man.
pub(super) fn read_man(reader: &mut Reader<'_>) -> Result<Piece, Error> {
    let color = Color::from_white(!reader.bit()?);
    Ok(read_kind(reader)?.of(color))
}

/// Appends the kind of a man.
pub(super) fn write_kind(role: Role, bits: &mut Bits) {
    let (code, length) = match role {
        Role::Pawn => (0, 1),
        Role::Knight => (0b100, 3),
        Role::Bishop => (0b101, 3),
        Role::Rook => (0b110, 3),
        Role::Queen => (0b1110, 4),
        Role::King => (0b1111, 4),
    };
    bits.push(code, length);
}

/// Reads the kind of a man.
pub(super) fn read_kind(reader: &mut Reader<'_>) -> Result<Role, Error> {
    if !reader.bit()? {
        return Ok(Role::Pawn);
    }
    Ok(match reader.take(2)? {
        0 => Role::Knight,
        1 => Role::Bishop,
        2 => Role::Rook,
        _ if reader.bit()? => Role::King,
        _ => Role::Queen,
    })
}
