//! Weights of views, which all learn.
//!
//! Format: "Stream moves".

use entropy::TOTAL;
use legal::LegalMoves;

use super::UNIT_SHIFT;
use super::book::Page;
use super::features::of_moves;
use super::position_features::PositionFeatures;
use super::views::{BASES, OPENING, VIEWS, WEIGHTS};

/// From so many coded moves on, the step at a miss of the whole share, in units of 2^-11 bit; the first from 0. Half as much where the
/// weights are something at first.
const RATES: [(u32, i32); 4] = [(0, 400), (2_000, 200), (10_000, 100), (60_000, 40)];

/// Weights of standard chess: signed bytes in units of 2^-4 bit, one view after the other.
pub(crate) static STANDARD: &[u8; WEIGHTS] = include_bytes!("standard.weights");
/// A byte of the file counts 2^-4 bit.
const BYTE_SHIFT: u32 = 7;

/// Weights of all views, one view after the other, and what they are asked for.
#[derive(Clone)]
pub(super) struct Weights {
    /// Units of 2^-11 bit.
    weights: Box<[i16]>,
    coded: u32,
    /// Whether they were those of standard chess at first.
    from_standard: bool,
    moves: Vec<[u32; VIEWS]>,
}

impl Weights {
    /// At the start of a block: nothing.
    pub fn new() -> Self {
        Self {
            weights: vec![0; WEIGHTS].into(),
            coded: 0,
            from_standard: false,
            moves: Vec::new(),
        }
    }

    /// At the start of a block: weights of standard chess, for a variant of whose moves most are good for the same reasons.
    pub fn beginning_with(standard: &[u8; WEIGHTS]) -> Self {
        let mut weights = Self::new();
        weights.from_standard = true;
        for (at, (weight, &byte)) in weights.weights.iter_mut().zip(standard).enumerate() {
            // The positions of openings go by other names.
            if !(BASES[OPENING]..BASES[OPENING + 1]).contains(&at) {
                *weight = i16::from(byte as i8) << BYTE_SHIFT;
            }
        }
        weights
    }

    /// Fills `logits` with that of each legal move.
    pub fn weigh(
        &mut self,
        position: &PositionFeatures,
        legal: &LegalMoves,
        pages: [&Page; 2],
        logits: &mut Vec<i32>,
    ) {
        of_moves(position, legal, pages, &mut self.moves);
        let sum = |views: &[u32; VIEWS]| {
            let weights = views
                .iter()
                .map(|&view| i32::from(self.weights[view as usize]));
            weights.sum::<i32>() << UNIT_SHIFT
        };
        logits.clear();
        logits.extend(self.moves.iter().map(sum));
    }

    /// Moves weights along the gradient of the cost: up by what the move's share lacked of one, down by its share.
    pub fn learn(&mut self, widths: &[u32], played: usize) {
        let reached = RATES.iter().rev().find(|(from, _)| *from <= self.coded);
        let rate = reached.map_or(0, |&(_, rate)| rate) >> u32::from(self.from_standard);
        self.coded = self.coded.saturating_add(1);
        for (at, (views, &width)) in self.moves.iter().zip(widths).enumerate() {
            let step = step(rate, width, at == played);
            if step == 0 {
                continue; // so it is for most moves
            }
            for &view in views {
                let weight = &mut self.weights[view as usize];
                *weight = weight.saturating_add(step);
            }
        }
    }
}

/// The step of a move's weights: `rate` at a miss of the whole share.
#[inline]
fn step(rate: i32, width: u32, played: bool) -> i16 {
    let target = if played { TOTAL as i32 } else { 0 };
    (((target - width as i32) * rate + (1 << 15)) >> 16) as i16
}
