//! The views of a move: which weights make up its logit.
//!
//! Format: "Stream moves".

use super::move_features::MoveFeatures;
use super::piece_features::PieceFeatures;
use super::position_features::PositionFeatures;

/// Views of a move.
pub const VIEWS: usize = SIZES.len();
/// Weights of all views.
pub const WEIGHTS: usize = BASES[SIZES.len()];

pub(super) const SIZES: [usize; 25] = [
    64,             // what the book says
    64,             // what the player's book says
    1 << 16,        // early position and move, hashed
    384 * 384,      // last move's role and square, role, to
    384 * 384,      // own last move's role and square, role, to
    6 * 64 * 64,    // role, from, to
    12 * 64 * 64,   // last move's kind and square, to
    8 * 576,        // rating, role, captured, danger at to, danger at from
    8 * 576,        // rating, role, residual threat, danger at to, danger at from
    6 * 6 * 4 * 16, // role, captured, danger at to, attacked and covered how often
    6 * 2 * 4 * 2,  // role, gives check, danger at to, captures
    12 * 6 * 9,     // last move's kind, role, distance to the last move's square
    4 * 10,         // phase, kind of move
    4 * 6 * 225,    // phase, role, to as the opponent's king sees it
    4 * 6 * 225,    // phase, role, to as our king sees it
    6 * 128,        // role, files, pawns nearby, phase, passed
    6 * 7 * 7 * 4,  // role, what is attacked from to, danger at to
    4 * 768,        // castling rights, role, from, phase
    8 * 6 * 6 * 4,  // balance, role, captured, danger at to
    2 * 6 * 6 * 4,  // in check, role, captured, danger at to
    16 * 6 * 2,     // repetition, plies without progress, role, captures
    8 * 6 * 8 * 8,  // pawns: promotion, rank, passed, blocked, attacks a pawn
    6561 * 6,       // pawns around to, role
    6 * 128,        // role, how near the kings
    4 * 6 * 64,     // phase, role, to
];

/// The view of early positions by their hash.
pub(super) const OPENING: usize = 2;

/// Where each view's weights begin, and where the last one's end.
pub(super) const BASES: [usize; SIZES.len() + 1] = {
    let mut bases = [0; SIZES.len() + 1];
    let mut view = 0;
    while view < SIZES.len() {
        bases[view + 1] = bases[view] + SIZES[view];
        view += 1;
    }
    bases
};

/// What the piece decides of the index in each view.
#[inline]
pub(super) fn places(position: &PositionFeatures, piece: &PieceFeatures) -> [u32; VIEWS] {
    let &PieceFeatures {
        r,
        from,
        at_from,
        residual,
        ..
    } = piece;
    let phased = position.phase * 6 + r;
    let pawn = if r == 0 { 0 } else { 384 + r };
    let planes = &position.planes;
    let places = [
        0,
        0,
        0,
        position.last_square * 384 + r * 64,
        position.own_square * 384 + r * 64,
        (r * 64 + from) * 64,
        (position.last_kind * 64 + (position.last_square & 63)) * 64,
        (position.rating * 6 + r) * 96 + at_from,
        ((position.rating * 6 + r) * 6 + residual) * 16 + at_from,
        r * 384 + piece.from_twice,
        r * 16,
        (position.last_kind * 6 + r) * 9,
        position.phase * 10,
        phased * 225 + seen_from(planes.king),
        phased * 225 + seen_from(planes.own_king),
        r * 128 + piece.from_pawns * 8 + position.phase * 2,
        r * 196,
        ((position.castling * 6 + r) * 64 + from) * 2 + u32::from(position.phase > 1),
        (position.balance * 6 + r) * 24,
        (position.in_check * 6 + r) * 24,
        (position.calm * 6 + r) * 2,
        pawn,
        r,
        r * 128 + piece.from_home * 8 + position.escapes,
        phased * 64,
    ];
    std::array::from_fn(|view| BASES[view] as u32 + places[view])
}

/// The index in each view. `known` are those of the first three: what the books say, and the opening.
#[inline]
pub(super) fn of_move(
    position: &PositionFeatures,
    piece: &PieceFeatures,
    places: &[u32; VIEWS],
    features: &MoveFeatures,
    known: [u32; 3],
) -> [u32; VIEWS] {
    let &MoveFeatures {
        to,
        captured,
        takes,
        at_to,
        check,
        ..
    } = features;
    let planes = &position.planes;
    let seen = |king: u32| {
        if king == 64 { 0 } else { ahead(to) }
    };
    let adds = [
        known[0],
        known[1],
        known[2],
        to,
        to,
        to,
        to,
        captured * 16 + at_to * 4,
        at_to * 4,
        (captured * 4 + at_to) * 16 + features.crowd,
        check * 8 + at_to * 2 + takes,
        u32::from(position.distances[to as usize]),
        features.kind,
        seen(planes.king),
        seen(planes.own_king),
        features.pawns,
        features.targets * 4 + at_to,
        0,
        captured * 4 + at_to,
        captured * 4 + at_to,
        u32::from(piece.back == to) * 96 + takes,
        features.run,
        features.ring * 6,
        features.near,
        to,
    ];
    std::array::from_fn(|view| {
        let place = places[view] + adds[view];
        debug_assert!((place as usize) < BASES[view + 1], "view {view}");
        place
    })
}

/// Where a square lies as seen from square 0.
pub(super) const fn ahead(square: u32) -> u32 {
    (square & 7) * 15 + (square >> 3)
}

/// Where square 0 lies as seen from a king: 15 for each file, 1 for each rank; 0 if there is no king.
pub(super) fn seen_from(king: u32) -> u32 {
    match king {
        64 => 0,
        king => (7 - (king & 7)) * 15 + 7 - (king >> 3),
    }
}
