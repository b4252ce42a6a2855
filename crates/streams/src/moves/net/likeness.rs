//! Groups of similar rows of a layer, which share what they learn in training.
//!
//! Not part of the format.
//!
//! A *likeness* puts rows into groups. For example, a piece on a square has six rows, by how it is attacked and covered. What the six have
//! in common is learned once, not six times: all rows of a group take part of each training step together. Networks of shogi and chess
//! engines call this factorised features.

use std::collections::HashMap;
use std::ops::Range;

use super::inputs::{BEFORE, CASTLING, INPUTS, LAST, LAST_FROM, OWN, OWN_FROM, PIECES};
use super::rows::{self, EXCHANGE, LANDING, PROMOTION, PURPOSE, ROWS, ROWS_OF_MOVE, WAY};

/// For each row its group, or [`ALONE`].
pub type Likeness = Vec<u32>;

/// The row is in no group.
pub const ALONE: u32 = u32::MAX;

/// The aspects of a move: rows of the last layer of which each move has exactly one. A change common to all rows of an aspect changes all
/// logits by the same amount, and so no probability.
pub const ASPECTS: [Range<usize>; ROWS_OF_MOVE] = [
    WAY..LANDING,
    LANDING..EXCHANGE,
    EXCHANGE..PURPOSE,
    PURPOSE..ROWS,
];

/// The square itself if it is on the left half of the board, else its mirror image there.
fn folded(square: usize) -> usize {
    square.min(square ^ 7)
}

/// The likenesses of the first layer: by piece and square; by all but the side of the board; by all but the square.
pub fn of_inputs() -> [Likeness; 3] {
    let piece = |input: usize| {
        let (state, place) = ((input - PIECES) / 768, (input - PIECES) % 768);
        (state, place / 64, place % 64)
    };
    // Where a piece went with one of the last moves: which move, whether it captured, and role and square.
    let went = |input: usize| match input {
        LAST..LAST_FROM => Some((0, (input - LAST) / 384, (input - LAST) % 384)),
        OWN..OWN_FROM => Some((1, 0, input - OWN)),
        BEFORE..CASTLING => Some((2, 0, input - BEFORE)),
        _ => None,
    };
    [
        likeness(INPUTS, |input| match input {
            PIECES..LAST => Some([0, 0, piece(input).1, piece(input).2]),
            _ => went(input)
                .filter(|&(which, _, _)| which == 0)
                .map(|(_, _, place)| [1, 0, 0, place]),
        }),
        likeness(INPUTS, |input| match input {
            PIECES..LAST => {
                let (state, plane, square) = piece(input);
                Some([state, 0, plane, folded(square)])
            }
            _ => went(input)
                .map(|(which, took, place)| [6 + which, took, place / 64, folded(place % 64)]),
        }),
        likeness(INPUTS, |input| match input {
            PIECES..LAST => Some([piece(input).0, 0, piece(input).1, 0]),
            _ => None,
        }),
    ]
}

/// The likenesses of the last layer: of ways by displacement, by all but the side of the board, by target; of landings by piece and square,
/// by all but the side of the board, by all but the square; of the rest by parts of what it describes.
pub fn of_rows() -> [Likeness; 3] {
    let mut ends = vec![None; PROMOTION];
    for (role, from, to) in rows::ways() {
        ends[usize::from(rows::WAY_OF[role][from][to])] = Some((role, from, to));
    }
    let way = |row: usize| ends.get(row - WAY).copied().flatten();
    let landing = |row: usize| {
        let (state, place) = ((row - LANDING) / 384, (row - LANDING) % 384);
        (state, place / 64, place % 64)
    };
    [
        likeness(ROWS, |row| match row {
            WAY..LANDING => way(row).map(|(role, from, to)| {
                let files = 7 + to % 8 - from % 8;
                let ranks = 7 + to / 8 - from / 8;
                [0, role, files, ranks]
            }),
            LANDING..EXCHANGE => Some([1, 0, landing(row).1, landing(row).2]),
            EXCHANGE..PURPOSE => Some([2, 0, 0, (row - EXCHANGE) / 32]),
            _ => Some([3, 0, 0, (row - PURPOSE) / 126]),
        }),
        likeness(ROWS, |row| match row {
            WAY..LANDING => way(row).map(|(role, from, to)| {
                let (from, to) = (from, to).min((from ^ 7, to ^ 7));
                [0, role, from, to]
            }),
            LANDING..EXCHANGE => {
                let (state, role, square) = landing(row);
                Some([1 + state, 0, role, folded(square)])
            }
            EXCHANGE..PURPOSE => Some([9, 0, 0, (row - EXCHANGE) % 32]),
            _ => Some([10, 0, 0, (row - PURPOSE) / 14 % 9]),
        }),
        likeness(ROWS, |row| match row {
            WAY..LANDING => way(row).map(|(role, _, to)| [0, 0, role, to]),
            LANDING..EXCHANGE => Some([1, 0, landing(row).0, landing(row).1]),
            EXCHANGE..PURPOSE => {
                let exchange = row - EXCHANGE;
                Some([2, 0, exchange / 32 % 10, exchange % 8])
            }
            _ => Some([3, 0, 0, (row - PURPOSE) % 14]),
        }),
    ]
}

/// Numbers the groups: rows with the same `key` are in one group.
fn likeness(rows: usize, key: impl Fn(usize) -> Option<[usize; 4]>) -> Likeness {
    let mut groups = HashMap::new();
    let group = |row| {
        let key = key(row)?;
        let next = groups.len() as u32;
        Some(*groups.entry(key).or_insert(next))
    };
    (0..rows)
        .map(group)
        .map(|group| group.unwrap_or(ALONE))
        .collect()
}
