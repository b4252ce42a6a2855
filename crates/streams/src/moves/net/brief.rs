//! Describes the legal moves of a position in brief, for small networks: where each goes, what it takes, and how the squares are attacked.
//!
//! Format: "Rows and scalars in brief".

use legal::{Move, Role};

use super::super::MoveContext;
use super::describe::TAKEN;
use super::rows::{self, Row};
use super::value::{GAIN, class};
use super::view::{KING, PAWN, ROOK, View, WORTH};

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

/// What the moves of a position have in common.
struct Shared<'a> {
    view: &'a View,
    /// The scalars for a pawn that lands on a1, given the last moves and the move number.
    reply: u32,
    sequel: u32,
    opening: u32,
    /// Squares from which each role gives check.
    checks: [u64; 6],
}

/// Properties of the squares for one role: how they are attacked (lower and upper bits), covered, and give check from there.
struct Squares([u64; 4]);

impl Squares {
    #[inline(always)]
    fn of(shared: &Shared, role: usize) -> Self {
        let (view, mover) = (shared.view, &shared.view.mover);
        let [lower, upper] = view.danger_of(role);
        // A square counts as covered if another piece covers it. The moving piece attacks it too, except a pawn that steps ahead.
        let covered = match role {
            PAWN => mover.twice & view.opponent | mover.all & !view.opponent,
            _ => mover.twice,
        };
        Self([lower, upper, covered, shared.checks[role]])
    }

    /// The properties of one square, in `0..16`.
    #[inline(always)]
    fn at(&self, square: u32) -> usize {
        let Self([lower, upper, covered, check]) = self;
        let bit = |set: u64, at: u32| (set >> (square & 63) & 1) << at;
        (bit(*lower, 0) | bit(*upper, 1) | bit(*covered, 2) | bit(*check, 3)) as usize
    }

    /// How a square is attacked, as in [`View::danger`].
    #[inline(always)]
    fn danger(&self, square: u32) -> usize {
        self.at(square) & 3
    }
}

/// Parts of the indices of a move's landing and exchange, by role, captured role and properties of the square.
static PARTS: [[[[u16; 2]; 16]; 8]; 6] = {
    let mut table = [[[[0; 2]; 16]; 8]; 6];
    let mut at = 0;
    while at < 6 * 8 * 16 {
        let (role, captured, square) = (at / 128, at / 16 % 8, at % 16);
        let (danger, covered, check) = (square % 4, square / 4 % 2, square / 8);
        let value = class(GAIN[captured] - risk(role, danger, covered == 1));
        let landing = (value >= 2) as u32 * 384 + check as u32 * 768;
        let exchange = (captured * 320 + check * 32 + danger * 2 + covered) as u32 + value * 64;
        table[role][captured][square] = [landing as u16, exchange as u16];
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

/// Fills `described` with one entry for each legal move.
#[inline(always)]
pub(super) fn fill(turn: &MoveContext, view: &View, described: &mut Vec<Row>) {
    let after = |m: Option<Move>| {
        m.map_or(0, |m| {
            let place = (m.role() as u32 - 1) * 64 + view.ends(m).1;
            (1 + place) * 384
        })
    };
    let shared = Shared {
        view,
        reply: rows::REPLY as u32 + after(turn.history.last),
        sequel: rows::SEQUEL as u32 + after(turn.history.own),
        opening: rows::OPENING as u32 + u32::from(turn.history.depth / 2).min(15) * 384,
        checks: view.checks(),
    };
    described.resize(turn.legal.len(), BLANK);
    let mut moves = turn.legal.as_slice();
    let mut rows = &mut described[..];
    while let Some(first) = moves.first() {
        let count = match first.role() {
            Role::Pawn => shared.fill_piece::<PAWN>(moves, rows),
            Role::Knight => shared.fill_piece::<1>(moves, rows),
            Role::Bishop => shared.fill_piece::<2>(moves, rows),
            Role::Rook => shared.fill_piece::<ROOK>(moves, rows),
            Role::Queen => shared.fill_piece::<4>(moves, rows),
            Role::King => shared.fill_piece::<KING>(moves, rows),
        };
        (moves, rows) = (&moves[count..], &mut rows[count..]);
    }
}

impl Shared<'_> {
    /// Describes the moves of the piece that makes the first move. There is at least one. Returns their number.
    #[inline(always)]
    fn fill_piece<const ROLE: usize>(&self, moves: &[Move], rows: &mut [Row]) -> usize {
        let origin = moves[0].from();
        // Each drop is described alone, as if the piece moved from its square to the same square.
        let (start, moves) = match origin {
            Some(start) => (start, moves),
            None => (moves[0].to(), &moves[..1]),
        };
        let flip = self.view.flip;
        let from = (start.to_u32() ^ flip) & 63;
        let squares = Squares::of(self, ROLE);
        let danger = squares.danger(from);
        let landing = rows::LANDING as u16 + u16::from(danger > 0) * 1536;
        let exchange = rows::EXCHANGE as u16 + danger as u16 * 8;
        let ways = &rows::WAY_OF[ROLE][from as usize];
        let mut count = 0;
        for (&m, row) in moves.iter().zip(rows) {
            let (way, role, to, captured, square) = match m {
                // The common case.
                Move::Normal {
                    from,
                    to,
                    capture,
                    promotion: None,
                    ..
                } if from == start => {
                    let to = (to.to_u32() ^ flip) & 63;
                    let captured = TAKEN[capture.map_or(0, |role| role as usize)];
                    (ways[to as usize], ROLE, to, captured, squares.at(to))
                }
                _ if m.from() != origin => break,
                _ => self.other(m),
            };
            let lands = role as u32 * 64 + to;
            let parts = PARTS[role][captured & 7][square];
            row.rows[0] = rows::WAY as u16 + way;
            row.rows[1] = landing + parts[0] + lands as u16;
            row.rows[2] = exchange + parts[1];
            row.scalars[0] = self.reply + lands;
            row.scalars[1] = self.sequel + lands;
            row.scalars[5] = self.opening + lands;
            count += 1;
        }
        count
    }

    /// The same for a promotion, castling, a drop or an en passant capture: way, role on the target, target, captured role, and properties
    /// of the square.
    #[cold]
    #[inline(never)]
    fn other(&self, m: Move) -> (u16, usize, u32, usize, usize) {
        let (from, to) = self.view.ends(m);
        let role = m.promotion().unwrap_or(m.role()) as usize - 1;
        let square = Squares::of(self, role).at(to);
        let captured = TAKEN[m.capture().map_or(0, |role| role as usize)];
        let way = match m {
            Move::Castle { king, rook } => rows::castling(rook < king) as u16,
            _ if m.promotion().is_some() => rows::promotion(role.min(4), from, to) as u16,
            _ => rows::WAY_OF[role][from as usize][to as usize],
        };
        (way, role, to, captured, square)
    }
}
