//! What all moves of a position have in common.
//!
//! Format: "Stream moves".

use legal::{Color, Move, Square};

use super::super::{MoveContext, name};
use super::classes::{balance_class, calm_class, rating_class};
use super::maps::Maps;
use super::planes::{Planes, squares};
use legal::History;

/// Plies before a position is no longer early.
const EARLY: u16 = 24;

/// A position as its mover sees it, with what led to it.
pub(super) struct PositionFeatures {
    pub planes: Planes,
    pub maps: Maps,
    /// What turns squares upside down for Black.
    pub flip: u32,
    pub hash: u64,
    /// Whether the position is one of the opening.
    pub early: bool,
    /// Classes of: pieces on the board, the mover's rating, material, check, castling rights, repetition and progress.
    pub phase: u32,
    pub rating: u32,
    pub balance: u32,
    pub in_check: u32,
    pub castling: u32,
    pub calm: u32,
    /// Squares next to the opponent's king that we do not attack, at most 3.
    pub escapes: u32,
    /// Our pieces en prise, dearest first: role from 1 and square of the first two.
    pub threatened: [(u32, Option<Square>); 2],
    /// For each role, the opponent's pieces that are dearer.
    pub dearer: [u64; 6],
    /// The last moves: role and square; of the opponent's also whether it captured.
    pub last_kind: u32,
    pub last_square: u32,
    pub own_square: u32,
    /// Where our last move came from and went to.
    pub own_way: Option<(u32, u32)>,
    /// How far each square is from the last move's.
    pub distances: &'static [u8; 64],
}

impl PositionFeatures {
    #[inline(always)]
    pub fn new(turn: &MoveContext) -> Self {
        let MoveContext {
            position,
            legal,
            history,
            setting,
        } = *turn;
        let planes = Planes::new(position);
        let mover = position.turn();
        let flip = flip(mover);
        let rights = position.castling_rights();
        let ours = rights & position.board().by_color(mover);
        let pieces = (planes.occupied & !planes.roles[0]).count_ones();
        let free = planes.home & !planes.covered[0] & !planes.them;
        let (last, own) = (history.last, history.own);
        Self {
            flip,
            hash: position.hash(),
            early: is_early(history),
            phase: (pieces / 4).min(3),
            rating: rating_class(setting, mover),
            balance: balance_class(planes.balance()),
            in_check: legal.is_check().into(),
            castling: u32::from(ours.any()) + 2 * u32::from((rights & !ours).any()),
            calm: 4 * u32::from(history.last_took_back()) + calm_class(position.halfmoves()),
            escapes: free.count_ones().min(3),
            threatened: threatened(&planes),
            dearer: planes.dearer(),
            last_kind: last.map_or(0, |last| {
                2 * (last.role() as u32 - 1) + u32::from(last.is_capture())
            }),
            last_square: place(last, flip),
            own_square: place(own, flip),
            own_way: own
                .and_then(|own| Some((own.from()?.to_u32() ^ flip, own.to().to_u32() ^ flip))),
            distances: &DISTANCES[last.map_or(64, |last| (last.to().to_u32() ^ flip) as usize)],
            maps: Maps::new(&planes),
            planes,
        }
    }
}

/// Whether a position is one of the opening.
#[inline(always)]
fn is_early(history: &History) -> bool {
    history.depth < EARLY
}

/// A position, by its hash, and a move in 16 bits.
#[inline(always)]
pub(super) fn opening(hash: u64, m: Move) -> u16 {
    let both = hash ^ u64::from(name(m)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (both.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 48) as u16
}

/// What turns squares upside down for Black.
#[inline(always)]
fn flip(turn: Color) -> u32 {
    match turn {
        Color::White => 0,
        Color::Black => 56,
    }
}

/// Role from 0 and square of a move, as the other side or its own sees it later; 0 of none.
#[inline(always)]
fn place(m: Option<Move>, flip: u32) -> u32 {
    m.map_or(0, |m| 64 * (m.role() as u32 - 1) + (m.to().to_u32() ^ flip))
}

/// Our two dearest pieces, but the king, that are attacked and not covered, or attacked by a cheaper piece.
#[inline(always)]
fn threatened(planes: &Planes) -> [(u32, Option<Square>); 2] {
    let mut found = [(0, None); 2];
    let mut count = 0;
    for role in (0..5).rev() {
        let loose = planes.attacked & !planes.covered[0] | planes.attacked_by_cheaper[role];
        for square in squares(planes.roles[role] & planes.us & loose) {
            if count < 2 {
                found[count] = (role as u32 + 1, Some(square));
                count += 1;
            }
        }
    }
    found
}

/// King's steps between every two squares; 8 from nowhere.
static DISTANCES: [[u8; 64]; 65] = {
    let mut table = [[8; 64]; 65];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b): (usize, usize) = (at / 64, at % 64);
        let files = (a % 8).abs_diff(b % 8);
        let ranks = (a / 8).abs_diff(b / 8);
        table[a][b] = if files > ranks { files } else { ranks } as u8;
        at += 1;
    }
    table
};
