//! The network's inputs for a position: which rows of its first layer are on.
//!
//! Format: "Inputs".

use legal::{CastlingSide, Move, bytes};

use super::super::{MoveContext, Outcome};
use super::view::{View, squares};

/// One plane for each piece, by how it is attacked and whether it is covered.
pub(super) const PIECES: usize = 0;
pub(super) const LAST: usize = PIECES + 6 * 768;
pub(super) const LAST_FROM: usize = LAST + 2 * 384;
pub(super) const OWN: usize = LAST_FROM + 64;
pub(super) const OWN_FROM: usize = OWN + 384;
pub(super) const BEFORE: usize = OWN_FROM + 64;
pub(super) const CASTLING: usize = BEFORE + 384;
const EN_PASSANT: usize = CASTLING + 4;
const RATING: usize = EN_PASSANT + 8;
const OPPONENT: usize = RATING + RATINGS;
const PACE: usize = OPPONENT + RATINGS;
const SITE: usize = PACE + 7;
const OUTCOME: usize = SITE + 3;
const YEAR: usize = OUTCOME + 4;
const PLY: usize = YEAR + 8;
const QUIET: usize = PLY + 24;
pub(super) const STATE: usize = QUIET + 8;
/// Inputs of the network.
pub const INPUTS: usize = STATE + 4;

/// Places for the other inputs, those that do not describe pieces on squares. Some places are never used.
const OTHERS: usize = 24;
/// The value at such a place when none of its inputs is on.
const OFF: u16 = u16::MAX;

/// Classes of a hundred rating points, the first for unknown ones.
const RATINGS: usize = 30;

/// The inputs that are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// For each square of the view 0, or 1 + the number of the plane of its piece among those of the first layer.
    pieces: [u8; 64],
    /// Squares with a piece.
    occupied: u64,
    others: [u16; OTHERS],
    count: usize,
}

impl Inputs {
    /// No input is on.
    pub(super) const NONE: Self = Self {
        pieces: [0; 64],
        occupied: 0,
        others: [OFF; OTHERS],
        count: 0,
    };

    /// The numbers of those that are on, all below [`INPUTS`] and all different.
    pub fn numbers(&self) -> Vec<u16> {
        let mut numbers = Vec::with_capacity(self.count);
        self.changes_from(&Self::NONE, |on| numbers.push(on), |_| {});
        numbers
    }

    /// How many are on.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Calls `on` for inputs that are on now and were off before, and `off` for those that are off now and were on.
    #[inline(always)]
    pub(super) fn changes_from(
        &self,
        before: &Self,
        mut on: impl FnMut(u16),
        mut off: impl FnMut(u16),
    ) {
        let mut changed = 0;
        let eights = self.pieces.as_chunks().0.iter();
        for (rank, (&now, &before)) in eights.zip(before.pieces.as_chunks().0).enumerate() {
            let [now, before] = [now, before].map(u64::from_le_bytes);
            changed |= some(now ^ before) << (8 * rank);
        }
        let number = |of: &Self, square: u32| {
            let piece = of.pieces[square as usize & 63];
            (u16::from(piece) - 1) * 64 + square as u16
        };
        for square in squares(changed & self.occupied) {
            on(number(self, square));
        }
        for square in squares(changed & before.occupied) {
            off(number(before, square));
        }
        for (&now, &before) in self.others.iter().zip(&before.others) {
            if now != before {
                if now != OFF {
                    on(now);
                }
                if before != OFF {
                    off(before);
                }
            }
        }
    }

    /// Finds the inputs of a position.
    #[inline(always)]
    pub(super) fn fill(&mut self, turn: &MoveContext, view: &View) {
        let (position, history, setting) = (turn.position, turn.history, turn.setting);
        self.pieces = pieces(view);
        self.occupied = view.occupied;
        let place = |m: Move| {
            let (from, to) = view.ends(m);
            (from as usize, (m.role() as usize - 1) * 64 + to as usize)
        };
        let mut others = [OFF; OTHERS];
        let on_if = |on: bool, input: usize| if on { input as u16 } else { OFF };
        if let Some(last) = history.last {
            let (from, to) = place(last);
            others[0] = (LAST + usize::from(last.is_capture()) * 384 + to) as u16;
            others[1] = (LAST_FROM + from) as u16;
        }
        if let Some(own) = history.own {
            let (from, to) = place(own);
            others[2] = (OWN + to) as u16;
            others[3] = (OWN_FROM + from) as u16;
        }
        if let Some(before) = history.before {
            others[4] = (BEFORE + place(before).1) as u16;
        }
        let mover = position.turn();
        let castles = position.castles();
        for (at, (side, wing)) in [
            (mover, CastlingSide::KingSide),
            (mover, CastlingSide::QueenSide),
            (!mover, CastlingSide::KingSide),
            (!mover, CastlingSide::QueenSide),
        ]
        .into_iter()
        .enumerate()
        {
            others[5 + at] = on_if(castles.has(side, wing), CASTLING + at);
        }
        if let Some(passed) = position.ep_square() {
            others[9] = (EN_PASSANT as u32 + ((passed.to_u32() ^ view.flip) & 7)) as u16;
        }
        let [white, black] = setting.ratings.map(rating_class);
        let (own, opponent) = if mover.is_white() {
            (white, black)
        } else {
            (black, white)
        };
        others[10] = (RATING + own) as u16;
        others[11] = (OPPONENT + opponent) as u16;
        others[12] = (PACE + setting.pace as usize) as u16;
        others[13] = (SITE + setting.site as usize) as u16;
        others[14] = (OUTCOME + outcome_class(setting.outcome, mover.is_white())) as u16;
        others[15] = (YEAR + year_class(setting.year)) as u16;
        others[16] = (PLY + ply_class(history.depth)) as u16;
        others[17] = (QUIET + quiet_class(position.halfmoves())) as u16;
        let states = [
            mover.is_black(),
            view.other.all & view.planes[5] != 0,
            history.last_took_back(),
            view.flip & 7 != 0,
        ];
        for (at, on) in states.into_iter().enumerate() {
            others[18 + at] = on_if(on, STATE + at);
        }
        self.others = others;
        let others = self.others.iter().filter(|&&on| on != OFF).count();
        self.count = view.occupied.count_ones() as usize + others;
    }
}

/// For each square 0, or 1 + the number of the plane of its piece: the planes of the twelve kinds of pieces, by whether another piece covers
/// the square, by how the other side attacks it: not, by pieces that are not worth less, or by one that is.
#[inline(always)]
fn pieces(view: &View) -> [u8; 64] {
    let (mover, other) = (&view.mover, &view.other);
    let (own, opponent) = (view.own, view.opponent);
    let mut cheaply = 0;
    for role in 0..6 {
        cheaply |= view.planes[role] & other.cheaper[role];
        cheaply |= view.planes[6 + role] & mover.cheaper[role];
    }
    let roles = view.roles.map(bytes);
    let opponents = bytes(opponent);
    let covered = bytes(own & mover.all | opponent & other.all);
    let attacked = bytes(own & other.all | opponent & mover.all);
    let (cheaply, occupied) = (bytes(cheaply), bytes(view.occupied));
    let mut pieces = [0; 64];
    for (rank, pieces) in pieces.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let role = roles[0][rank] | roles[1][rank] << 1 | roles[2][rank] << 2;
        let danger = attacked[rank] + cheaply[rank];
        // No byte becomes larger than 72.
        let numbers =
            occupied[rank] + role + 6 * opponents[rank] + 12 * covered[rank] + 24 * danger;
        *pieces = numbers.to_le_bytes();
    }
    pieces
}

/// A bit for each byte that is not 0.
#[inline(always)]
fn some(bytes: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let some = (((bytes & LOW) + LOW) | bytes) & !LOW;
    // Each of the eight bits is moved to its place in the highest byte.
    (some >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Default for Inputs {
    fn default() -> Self {
        Self::NONE
    }
}

/// 0 for an unknown rating, then one class for each hundred points from 600 to 3,400.
fn rating_class(rating: u16) -> usize {
    match rating {
        0 => 0,
        known => 1 + (usize::from(known).clamp(600, 3400) - 600) / 100,
    }
}

/// Unknown, the mover wins, loses, draws.
fn outcome_class(outcome: Outcome, white: bool) -> usize {
    match (outcome, white) {
        (Outcome::Unknown, _) => 0,
        (Outcome::White, true) | (Outcome::Black, false) => 1,
        (Outcome::White, false) | (Outcome::Black, true) => 2,
        (Outcome::Draw, _) => 3,
    }
}

/// 0 for an unknown year.
fn year_class(year: u16) -> usize {
    match year {
        0 => 0,
        1..1950 => 1,
        1950..1975 => 2,
        1975..1990 => 3,
        1990..2000 => 4,
        2000..2010 => 5,
        2010..2017 => 6,
        _ => 7,
    }
}

fn ply_class(depth: u16) -> usize {
    match usize::from(depth) {
        early @ 0..16 => early,
        late => (15 + late / 16).min(23),
    }
}

/// By plies since a pawn moved or something was taken.
fn quiet_class(halfmoves: u32) -> usize {
    halfmoves
        .checked_ilog2()
        .map_or(0, |log| log as usize + 1)
        .min(7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use legal::Position;

    #[test]
    fn the_plane_of_each_piece_is_that_of_its_kind_and_attackers() {
        let mut random = 9_u64;
        let mut position = Position::standard();
        for _ in 0..200 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                position = Position::standard();
                continue;
            }
            let view = View::new(&position, &legal);
            let mut expected = [0; 64];
            for (plane, &pieces) in view.planes.iter().enumerate() {
                let (attack, cover) = if plane < 6 {
                    (&view.other, &view.mover)
                } else {
                    (&view.mover, &view.other)
                };
                for square in squares(pieces) {
                    let bit = |set: u64| (set >> square & 1) as usize;
                    let danger = bit(attack.all) + bit(attack.cheaper[plane % 6]);
                    let of = (danger * 2 + bit(cover.all)) * 12 + plane;
                    expected[square as usize] = 1 + of as u8;
                }
            }
            assert_eq!(pieces(&view), expected);
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            position.play(legal[(random >> 33) as usize % legal.len()]);
        }
    }
}
