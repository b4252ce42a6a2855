//! Describes the legal moves of a position in brief, for small networks: where each goes, what it takes, and how the squares are attacked.
//!
//! Format: "Rows and scalars in brief".

use legal::Move;

use super::super::MoveContext;
use super::describe::TAKEN;
use super::rows::{self, Row};
use super::value::{GAIN, class};
use super::view::{PAWN, View, WORTH, squares};

/// Rows and scalars of a move that are used.
pub(super) const READ: ([usize; 3], [usize; 3]) = ([0, 1, 2], [0, 1, 5]);

/// A move without a description: the first row and scalar of each aspect.
pub(super) const BLANK: Row = Row {
    rows: [
        rows::WAY as u16,
        rows::LANDING as u16,
        rows::EXCHANGE as u16,
        rows::PURPOSE as u16,
    ],
    scalars: [
        rows::REPLY as u32,
        rows::SEQUEL as u32,
        rows::ANSWER as u32,
        rows::STRUCTURE as u32,
        rows::SPECIAL as u32,
        rows::OPENING as u32,
        rows::APPROACH as u32,
    ],
};

/// Properties of the squares for one role: how they are attacked (lower and upper bits), covered, and give check from there.
#[derive(Clone, Copy)]
struct Squares([u64; 4]);

impl Squares {
    #[inline(always)]
    fn of(view: &View, checks: &[u64; 6], role: usize) -> Self {
        let mover = &view.mover;
        let [lower, upper] = view.danger_of(role);
        // A square counts as covered if another piece covers it. The moving piece attacks it too, except a pawn that steps ahead.
        let covered = match role {
            PAWN => mover.twice & view.opponent | mover.all & !view.opponent,
            _ => mover.twice,
        };
        Self([lower, upper, covered, checks[role]])
    }

    /// The properties of one square, in `0..16`.
    #[inline(always)]
    fn at(&self, square: u32) -> usize {
        let Self([lower, upper, covered, check]) = self;
        let bit = |set: u64, at: u32| (set >> (square & 63) & 1) << at;
        (bit(*lower, 0) | bit(*upper, 1) | bit(*covered, 2) | bit(*check, 3)) as usize
    }
}

/// What the moves of a piece have in common.
#[derive(Clone, Copy, Default)]
struct Piece {
    /// Parts of the indices of its moves' landings and exchanges.
    landing: u16,
    exchange: u16,
}

impl Piece {
    #[inline(always)]
    fn of(roles: &[Squares; 6], role: usize, from: u32) -> Self {
        let danger = roles[role].at(from) & 3;
        Self {
            landing: rows::LANDING as u16 + u16::from(danger > 0) * 1536,
            exchange: rows::EXCHANGE as u16 + danger as u16 * 8,
        }
    }
}

/// Parts of the indices of a move's landing and exchange, by role, captured role (its number in `legal`, where 0 is none) and properties of
/// the square.
static PARTS: [[[[u16; 2]; 16]; 8]; 6] = {
    let mut table = [[[[0; 2]; 16]; 8]; 6];
    let mut at = 0;
    while at < 6 * 7 * 16 {
        let (role, taken, square) = (at / 112, at / 16 % 7, at % 16);
        let (captured, danger) = (TAKEN[taken], square % 4);
        let (covered, check) = (square / 4 % 2, square / 8);
        let value = class(GAIN[captured] - risk(role, danger, covered == 1));
        let landing = (value >= 2) as u32 * 384 + check as u32 * 768;
        let exchange = (captured * 320 + check * 32 + danger * 2 + covered) as u32 + value * 64;
        table[role][taken][square] = [landing as u16, exchange as u16];
        at += 1;
    }
    table
};

/// What a piece may lose on a square, in pawns: it is captured, and its capturer is recaptured if the mover covers the square.
const fn risk(role: usize, danger: usize, covered: bool) -> i32 {
    let worth = WORTH[role];
    match (danger, covered) {
        (0, _) | (3, true) => 0,
        (_, false) => worth,
        (1, true) => worth - 1,
        (_, true) => worth - 3,
    }
}

/// Fills `described` with one entry for each legal move, and calls `seen` with each.
#[inline(always)]
pub(super) fn fill(
    turn: &MoveContext,
    view: &View,
    described: &mut Vec<Row>,
    mut seen: impl FnMut(&Row),
) {
    let after = |m: Option<Move>| {
        m.map_or(0, |m| {
            let place = (m.role() as u32 - 1) * 64 + view.ends(m).1;
            (1 + place) * 384
        })
    };
    // The scalars for a pawn that lands on a1, given the last moves and the move number.
    let reply = rows::REPLY as u32 + after(turn.history.last);
    let sequel = rows::SEQUEL as u32 + after(turn.history.own);
    let opening = rows::OPENING as u32 + u32::from(turn.history.depth / 2).min(15) * 384;

    let checks = view.checks();
    let roles = std::array::from_fn(|role| Squares::of(view, &checks, role));
    // One loop over all moves, with what their pieces have in common looked up: where the moves of a piece end cannot be predicted.
    let mut pieces = [Piece::default(); 64];
    for from in squares(view.own) {
        pieces[from as usize & 63] = Piece::of(&roles, view.role_at(from), from);
    }
    described.resize(turn.legal.len(), BLANK);
    for (&m, row) in turn.legal.as_slice().iter().zip(described) {
        let (piece, way, role, to, taken) = match m {
            // The common case.
            Move::Normal {
                role,
                from,
                to,
                capture,
                promotion: None,
            } => {
                let [from, to] = [from, to].map(|square| (square.to_u32() ^ view.flip) & 63);
                let role = role as usize - 1;
                let way = rows::WAY_OF[role][from as usize][to as usize];
                let taken = capture.map_or(0, |role| role as usize);
                (pieces[from as usize], way, role, to, taken)
            }
            _ => other(view, &roles, m),
        };
        let lands = role as u32 * 64 + to;
        let parts = PARTS[role][taken & 7][roles[role].at(to)];
        row.rows[0] = rows::WAY as u16 + way;
        row.rows[1] = piece.landing + parts[0] + lands as u16;
        row.rows[2] = piece.exchange + parts[1];
        row.scalars[0] = reply + lands;
        row.scalars[1] = sequel + lands;
        row.scalars[5] = opening + lands;
        seen(row);
    }
}

/// The same for a promotion, castling, a drop or an en passant capture: its piece, way, role on the target, target, and captured role. A
/// drop is described as if the piece moved from its square to the same square.
#[cold]
#[inline(never)]
fn other(view: &View, roles: &[Squares; 6], m: Move) -> (Piece, u16, usize, u32, usize) {
    let (from, to) = view.ends(m);
    let piece = Piece::of(roles, m.role() as usize - 1, from);
    let role = m.promotion().unwrap_or(m.role()) as usize - 1;
    let way = match m {
        Move::Castle { king, rook } => rows::castling(rook < king) as u16,
        _ if m.promotion().is_some() => rows::promotion(role.min(4), from, to) as u16,
        _ => rows::WAY_OF[role][from as usize][to as usize],
    };
    let taken = m.capture().map_or(0, |role| role as usize);
    (piece, way, role, to, taken)
}
