//! Men as digits: what stands on a square, in 13 values.

use legal::{Board, Color, Piece, Role, Square};

use crate::Error;

/// The digit of an empty square.
pub(crate) const EMPTY: u8 = 0;

/// What stands on a square, 0 to 12: empty, White's pawn, knight, bishop, rook, queen, king, the same of Black.
pub(crate) fn digit(man: Option<Piece>) -> u8 {
    man.map_or(EMPTY, |man| man.role as u8 + man.color.fold_wb(0, 6))
}

/// What a digit stands for.
pub(crate) fn man(digit: u8) -> Result<Option<Piece>, Error> {
    let (color, role) = match digit {
        EMPTY => return Ok(None),
        1..=6 => (Color::White, digit),
        7..=12 => (Color::Black, digit - 6),
        _ => {
            return Err(Error::malformed(format!("no piece has the number {digit}")));
        }
    };
    Ok(Role::try_from(u32::from(role))
        .ok()
        .map(|role| role.of(color)))
}

/// The digits of the squares from a1 to h8, rank by rank.
pub(crate) fn digits(board: &Board) -> [u8; 64] {
    let mut digits = [EMPTY; 64];
    for (square, man) in board.iter() {
        digits[usize::from(square)] = digit(Some(man));
    }
    digits
}

/// The board of some digits.
pub(crate) fn board(digits: &[u8; 64]) -> Result<Board, Error> {
    let mut board = Board::empty();
    for (square, &digit) in Square::ALL.into_iter().zip(digits) {
        if let Some(man) = man(digit)? {
            board.set_piece_at(square, man);
        }
    }
    Ok(board)
}
