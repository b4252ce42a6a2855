//! Legal moves of quiet standard positions, generated in canonical order.
//!
//! Speed only: archives do not depend on it.
//!
//! shakmaty generates by kind of piece, and sorting what it gives costs more
//! than generating it. Where no check, no en passant capture and no pin
//! complicate matters, going over the squares in canonical order gives the
//! same list without a sort. The tests hold it against shakmaty's.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, File, Move, Position as _, Rank, Role, Square,
    attacks,
};

use crate::{Reach, bytes, sliders};

/// Promotions in canonical order.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A number of moves that no position exceeds.
pub(crate) const MOST: usize = 450;
/// Moves that are written at once.
const STEP: usize = 4;
/// Room for the moves of any position, and for a step beyond the last of them.
pub(crate) const ROOM: usize = MOST + STEP;

/// Writes the legal moves in canonical order, and returns how many there are, and what the side to move and the other side attack; `None`
/// if the position is not quiet. Nobody is in check in a quiet position.
#[inline]
pub(crate) fn in_order(chess: &Chess, moves: &mut [Move; ROOM]) -> Option<(usize, [Reach; 2])> {
    // A copy of the code for each side: the order in which squares are gone over differs.
    match chess.turn() {
        Color::White => of_side::<true>(chess, moves),
        Color::Black => of_side::<false>(chess, moves),
    }
}

#[inline(always)]
fn of_side<const WHITE: bool>(
    chess: &Chess,
    moves: &mut [Move; ROOM],
) -> Option<(usize, [Reach; 2])> {
    let turn = Color::from_white(WHITE);
    let board = chess.board();
    let king = board.king_of(turn)?;
    let us = board.by_color(turn);
    let takes_en_passant = chess
        .maybe_ep_square()
        .is_some_and(|ep| (attacks::pawn_attacks(!turn, ep) & us & board.pawns()).any());
    let other = Reach::with(board, !turn, |_, _| {});
    let attacked = other.all();
    if takes_en_passant || attacked.contains(king) {
        return None;
    }
    let roles = Roles::new(board);
    let castling = castling(chess, turn, king, attacked);
    let (targets, own) = targets(board, turn, king, attacked);
    // Pieces with other moves than normal ones: pawns that promote, a king that castles.
    let mut special = us & board.pawns() & turn.relative_rank(Rank::Seventh);
    special.set(king, castling.any());
    let (mut count, mut pieces) = (0, us);
    while let Some(from) = next::<WHITE>(&mut pieces) {
        let role = roles.at(from)?;
        let mut left = targets[from.to_usize()];
        let normal = |to, promotion| Move::Normal {
            role,
            from,
            capture: roles.at(to),
            to,
            promotion,
        };
        if special.contains(from) {
            let rooks = castling & Bitboard(if from == king { u64::MAX } else { 0 });
            left |= rooks;
            while let Some(to) = next::<WHITE>(&mut left) {
                let mut add = |m| {
                    *moves.get_mut(count)? = m;
                    count += 1;
                    Some(())
                };
                if rooks.contains(to) {
                    add(Move::Castle { king, rook: to })?;
                } else if from == king {
                    add(normal(to, None))?;
                } else {
                    for promotion in PROMOTIONS {
                        add(normal(to, Some(promotion)))?;
                    }
                }
            }
            continue;
        }
        // How many targets there are is hard to predict. So some more moves are written than there are, and only these are counted.
        loop {
            let room = moves.get_mut(count..)?.first_chunk_mut::<STEP>()?;
            for place in room {
                let (to, rest) = first::<WHITE>(left);
                *place = normal(to, None);
                count += usize::from(left.any());
                left = rest;
            }
            if left.is_empty() {
                break;
            }
        }
    }
    Some((count, [own, other]))
}

/// The targets of normal moves of each piece of a side that is not in check, on the piece's square; and what the side attacks.
#[inline(always)]
fn targets(
    board: &Board,
    turn: Color,
    king: Square,
    attacked: Bitboard,
) -> ([Bitboard; 64], Reach) {
    let (us, occupied) = (board.by_color(turn), board.occupied());
    let mut targets = [Bitboard::EMPTY; 64];
    let own = Reach::with(board, turn, |from, squares| {
        targets[from.to_usize()] = squares & !us;
    });
    for from in us & board.pawns() {
        targets[from.to_usize()] = pawn_targets(from, turn, occupied, !us);
    }
    targets[king.to_usize()] &= !attacked;
    for from in pinned(board, turn, king) {
        targets[from.to_usize()] &= attacks::ray(king, from);
    }
    (targets, own)
}

/// The first square of a set, in the order in which a side numbers them, and the others; any square of an empty set.
#[inline(always)]
fn first<const WHITE: bool>(squares: Bitboard) -> (Square, Bitboard) {
    let at = if WHITE {
        squares.0.trailing_zeros() & 63
    } else {
        63 ^ squares.0.leading_zeros() & 63
    };
    (Square::new(at), Bitboard(squares.0 & !(1 << at)))
}

/// Takes the first square off a set, in the order in which a side numbers them.
#[inline(always)]
fn next<const WHITE: bool>(squares: &mut Bitboard) -> Option<Square> {
    let (first, rest) = first::<WHITE>(*squares);
    std::mem::replace(squares, rest).any().then_some(first)
}

/// The role on each square: finding it needs no search, whose end could not be predicted.
struct Roles([u8; 64]);

impl Roles {
    #[inline(always)]
    fn new(board: &Board) -> Self {
        let any = |roles: [Role; 3]| {
            let [a, b, c] = roles.map(|role| board.by_role(role).0);
            bytes(a | b | c)
        };
        // The bits of the roles' numbers.
        let low = any([Role::Pawn, Role::Bishop, Role::Queen]);
        let middle = any([Role::Knight, Role::Bishop, Role::King]);
        let high = any([Role::Rook, Role::Queen, Role::King]);
        let mut roles = [0; 64];
        for (rank, roles) in roles.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *roles = (low[rank] | middle[rank] << 1 | high[rank] << 2).to_le_bytes();
        }
        Self(roles)
    }

    /// The role on a square.
    #[inline(always)]
    fn at(&self, square: Square) -> Option<Role> {
        const ROLES: [Option<Role>; 8] = [
            None,
            Some(Role::Pawn),
            Some(Role::Knight),
            Some(Role::Bishop),
            Some(Role::Rook),
            Some(Role::Queen),
            Some(Role::King),
            None,
        ];
        ROLES[usize::from(self.0[square.to_usize()] & 7)]
    }
}

/// The rooks with which a king that is not in check can castle.
#[inline(always)]
fn castling(chess: &Chess, turn: Color, king: Square, attacked: Bitboard) -> Bitboard {
    let mut rooks = Bitboard::EMPTY;
    if chess.castles().is_empty() {
        return rooks;
    }
    for side in CastlingSide::ALL {
        let Some(rook) = chess.castles().rook(turn, side) else {
            continue;
        };
        if (chess.castles().path(turn, side) & chess.board().occupied()).any() {
            continue;
        }
        let usual = king.file() == File::E && matches!(rook.file(), File::A | File::H);
        let can = if usual {
            // Nothing can stand after the rook, or look through the king.
            let to = side.king_to(turn);
            (attacks::between(king, to).with(to) & attacked).is_empty()
        } else {
            !chess.castling_moves(side).is_empty()
        };
        if can {
            rooks.add(rook);
        }
    }
    rooks
}

/// Our pieces that alone stand between the king and a slider.
#[inline(always)]
fn pinned(board: &Board, turn: Color, king: Square) -> Bitboard {
    let snipers = board.by_color(!turn)
        & (Bitboard(sliders::rook(king.to_u32(), 0)) & board.rooks_and_queens()
            | Bitboard(sliders::bishop(king.to_u32(), 0)) & board.bishops_and_queens());
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(turn);
        }
    }
    pinned
}

#[inline(always)]
fn pawn_targets(from: Square, turn: Color, occupied: Bitboard, others: Bitboard) -> Bitboard {
    let ahead = |pawns: Bitboard| match turn {
        Color::White => Bitboard(pawns.0 << 8) & !occupied,
        Color::Black => Bitboard(pawns.0 >> 8) & !occupied,
    };
    let one = ahead(from.into());
    let third = Bitboard::from_rank(turn.relative_rank(Rank::Third));
    one | ahead(one & third) | attacks::pawn_attacks(turn, from) & occupied & others
}
