//! Numbers the rows and scalars of the network's last layer, by the aspect of a move that each describes.
//!
//! Format: "Rows and scalars".

use super::view::KING;

/// Role, origin and target; or the promotion; or the side of castling.
pub(super) const WAY: usize = 0;
const WAYS: usize = PROMOTION + 4 * 24 + 2;
pub(super) const PROMOTION: usize = 118 + 336 + 560 + 896 + 1456 + 420;
/// Role and target, by whether the move loses no material, gives check, and leaves a square that was attacked.
pub(super) const LANDING: usize = WAY + WAYS;
/// The captured role, the value of the exchange, check, and how origin and target are attacked.
pub(super) const EXCHANGE: usize = LANDING + 8 * 384;
/// What stays en prise, and what the move evades and attacks.
pub(super) const PURPOSE: usize = EXCHANGE + 7 * 5 * 2 * 4 * 4 * 2;
/// Rows of the last layer.
pub const ROWS: usize = PURPOSE + 5 * 2 * 2 * 3 * 3 * 7 * 2;

/// Rows of one move.
pub const ROWS_OF_MOVE: usize = 4;
/// Scalars of one move.
pub const SCALARS_OF_MOVE: usize = 7;

/// Role and target of the opponent's last move and of this one.
pub(super) const REPLY: usize = 0;
/// Role and target of the mover's last move and of this one.
pub(super) const SEQUEL: usize = REPLY + 385 * 384;
/// The relation to the piece that moved last: whether it attacks the moving piece, its role, the distance to it.
pub(super) const ANSWER: usize = SEQUEL + 385 * 384;
/// Pawn structure, or change of mobility.
pub(super) const STRUCTURE: usize = ANSWER + 2 * 7 * 6 * 8;
/// Mate, castling and what forfeits it, promotion, drop.
pub(super) const SPECIAL: usize = STRUCTURE + 128 + 5 * 4 * 16;
/// The number of the move, piece and square.
pub(super) const OPENING: usize = SPECIAL + 64;
/// Distance to the opponent's king.
pub(super) const APPROACH: usize = OPENING + 16 * 384;
/// Scalars of the last layer.
pub const SCALARS: usize = APPROACH + 8 * 6 * 4;

/// The places in the last layer of one legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Rows, all below [`ROWS`].
    pub rows: [u16; ROWS_OF_MOVE],
    /// Scalars, all below [`SCALARS`].
    pub scalars: [u32; SCALARS_OF_MOVE],
}

/// The row of a promotion to `role`.
#[inline]
pub(super) fn promotion(role: usize, from: u32, to: u32) -> usize {
    PROMOTION + (role - 1) * 24 + ((from & 7) * 3 + (to & 7) + 1 - (from & 7)) as usize
}

/// The row of castling.
#[inline]
pub(super) fn castling(long: bool) -> usize {
    PROMOTION + 96 + usize::from(long)
}

/// The row of a piece's way (its role, origin and target). Ways are numbered in this order.
#[allow(long_running_const_eval)]
pub(super) static WAY_OF: [[[u16; 64]; 64]; 6] = {
    let mut table = [[[0; 64]; 64]; 6];
    let mut next = 0;
    let mut role = 0;
    while role <= KING {
        let mut from = 0;
        while from < 64 {
            let mut to = 0;
            while to < 64 {
                if from != to && is_way(role, from, to) {
                    table[role][from][to] = next;
                    next += 1;
                }
                to += 1;
            }
            from += 1;
        }
        role += 1;
    }
    assert!(next as usize == PROMOTION);
    table
};

/// Every way: role, origin, target.
#[cfg(feature = "training")]
pub(super) fn ways() -> impl Iterator<Item = (usize, usize, usize)> {
    let all = (0..6 * 64 * 64).map(|at| (at / 4096, at / 64 % 64, at % 64));
    all.filter(|&(role, from, to)| from != to && is_way(role, from, to))
}

/// Whether a piece can go from one square to another on some board; pawns go up and do not promote here.
const fn is_way(role: usize, from: usize, to: usize) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let diagonal = files == ranks;
    let straight = files == 0 || ranks == 0;
    match role {
        0 => {
            let inside = from >= 8 && to < 56 && to > from;
            inside && (ranks == 1 && files <= 1 || files == 0 && ranks == 2 && from < 16)
        }
        1 => files + ranks == 3 && !straight,
        2 => diagonal,
        3 => straight,
        4 => diagonal || straight,
        _ => files <= 1 && ranks <= 1,
    }
}
