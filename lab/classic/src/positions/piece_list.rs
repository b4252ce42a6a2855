//! `piece-list`: what each side has, and where.

use legal::{Bitboard, Board, Color, Role, Setup, Square};
use num_bigint::BigUint;

use super::base13_11::no_outer_pawns;
use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader};

/// Bits of up to eight digits to the base 48, by their number.
const PAWN_BITS: [u64; 9] = [0, 6, 12, 17, 23, 28, 34, 40, 45];
const OTHERS: [Role; 4] = [Role::Rook, Role::Bishop, Role::Knight, Role::Queen];

/// White, then Black: the king's square, 6 bits; 1 bit whether there are pawns, and if so their number less one in 3 bits and their
/// squares (a2 is 0) as one number to the base 48, lowest square lowest; the number of other men, 4 bits; for each of those its kind,
/// 2 bits, and square, 6 bits, in the order of the squares.
///
/// A full side takes 6 + 1 + 3 + 45 + 4 + 7 · 8 = 115 bits. The source says 105, which its own layout does not give. The start: 230
/// bits. Worst in a game: one pawn and fourteen others, 132 bits a side. Refuses pawns on the outer ranks, other than one king a side, more
/// than 8 pawns or 15 others.
pub(super) struct PieceList;

impl PositionCodec for PieceList {
    fn name(&self) -> &'static str {
        "piece-list"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        no_outer_pawns(position)?;
        let mut bits = Bits::default();
        for color in Color::ALL {
            write_side(&position.board, color, &mut bits)?;
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut board = Board::empty();
        for color in Color::ALL {
            read_side(reader, color, &mut board)?;
        }
        Ok(board_only(board))
    }
}

/// The square of the only king of a side.
pub(super) fn king(board: &Board, color: Color) -> Result<Square, Error> {
    let kings = board.kings() & board.by_color(color);
    kings
        .single_square()
        .ok_or_else(|| Error::refused(format!("{color} has {} kings, not one", kings.count())))
}

fn write_side(board: &Board, color: Color, bits: &mut Bits) -> Result<(), Error> {
    let us = board.by_color(color);
    bits.push(king(board, color)?.into(), 6);
    let pawns = board.pawns() & us;
    let width = PAWN_BITS.get(pawns.count()).copied();
    let width =
        width.ok_or_else(|| Error::refused(format!("{color} has {} pawns", pawns.count())))?;
    bits.push(u64::from(pawns.any()), 1);
    if pawns.any() {
        bits.push(pawns.count() as u64 - 1, 3);
        let digits: Vec<u8> = pawns.into_iter().map(|pawn| u8::from(pawn) - 8).collect();
        bits.push_number(
            &BigUint::from_radix_le(&digits, 48).unwrap_or_default(),
            width,
        );
    }
    let others = us & !board.pawns() & !board.kings();
    if others.count() > 15 {
        let what = format!("{color} has {} men besides king and pawns", others.count());
        return Err(Error::refused(what));
    }
    bits.push(others.count() as u64, 4);
    for square in others {
        let role = board.role_at(square);
        let kind = OTHERS.iter().position(|&kind| Some(kind) == role);
        bits.push(kind.unwrap_or(0) as u64, 2);
        bits.push(square.into(), 6);
    }
    Ok(())
}

fn read_side(reader: &mut Reader<'_>, color: Color, board: &mut Board) -> Result<(), Error> {
    place(board, reader.take(6)?, Role::King, color);
    if reader.bit()? {
        let count = reader.take(3)? as usize + 1;
        let mut number = reader.take_number(PAWN_BITS[count])?;
        for _ in 0..count {
            let square = u64::try_from(&number % 48u32).unwrap_or(0) + 8;
            place(board, square, Role::Pawn, color);
            number /= 48u32;
        }
    }
    for _ in 0..reader.take(4)? {
        let role = OTHERS[reader.take(2)? as usize];
        place(board, reader.take(6)?, role, color);
    }
    Ok(())
}

fn place(board: &mut Board, square: u64, role: Role, color: Color) {
    for square in Bitboard(1 << square) {
        board.set_piece_at(square, role.of(color));
    }
}
