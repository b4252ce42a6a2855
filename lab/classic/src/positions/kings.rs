//! `huffman-simple-kings`: kings apart, which are always there.

use legal::{Board, Color, Piece, Role, Setup, Square};

use super::base13_11::no_outer_pawns;
use super::piece_list::king;
use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader};

/// The squares of the white and the black king, 6 bits each; then for each other square from a1 to h8: 0 for empty; or 1, the colour
/// (1 for White), and the kind: pawn 1, or 0 and rook 00, bishop 01, knight 10, queen 11.
///
/// 162 bits at the start. Worst: 12 + 62 · 5. Refuses other than one king a side.
pub(super) struct HuffmanSimpleKings;

impl PositionCodec for HuffmanSimpleKings {
    fn name(&self) -> &'static str {
        "huffman-simple-kings"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        write_kings(&position.board, &mut bits)?;
        write_others(&position.board, |_| true, &mut bits);
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut board = read_kings(reader)?;
        read_others(reader, |_| true, &mut board)?;
        Ok(board_only(board))
    }
}

/// Kinds by two bits.
const KINDS: [Role; 4] = [Role::Rook, Role::Bishop, Role::Knight, Role::Queen];

/// Appends the squares of the two kings.
pub(super) fn write_kings(board: &Board, bits: &mut Bits) -> Result<(), Error> {
    for color in Color::ALL {
        bits.push(king(board, color)?.into(), 6);
    }
    Ok(())
}

/// Reads the squares of the two kings: a board with nothing else.
pub(super) fn read_kings(reader: &mut Reader<'_>) -> Result<Board, Error> {
    let mut board = Board::empty();
    for color in Color::ALL {
        let square = Square::new(reader.take(6)? as u32);
        if board.piece_at(square).is_some() {
            return Err(Error::malformed(format!("both kings on {square}")));
        }
        board.set_piece_at(square, Role::King.of(color));
    }
    Ok(board)
}

/// Appends all squares without a king; only squares that may hold a pawn have a bit for that.
pub(super) fn write_others(board: &Board, has_pawns: impl Fn(Square) -> bool, bits: &mut Bits) {
    for square in Square::ALL {
        let Some(Piece { color, role }) = board.piece_at(square) else {
            bits.push(0, 1);
            continue;
        };
        if role == Role::King {
            continue;
        }
        bits.push(color.fold_wb(0b11, 0b10), 2);
        if has_pawns(square) {
            bits.push(u64::from(role == Role::Pawn), 1);
        }
        if let Some(kind) = KINDS.iter().position(|&kind| kind == role) {
            bits.push(kind as u64, 2);
        }
    }
}

/// Reads all squares that hold no king yet.
pub(super) fn read_others(
    reader: &mut Reader<'_>,
    has_pawns: impl Fn(Square) -> bool,
    board: &mut Board,
) -> Result<(), Error> {
    for square in !board.occupied() {
        if !reader.bit()? {
            continue;
        }
        let color = Color::from_white(reader.bit()?);
        let role = if has_pawns(square) && reader.bit()? {
            Role::Pawn
        } else {
            KINDS[reader.take(2)? as usize]
        };
        board.set_piece_at(square, role.of(color));
    }
    Ok(())
}

/// Refuses boards that the encodings with pawns by rows or columns cannot hold.
pub(super) fn check(position: &Setup) -> Result<(), Error> {
    no_outer_pawns(position)?;
    for color in Color::ALL {
        king(&position.board, color)?;
    }
    Ok(())
}
