//! What is added up once for a position, once for a piece, and for each move.
//!
//! Speed only: archives do not depend on it.

use super::super::move_features::MoveFeatures;
use super::super::piece_features::PieceFeatures;
use super::super::position_features::PositionFeatures;
use super::{Captures, Squares, Sums};
use legal::Role;

/// What the moves of a position have in common.
pub(in crate::streams::moves::linear) struct PositionSum<'a> {
    sums: &'a Sums,
    squares: &'a Squares<i16>,
    captures: &'a Captures,
    answers: &'a [i8; 64],
    kinds: &'a [i8; 16],
}

/// What the moves of a piece have in common: a sum, and what it decides of the indices.
pub(in crate::streams::moves::linear) struct PieceSum<'a> {
    sum: i32,
    place: u32,
    capture: u32,
    danger: u32,
    crowd: u32,
    target: u32,
    pawns: u32,
    near: u32,
    ring: u32,
    distances: &'a [i8; 16],
}

/// A move's weights as far as they are added up, at most 20 bytes' worth, and its places in the large tables. Those are read for all
/// moves in turn, so that one wait for memory covers many.
#[derive(Clone, Copy, Default)]
pub(in crate::streams::moves::linear) struct MoveSum {
    sum: i16,
    danger: u16,
    crowd: u16,
    ring: u16,
}

/// Weights that both kings' squares and the phase decide, kept as long as those stay: by role and square to.
#[derive(Clone)]
pub(in crate::streams::moves::linear) struct CachedSum {
    /// Phase, their king, ours.
    of: Option<[u32; 3]>,
    squares: Squares<i16>,
}

impl Default for CachedSum {
    fn default() -> Self {
        Self {
            of: None,
            squares: [0; 512],
        }
    }
}

impl CachedSum {
    #[inline(always)]
    fn update(&mut self, sums: &Sums, position: &PositionFeatures) {
        let of = [
            position.phase,
            position.planes.king,
            position.planes.own_king,
        ];
        if self.of == Some(of) {
            return;
        }
        self.of = Some(of);
        let [phase, king, own] = of.map(|part| part as usize);
        let kings = [king, own].map(|square| phase * 65 + square);
        let rows = [
            &sums.kings[0][kings[0]],
            &sums.kings[1][kings[1]],
            &sums.squares[phase],
        ];
        for (at, sum) in self.squares.iter_mut().enumerate() {
            *sum = i16::from(rows[0][at]) + i16::from(rows[1][at]) + i16::from(rows[2][at]);
        }
    }
}

impl<'a> PositionSum<'a> {
    #[inline(always)]
    pub fn new(sums: &'a Sums, position: &PositionFeatures, kept: &'a mut CachedSum) -> Self {
        kept.update(sums, position);
        let state =
            ((position.phase * 8 + position.calm) * 8 + position.balance) * 2 + position.in_check;
        Self {
            sums,
            squares: &kept.squares,
            captures: &sums.captures[state as usize],
            answers: &sums.answers
                [(position.last_kind * 64 + (position.last_square & 63)) as usize],
            kinds: &sums.kinds[position.phase as usize],
        }
    }

    #[inline(always)]
    pub fn base(&self, position: &PositionFeatures, piece: &PieceFeatures) -> PieceSum<'a> {
        let &PieceFeatures { r, from, .. } = piece;
        let late = u32::from(position.phase > 1);
        let place = ((position.castling * 6 + r) * 64 + from) * 2 + late;
        PieceSum {
            sum: self.sums.pieces[place as usize].into(),
            place: r << 6,
            capture: r << 5,
            danger: (((position.rating * 8 + r) * 8 + piece.residual) * 4 + piece.at_from) << 5,
            crowd: r << 10 | piece.from_twice,
            target: r << 8,
            pawns: r << 7 | piece.from_pawns << 3 | position.phase << 1,
            near: r << 7 | piece.from_home << 3 | position.escapes,
            ring: r << 13,
            distances: &self.sums.distances[(position.last_kind * 6 + r) as usize],
        }
    }

    /// The sum of a move's weights in small tables, and where the others lie. `role` is that of the piece.
    #[inline(always)]
    pub fn spot(
        &self,
        position: &PositionFeatures,
        role: Role,
        piece: &PieceFeatures,
        base: &PieceSum,
        features: &MoveFeatures,
    ) -> MoveSum {
        let tables = &*self.sums.tables;
        let &MoveFeatures {
            to, takes, at_to, ..
        } = features;
        let taken = features.captured << 2 | at_to;
        let capture = base.capture | taken;
        let target = base.target | features.targets << 2 | at_to;
        let distance = position.distances[to as usize % 64];
        let mut sum = base.sum
            + i32::from(self.squares[(base.place | to) as usize % 512])
            + i32::from(self.answers[to as usize % 64])
            + i32::from(base.distances[distance as usize % 16])
            + i32::from(self.captures[capture as usize % 256])
            + i32::from(tables.targets[target as usize % (1 << 11)])
            + i32::from(tables.pawns[(base.pawns | features.pawns) as usize % (1 << 10)])
            + i32::from(tables.nears[(base.near | features.near) as usize % (1 << 10)]);
        if role == Role::Pawn {
            sum += i32::from(tables.runs[features.run as usize % (1 << 9)]);
        }
        if features.kind != 6 * takes {
            let [kind, usual] = [features.kind, 6 * takes].map(|kind| kind as usize % 16);
            sum += i32::from(self.kinds[kind]) - i32::from(self.kinds[usual]);
        }
        if piece.back == to {
            let backs = &self.sums.backs;
            sum +=
                i32::from(backs[position.calm as usize % 8][piece.r as usize % 6][takes as usize]);
        }
        MoveSum {
            sum: sum as i16,
            danger: (base.danger | taken) as u16,
            crowd: (base.crowd | taken << 5 | features.check << 4 | features.crowd) as u16,
            ring: (base.ring | features.ring) as u16,
        }
    }

    /// The sum of all a move's weights, in units of 2^-4 bit.
    #[inline(always)]
    pub fn sum(&self, spot: &MoveSum) -> i32 {
        let tables = &*self.sums.tables;
        i32::from(spot.sum)
            + i32::from(tables.dangers[usize::from(spot.danger)])
            + i32::from(tables.crowds[usize::from(spot.crowd) % (1 << 13)])
            + i32::from(tables.rings[usize::from(spot.ring)])
    }
}
