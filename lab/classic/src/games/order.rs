//! Legal moves by a cheap score, the likely ones first.

use legal::{LegalMoves, Move, Position, Role, Square, attacks};

use super::from_to::squares;

/// The indices of the legal moves in the order of their scores, highest first.
///
/// What counts is, in this order: what a pawn becomes; whether a man is captured; whether the man arrives where a pawn could take it, which is the
/// worse the more it is worth; what it gains by its new square (the piece-square tables below); the squares themselves.
pub(super) fn ordered(position: &Position, legal: &LegalMoves) -> Vec<usize> {
    let mut scored: Vec<(i32, usize)> = legal
        .iter()
        .enumerate()
        .map(|(index, m)| (score(position, m), index))
        .collect();
    scored.sort_unstable_by_key(|&(score, index)| (-score, index));
    scored.into_iter().map(|(_, index)| index).collect()
}

fn score(position: &Position, m: Move) -> i32 {
    let turn = position.turn();
    let promotion = m.promotion().map_or(0, |role| role as i32);
    let capture = i32::from(m.is_capture());
    let to = match m {
        Move::Castle { king, rook } => {
            legal::CastlingSide::from_king_side(king < rook).king_to(turn)
        }
        _ => m.to(),
    };
    let pawns = position.board().pawns() & position.board().by_color(!turn);
    let exposed = match (attacks::pawn_attacks(turn, to) & pawns).any() {
        true => m.role() as i32,
        false => 0,
    };
    let gain = match squares(m) {
        None => 0,
        Some((from, _)) => {
            let seen = |square: Square| turn.fold_wb(square, square.flip_vertical());
            let table = table(m.role());
            table[usize::from(seen(to))] - table[usize::from(seen(from))]
        }
    };
    ((promotion << 1 | capture) << 3 | (7 - exposed)) << 10 | (512 + gain)
}

/// What a square is worth to a man of White, in hundredths of a pawn, a1 first: Michniewski's "simplified evaluation function" (the king's for
/// the middle of the game).
fn table(role: Role) -> &'static [i32; 64] {
    match role {
        Role::Pawn => &PAWN,
        Role::Knight => &KNIGHT,
        Role::Bishop => &BISHOP,
        Role::Rook => &ROOK,
        Role::Queen => &QUEEN,
        Role::King => &KING,
    }
}

#[rustfmt::skip]
static PAWN: [i32; 64] = [
     0,  0,  0,  0,  0,  0,  0,  0,
     5, 10, 10,-20,-20, 10, 10,  5,
     5, -5,-10,  0,  0,-10, -5,  5,
     0,  0,  0, 20, 20,  0,  0,  0,
     5,  5, 10, 25, 25, 10,  5,  5,
    10, 10, 20, 30, 30, 20, 10, 10,
    50, 50, 50, 50, 50, 50, 50, 50,
     0,  0,  0,  0,  0,  0,  0,  0,
];

#[rustfmt::skip]
static KNIGHT: [i32; 64] = [
   -50,-40,-30,-30,-30,-30,-40,-50,
   -40,-20,  0,  5,  5,  0,-20,-40,
   -30,  5, 10, 15, 15, 10,  5,-30,
   -30,  0, 15, 20, 20, 15,  0,-30,
   -30,  5, 15, 20, 20, 15,  5,-30,
   -30,  0, 10, 15, 15, 10,  0,-30,
   -40,-20,  0,  0,  0,  0,-20,-40,
   -50,-40,-30,-30,-30,-30,-40,-50,
];

#[rustfmt::skip]
static BISHOP: [i32; 64] = [
   -20,-10,-10,-10,-10,-10,-10,-20,
   -10,  5,  0,  0,  0,  0,  5,-10,
   -10, 10, 10, 10, 10, 10, 10,-10,
   -10,  0, 10, 10, 10, 10,  0,-10,
   -10,  5,  5, 10, 10,  5,  5,-10,
   -10,  0,  5, 10, 10,  5,  0,-10,
   -10,  0,  0,  0,  0,  0,  0,-10,
   -20,-10,-10,-10,-10,-10,-10,-20,
];

#[rustfmt::skip]
static ROOK: [i32; 64] = [
     0,  0,  0,  5,  5,  0,  0,  0,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
     5, 10, 10, 10, 10, 10, 10,  5,
     0,  0,  0,  0,  0,  0,  0,  0,
];

#[rustfmt::skip]
static QUEEN: [i32; 64] = [
   -20,-10,-10, -5, -5,-10,-10,-20,
   -10,  0,  5,  0,  0,  0,  0,-10,
   -10,  5,  5,  5,  5,  5,  0,-10,
     0,  0,  5,  5,  5,  5,  0, -5,
    -5,  0,  5,  5,  5,  5,  0, -5,
   -10,  0,  5,  5,  5,  5,  0,-10,
   -10,  0,  0,  0,  0,  0,  0,-10,
   -20,-10,-10, -5, -5,-10,-10,-20,
];

#[rustfmt::skip]
static KING: [i32; 64] = [
    20, 30, 10,  0,  0, 10, 30, 20,
    20, 20,  0,  0,  0,  0, 20, 20,
   -10,-20,-20,-20,-20,-20,-20,-10,
   -20,-30,-30,-40,-40,-30,-30,-20,
   -30,-40,-40,-50,-50,-40,-40,-30,
   -30,-40,-40,-50,-50,-40,-40,-30,
   -30,-40,-40,-50,-50,-40,-40,-30,
   -30,-40,-40,-50,-50,-40,-40,-30,
];
