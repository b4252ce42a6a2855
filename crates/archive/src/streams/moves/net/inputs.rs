//! What the network sees of a position: the places in its first layer that are switched on.
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

/// What can be on at once: 64 men, 5 places of last moves, 4 rights, a pawn that can be taken in passing, 8 circumstances and states.
const MOST: usize = 64 + 5 + 4 + 1 + 8 + 4;

/// Classes of a hundred rating points, the first for unknown ones.
const RATINGS: usize = 30;

/// Fills `inputs` with the places that are on, all below [`INPUTS`] and all different.
#[inline(always)]
pub(super) fn fill(turn: &MoveContext, view: &View, inputs: &mut Vec<u16>) {
    let (position, history, setting) = (turn.position, turn.history, turn.setting);
    let (mut places, mut count) = ([0; MOST], 0);
    let mut on = |place: usize| {
        places[count] = place as u16;
        count += 1;
    };
    for (plane, &pieces) in view.planes.iter().enumerate() {
        let (attack, cover) = if plane < 6 {
            (&view.other, &view.mover)
        } else {
            (&view.mover, &view.other)
        };
        for square in squares(pieces) {
            let bit = |set: u64| (set >> square & 1) as usize;
            let danger = bit(attack.all) + bit(attack.cheaper[plane % 6]);
            on(PIECES + (danger * 2 + bit(cover.all)) * 768 + plane * 64 + square as usize);
        }
    }
    let place = |m: Move| {
        let (from, to) = view.ends(m);
        (from as usize, (m.role() as usize - 1) * 64 + to as usize)
    };
    if let Some(last) = history.last {
        let (from, to) = place(last);
        on(LAST + usize::from(last.is_capture()) * 384 + to);
        on(LAST_FROM + from);
    }
    if let Some(own) = history.own {
        let (from, to) = place(own);
        on(OWN + to);
        on(OWN_FROM + from);
    }
    if let Some(before) = history.before {
        on(BEFORE + place(before).1);
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
        if castles.has(side, wing) {
            on(CASTLING + at);
        }
    }
    if let Some(square) = position.ep_square() {
        on(EN_PASSANT + ((square.to_u32() ^ view.flip) & 7) as usize);
    }
    let [white, black] = setting.ratings.map(rating_class);
    let (own, opponent) = if mover.is_white() {
        (white, black)
    } else {
        (black, white)
    };
    on(RATING + own);
    on(OPPONENT + opponent);
    on(PACE + setting.pace as usize);
    on(SITE + setting.site as usize);
    on(OUTCOME + outcome_class(setting.outcome, mover.is_white()));
    on(YEAR + year_class(setting.year));
    on(PLY
        + match usize::from(history.depth) {
            early @ 0..16 => early,
            late => (15 + late / 16).min(23),
        });
    on(QUIET
        + position
            .halfmoves()
            .checked_ilog2()
            .map_or(0, |log| log as usize + 1)
            .min(7));
    if mover.is_black() {
        on(STATE);
    }
    if view.other.all & view.planes[5] != 0 {
        on(STATE + 1);
    }
    if history.last_took_back() {
        on(STATE + 2);
    }
    if view.flip & 7 != 0 {
        on(STATE + 3);
    }
    inputs.clear();
    inputs.extend_from_slice(&places[..count]);
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
