//! Features that all moves of a position have in common.
//!
//! Format: "Rows and scalars".

use legal::{Color, History, Move, Position};

use super::rows;
use super::threats::Threats;
use super::view::{DISTANCE, KING, NOTHING, NOWHERE, PAWN, View, pawn, reach};

/// Features that all moves of a position have in common.
pub(super) struct PositionFeatures<'a> {
    pub position: &'a Position,
    pub view: &'a View,
    pub threats: Threats,
    /// The opponent's last move: its target, its role ([`NOWHERE`] and [`NOTHING`] without one), and what it attacks from there.
    pub last: u32,
    pub last_role: u32,
    pub last_attacks: u64,
    /// The mover's last move: from and to.
    pub own: (u32, u32),
    /// The scalars for a pawn that lands on a1, given the last moves and the move number.
    pub reply: u32,
    pub sequel: u32,
    pub opening: u32,
    /// King's steps to each square from the target of the last move, and from the opponent's king.
    pub from_last: &'static [u8; 64],
    pub from_king: &'static [u8; 64],
    /// Squares from which each role gives check, and pieces that may give a discovered check.
    pub checks: [u64; 6],
    pub uncovers: u64,
    /// The mover's castling rooks, and its castling rights, as a number to add to places in `SPECIAL`.
    pub castling_rooks: u64,
    pub rights: u32,
}

impl<'a> PositionFeatures<'a> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, view: &'a View, history: &History) -> Self {
        let ends = |m: Move| {
            let (from, to) = view.ends(m);
            (from, to, m.role() as usize - 1)
        };
        let (last, own) = (history.last.map(ends), history.own.map(ends));
        let context = |m: Option<(u32, u32, usize)>| {
            m.map_or(0, |(_, to, role)| 1 + role as u32 * 64 + to) * 384
        };
        let (at, role) = last.map_or((NOWHERE, NOTHING), |(_, to, role)| (to, role));
        let last_attacks = match role {
            NOTHING => 0,
            PAWN => pawn(Color::Black, at),
            role => reach(role, at, view.occupied),
        };
        let king = view.king;
        let checks = view.checks();
        let (mut castling_rooks, mut rights) = (0, 0);
        for rook in position.castling_rights() & position.board().by_color(position.turn()) {
            let square = rook.to_u32() ^ view.flip;
            castling_rooks |= 1 << square;
            let king = view.planes[KING].trailing_zeros();
            rights |= if square > king { 1 } else { 2 };
        }
        Self {
            position,
            view,
            threats: Threats::new(view),
            last: at,
            last_role: role as u32,
            last_attacks,
            own: own.map_or((NOWHERE, NOWHERE), |(from, to, _)| (from, to)),
            reply: rows::REPLY as u32 + context(last),
            sequel: rows::SEQUEL as u32 + context(own),
            opening: rows::OPENING as u32 + u32::from(history.depth / 2).min(15) * 384,
            from_last: &DISTANCE[at as usize],
            from_king: &DISTANCE[king as usize],
            uncovers: view.uncovering(&checks),
            checks,
            castling_rooks,
            rights,
        }
    }

    /// The number of the move, at most 15.
    pub(super) fn number(&self) -> u32 {
        (self.opening - rows::OPENING as u32) / 384
    }
}
