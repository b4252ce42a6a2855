//! Legal moves of quiet standard positions, generated in canonical order.
//!
//! shakmaty generates by kind of piece, and sorting what it gives costs more
//! than generating it. Where no check, no en passant capture and no pin
//! complicate matters, going over the squares in canonical order gives the
//! same list without a sort. The tests hold it against shakmaty's.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, MoveList, Position as _, Rank, Role, Square,
    attacks,
};

use crate::order;

/// Promotions in canonical order.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Appends the legal moves in canonical order, unless the position is not
/// quiet; then nothing is appended and `false` returned.
#[inline]
pub(crate) fn in_order(chess: &Chess, moves: &mut MoveList) -> bool {
    let turn = chess.turn();
    let board = chess.board();
    let Some(king) = board.king_of(turn) else {
        return false;
    };
    let us = board.by_color(turn);
    let occupied = board.occupied();
    let takes_en_passant = chess
        .maybe_ep_square()
        .is_some_and(|ep| (attacks::pawn_attacks(!turn, ep) & us & board.pawns()).any());
    if takes_en_passant || board.attacks_to(king, !turn, occupied).any() {
        return false;
    }
    let pinned = pinned(board, turn, king);
    for_each(us, turn, |from| {
        let role = board.role_at(from).unwrap_or(Role::Pawn);
        let mut targets = match role {
            Role::Pawn => pawn_targets(from, turn, occupied, board.by_color(!turn)),
            Role::King => {
                return king_moves(chess, from, moves);
            }
            _ => attacks::attacks(from, role.of(turn), occupied) & !us,
        };
        if pinned.contains(from) {
            targets &= attacks::ray(king, from);
        }
        for_each(targets, turn, |to| {
            let capture = capture(board, occupied, to);
            let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
            if promotes {
                for promotion in PROMOTIONS.map(Some) {
                    moves.push(Move::Normal {
                        role,
                        from,
                        capture,
                        to,
                        promotion,
                    });
                }
            } else {
                moves.push(Move::Normal {
                    role,
                    from,
                    capture,
                    to,
                    promotion: None,
                });
            }
        });
    });
    true
}

/// Visits squares in the order in which a side numbers them.
#[inline]
fn for_each(mut squares: Bitboard, turn: Color, mut visit: impl FnMut(Square)) {
    match turn {
        Color::White => {
            while let Some(square) = squares.pop_front() {
                visit(square);
            }
        }
        Color::Black => {
            while let Some(square) = squares.pop_back() {
                visit(square);
            }
        }
    }
}

#[inline]
fn capture(board: &Board, occupied: Bitboard, to: Square) -> Option<Role> {
    if occupied.contains(to) {
        board.role_at(to)
    } else {
        None
    }
}

/// Our pieces that alone stand between the king and a slider.
#[inline]
fn pinned(board: &Board, turn: Color, king: Square) -> Bitboard {
    let them = board.by_color(!turn);
    let snipers = them
        & (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
            | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(turn);
        }
    }
    pinned
}

#[inline]
fn pawn_targets(from: Square, turn: Color, occupied: Bitboard, them: Bitboard) -> Bitboard {
    let ahead = |pawns: Bitboard| match turn {
        Color::White => Bitboard(pawns.0 << 8) & !occupied,
        Color::Black => Bitboard(pawns.0 >> 8) & !occupied,
    };
    let one = ahead(from.into());
    let third = Bitboard::from_rank(turn.relative_rank(Rank::Third));
    one | ahead(one & third) | attacks::pawn_attacks(turn, from) & them
}

/// A king's moves, castling among them, by the square they sort by.
fn king_moves(chess: &Chess, king: Square, moves: &mut MoveList) {
    let turn = chess.turn();
    let board = chess.board();
    let occupied = board.occupied();
    let first = moves.len();
    let targets = attacks::king_attacks(king) & !board.by_color(turn);
    for_each(targets, turn, |to| {
        if board.attacks_to(to, !turn, occupied).is_empty() {
            moves.push(Move::Normal {
                role: Role::King,
                from: king,
                capture: capture(board, occupied, to),
                to,
                promotion: None,
            });
        }
    });
    let castles = chess.castles();
    let walked = moves.len();
    for side in CastlingSide::ALL {
        if castles.has(turn, side) && (castles.path(turn, side) & occupied).is_empty() {
            moves.extend(chess.castling_moves(side));
        }
    }
    if moves.len() > walked {
        moves[first..].sort_unstable_by_key(|&m| order::key(m, turn));
    }
}
