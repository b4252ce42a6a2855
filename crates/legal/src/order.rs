//! The canonical order of moves. **Normative**: archives depend on it.
//!
//! Format: "Positions and moves".
//!
//! 1. A square is the number `x + 8·y` as the side to move sees the board:
//!    for White, `x` counts the files from a (0) to h (7) and `y` the ranks
//!    from 1 (0) to 8 (7); for Black the board is rotated by 180 degrees, so
//!    h8 is 0 and a1 is 63.
//! 2. A move on the board is the triple (from, to, promotion). Promotion is
//!    0 for none, 1 queen, 2 rook, 3 bishop, 4 knight, 5 king (antichess).
//!    The square to of an en passant capture is the one the pawn reaches; of
//!    a castling move it is the square of the *rook*.
//! 3. A drop (crazyhouse) is the pair (role, to), with pawn 0, knight 1,
//!    bishop 2, rook 3, queen 4.
//! 4. Moves on the board come first, in ascending order of their triples;
//!    then drops, in ascending order of their pairs.
//!
//! No two legal moves of a position are equal in this order, and it depends
//! on the position alone. [`key`] packs both cases into one integer.

use shakmaty::{Color, Move, Role, Square};

const DROP: u16 = 1 << 15;

/// The sort key of a move for the side that makes it.
///
/// A move on the board is `from << 9 | to << 3 | promotion`, a drop
/// `1 << 15 | role << 6 | to`.
///
/// ```
/// use legal::{Color, Move, Role, Square, order};
/// let m = Move::Normal {
///     role: Role::Pawn, from: Square::E2, to: Square::E4, capture: None, promotion: None,
/// };
/// assert_eq!(order::key(m, Color::White), 12 << 9 | 28 << 3);
/// ```
#[inline]
pub fn key(m: Move, turn: Color) -> u16 {
    // Nearly all moves are normal: a test that is nearly always true costs less
    // than a jump by the kind of move.
    if let Move::Normal {
        from,
        to,
        promotion,
        ..
    } = m
    {
        return board_key(from, to, turn) | promotion_key(promotion);
    }
    match m {
        Move::Put { role, to } => DROP | (role as u16 - 1) << 6 | seen_by(turn, to),
        Move::Castle {
            king: from,
            rook: to,
        }
        | Move::EnPassant { from, to }
        | Move::Normal { from, to, .. } => board_key(from, to, turn),
    }
}

#[inline]
fn board_key(from: Square, to: Square, turn: Color) -> u16 {
    seen_by(turn, from) << 9 | seen_by(turn, to) << 3
}

/// The number of a square as a side sees the board, 0 to 63.
#[inline]
fn seen_by(turn: Color, square: Square) -> u16 {
    square.to_u32() as u16 ^ turn.fold_wb(0, 63)
}

#[inline]
fn promotion_key(promotion: Option<Role>) -> u16 {
    match promotion {
        None => 0,
        Some(Role::King) => 5,
        Some(role) => Role::King as u16 - role as u16,
    }
}
