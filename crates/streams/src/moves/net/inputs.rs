//! The network's inputs for a position: which rows of its first layer are on.
//!
//! Format: "Inputs".

use legal::{CastlingSide, Move};

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
    others: [u16; OTHERS],
    count: usize,
}

impl Inputs {
    /// No input is on.
    pub(super) const NONE: Self = Self {
        pieces: [0; 64],
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
        // Most squares have not changed, so eight are compared at a time.
        let eights = self.pieces.as_chunks().0.iter();
        let eights = eights.zip(before.pieces.as_chunks().0).enumerate();
        for (rank, (&now, &before)) in eights {
            let [now, before] = [now, before].map(u64::from_le_bytes);
            let first = 8 * rank as u16;
            let mut changed = now ^ before;
            while changed != 0 {
                let at = changed.trailing_zeros() & !7;
                changed &= !(0xff << at);
                let number = |piece: u64| (piece as u16 - 1) * 64 + first + at as u16 / 8;
                let [now, before] = [now, before].map(|pieces| pieces >> at & 0xff);
                if now != 0 {
                    on(number(now));
                }
                if before != 0 {
                    off(number(before));
                }
            }
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
        self.pieces = [0; 64];
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
                self.pieces[square as usize & 63] = 1 + of as u8;
            }
        }
        let place = |m: Move| {
            let (from, to) = view.ends(m);
            (from as usize, (m.role() as usize - 1) * 64 + to as usize)
        };
        let mut others = [None; OTHERS];
        if let Some(last) = history.last {
            let (from, to) = place(last);
            others[0] = Some(LAST + usize::from(last.is_capture()) * 384 + to);
            others[1] = Some(LAST_FROM + from);
        }
        if let Some(own) = history.own {
            let (from, to) = place(own);
            others[2] = Some(OWN + to);
            others[3] = Some(OWN_FROM + from);
        }
        others[4] = history.before.map(|before| BEFORE + place(before).1);
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
            others[5 + at] = castles.has(side, wing).then_some(CASTLING + at);
        }
        let passed = position.ep_square();
        others[9] = passed.map(|to| EN_PASSANT + ((to.to_u32() ^ view.flip) & 7) as usize);
        let [white, black] = setting.ratings.map(rating_class);
        let (own, opponent) = if mover.is_white() {
            (white, black)
        } else {
            (black, white)
        };
        others[10] = Some(RATING + own);
        others[11] = Some(OPPONENT + opponent);
        others[12] = Some(PACE + setting.pace as usize);
        others[13] = Some(SITE + setting.site as usize);
        others[14] = Some(OUTCOME + outcome_class(setting.outcome, mover.is_white()));
        others[15] = Some(YEAR + year_class(setting.year));
        others[16] = Some(PLY + ply_class(history.depth));
        others[17] = Some(QUIET + quiet_class(position.halfmoves()));
        let states = [
            mover.is_black(),
            view.other.all & view.planes[5] != 0,
            history.last_took_back(),
            view.flip & 7 != 0,
        ];
        for (at, on) in states.into_iter().enumerate() {
            others[18 + at] = on.then_some(STATE + at);
        }
        self.others = others.map(|on| on.map_or(OFF, |on| on as u16));
        let others = self.others.iter().filter(|&&on| on != OFF).count();
        self.count = view.occupied.count_ones() as usize + others;
    }
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
