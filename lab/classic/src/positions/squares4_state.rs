//! `squares4-state`: half a byte a square, with what a board does not show.

use legal::{Board, Color, Piece, Rank, Role, Setup, Square};

use super::{Keeps, PositionCodec};
use crate::{Bits, Error, bits::Reader, man};

/// A pawn that just advanced two squares and may be taken en passant.
const ADVANCED: u8 = 13;
/// A king that may still castle.
const CASTLING_KING: u8 = 14;
/// A rook with which its king may still castle.
const CASTLING_ROOK: u8 = 15;

/// `squares4` with the three values it leaves over put to use. Their colour follows from the rank they stand on: a pawn that just
/// advanced stands on the fourth or fifth, a king and a rook that may castle on the first or eighth. One bit more, in front, tells
/// that Black is to move.
///
/// Bound: 257 bits, always. Keeps castling rights (of Chess960 too) and the en passant square.
pub(super) struct Squares4State;

impl PositionCodec for Squares4State {
    fn name(&self) -> &'static str {
        "squares4-state"
    }

    fn keeps(&self) -> Keeps {
        Keeps::State
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let board = &position.board;
        let mut digits = man::digits(board);
        for rook in position.castling_rights {
            let color = side_of(rook, [Rank::First, Rank::Eighth])
                .filter(|&color| board.piece_at(rook) == Some(Role::Rook.of(color)));
            let king = color.and_then(|color| Some((only_king(board, color)?, color)));
            let (king, _) = king
                .filter(|&(king, color)| side_of(king, [Rank::First, Rank::Eighth]) == Some(color))
                .ok_or_else(|| {
                    Error::refused(format!(
                        "no king on its first rank could castle with a rook on {rook}"
                    ))
                })?;
            digits[usize::from(rook)] = CASTLING_ROOK;
            digits[usize::from(king)] = CASTLING_KING;
        }
        if let Some(ep) = position.ep_square {
            let mover = !position.turn;
            let pawn = advanced_to(ep, mover)
                .filter(|&pawn| board.piece_at(pawn) == Some(Role::Pawn.of(mover)));
            let pawn = pawn.ok_or_else(|| {
                Error::refused(format!(
                    "no pawn that just advanced two squares has passed {ep}"
                ))
            })?;
            digits[usize::from(pawn)] = ADVANCED;
        }
        let mut bits = Bits::default();
        bits.push(u64::from(position.turn.is_black()), 1);
        for digit in digits {
            bits.push(digit.into(), 4);
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let turn = Color::from_white(!reader.bit()?);
        let mut position = Setup {
            turn,
            ..Setup::empty()
        };
        for square in Square::ALL {
            let digit = reader.take(4)? as u8;
            let man = match digit {
                ADVANCED => Some(read_advanced(square, &mut position)?),
                CASTLING_KING => Some(castling(Role::King, square)?),
                CASTLING_ROOK => {
                    position.castling_rights.add(square);
                    Some(castling(Role::Rook, square)?)
                }
                _ => man::man(digit)?,
            };
            if let Some(man) = man {
                position.board.set_piece_at(square, man);
            }
        }
        Ok(position)
    }
}

/// Whose the given one of two ranks is, White's first.
fn side_of(square: Square, ranks: [Rank; 2]) -> Option<Color> {
    let side = ranks.iter().position(|&rank| rank == square.rank())?;
    Some(Color::from_white(side == 0))
}

/// Where a pawn stands that has just passed a square.
fn advanced_to(passed: Square, color: Color) -> Option<Square> {
    let third = color.relative_rank(Rank::Third);
    (passed.rank() == third).then(|| Square::from_coords(passed.file(), fourth(color)))
}

fn fourth(color: Color) -> Rank {
    color.relative_rank(Rank::Fourth)
}

fn read_advanced(square: Square, position: &mut Setup) -> Result<Piece, Error> {
    let mover = !position.turn;
    if square.rank() != fourth(mover) || position.ep_square.is_some() {
        let what = format!("a pawn on {square} cannot have just advanced");
        return Err(Error::malformed(what));
    }
    let passed = Square::from_coords(square.file(), mover.relative_rank(Rank::Third));
    position.ep_square = Some(passed);
    Ok(Role::Pawn.of(mover))
}

fn castling(role: Role, square: Square) -> Result<Piece, Error> {
    let color = side_of(square, [Rank::First, Rank::Eighth]);
    let color = color.ok_or_else(|| Error::malformed(format!("nobody castles from {square}")))?;
    Ok(role.of(color))
}

fn only_king(board: &Board, color: Color) -> Option<Square> {
    (board.kings() & board.by_color(color)).single_square()
}
