//! Legal moves of quiet standard positions, generated in canonical order.
//!
//! Speed only: archives do not depend on it.
//!
//! shakmaty generates by kind of piece, and sorting what it gives costs more
//! than generating it. Where no check, no en passant capture and no pin
//! complicate matters, going over the squares in canonical order gives the
//! same list without a sort. The tests hold it against shakmaty's.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, File, Move, MoveList, Position as _, Rank, Role,
    Square, attacks,
};

use crate::{Reach, bytes, sliders};

/// Promotions in canonical order.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Appends the legal moves in canonical order, and returns what the side to move and the other side attack, unless the position is not
/// quiet; then nothing is appended and `None` returned. Nobody is in check in a quiet position.
#[inline]
pub(crate) fn in_order(chess: &Chess, moves: &mut MoveList) -> Option<[Reach; 2]> {
    // A copy of the code for each side: the order in which squares are gone over differs.
    match chess.turn() {
        Color::White => of_side::<true>(chess, moves),
        Color::Black => of_side::<false>(chess, moves),
    }
}

#[inline(always)]
fn of_side<const WHITE: bool>(chess: &Chess, moves: &mut MoveList) -> Option<[Reach; 2]> {
    let turn = Color::from_white(WHITE);
    let board = chess.board();
    let king = board.king_of(turn)?;
    let (us, them, occupied) = (
        board.by_color(turn),
        board.by_color(!turn),
        board.occupied(),
    );
    let takes_en_passant = chess
        .maybe_ep_square()
        .is_some_and(|ep| (attacks::pawn_attacks(!turn, ep) & us & board.pawns()).any());
    let other = Reach::with(board, !turn, |_, _| {});
    let attacked = other.all();
    if takes_en_passant || attacked.contains(king) {
        return None;
    }
    // Where the piece on each square can go.
    let mut targets = [Bitboard::EMPTY; 64];
    let own = Reach::with(board, turn, |from, squares| {
        targets[from.to_usize()] = squares & !us;
    });
    for from in us & board.pawns() {
        targets[from.to_usize()] = pawn_targets(from, turn, occupied, them);
    }
    let castling = castling(chess, turn, king, attacked);
    let of_king = &mut targets[king.to_usize()];
    *of_king = *of_king & !attacked | castling;
    for from in pinned(board, turn, king) {
        targets[from.to_usize()] &= attacks::ray(king, from);
    }
    let roles = Roles::new(board);
    let mut pieces = us;
    while let Some(from) = next::<WHITE>(&mut pieces) {
        let Some(role) = roles.at(from) else { break };
        let mut targets = targets[from.to_usize()];
        if role == Role::Pawn && (targets & Bitboard::BACKRANKS).any() {
            while let Some(to) = next::<WHITE>(&mut targets) {
                let capture = roles.at(to);
                moves.extend(PROMOTIONS.map(|promotion| Move::Normal {
                    role,
                    from,
                    capture,
                    to,
                    promotion: Some(promotion),
                }));
            }
            continue;
        }
        while let Some(to) = next::<WHITE>(&mut targets) {
            // Nothing but castling goes to a square of ours.
            if castling.contains(to) {
                moves.push(Move::Castle { king, rook: to });
                continue;
            }
            moves.push(Move::Normal {
                role,
                from,
                capture: roles.at(to),
                to,
                promotion: None,
            });
        }
    }
    Some([own, other])
}

/// Takes the first square off a set, in the order in which a side numbers them.
#[inline(always)]
fn next<const WHITE: bool>(squares: &mut Bitboard) -> Option<Square> {
    if WHITE {
        squares.pop_front()
    } else {
        squares.pop_back()
    }
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
fn pawn_targets(from: Square, turn: Color, occupied: Bitboard, them: Bitboard) -> Bitboard {
    let ahead = |pawns: Bitboard| match turn {
        Color::White => Bitboard(pawns.0 << 8) & !occupied,
        Color::Black => Bitboard(pawns.0 >> 8) & !occupied,
    };
    let one = ahead(from.into());
    let third = Bitboard::from_rank(turn.relative_rank(Rank::Third));
    one | ahead(one & third) | attacks::pawn_attacks(turn, from) & them
}
