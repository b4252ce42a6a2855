//! Raises or lowers the probabilities of moves by the engines' earlier lines: a move that an earlier line expected later is often played
//! now.
//!
//! Format: "Lines in comments".

use entropy::TOTAL;
use legal::{LegalMoves, Move};

use model::candidates::Candidates;

use super::trail::Trail;

/// One, in units of a factor.
const ONE: u64 = 1 << 12;
const CLASSES: usize = 4;

/// Factors for the classes of moves, learned online.
#[derive(Clone)]
pub(super) struct Reweighting {
    factors: [u64; CLASSES],
    classes: Vec<u8>,
    shares: [u64; CLASSES],
}

/// The class of moves that were tried as candidates and failed.
const OUT: u8 = u8::MAX;

impl Default for Reweighting {
    fn default() -> Self {
        Self {
            factors: [ONE; CLASSES],
            classes: Vec::new(),
            shares: [0; CLASSES],
        }
    }
}

impl Reweighting {
    /// Classifies the legal moves.
    pub fn classify(
        &mut self,
        legal: &LegalMoves,
        trails: &[Trail; 2],
        candidates: &Candidates<usize>,
    ) {
        let mut ahead = [[0u64; 64]; 2];
        for (squares, trail) in ahead.iter_mut().zip(trails) {
            for m in trail.ahead() {
                let (from, to) = ends(*m);
                squares[from] |= 1 << to;
            }
        }
        self.classes.clear();
        for (index, m) in legal.iter().enumerate() {
            let (from, to) = ends(m);
            let class = if candidates.holds(&index) {
                OUT
            } else {
                (ahead[0][from] >> to & 1 | (ahead[1][from] >> to & 1) << 1) as u8
            };
            self.classes.push(class);
        }
    }

    /// Multiplies `widths` by the factors of their classes. They keep their sum, and each stays at least 1.
    pub fn apply(&mut self, widths: &mut [u32]) {
        let mut sum = 0;
        for (width, &class) in widths.iter_mut().zip(&self.classes) {
            let factor = self.factors.get(usize::from(class)).copied().unwrap_or(0);
            *width = ((u64::from(*width) * factor) >> 8) as u32;
            sum += u64::from(*width);
        }
        let scale = (u64::from(TOTAL) - widths.len() as u64) * (1 << 24) / sum.max(1);
        let (mut left, mut widest) = (TOTAL, 0);
        self.shares = [0; CLASSES];
        for at in 0..widths.len() {
            let width = 1 + ((u64::from(widths[at]) * scale) >> 24) as u32;
            widths[at] = width;
            left -= width;
            if width > widths[widest] {
                widest = at;
            }
            if let Some(share) = self.shares.get_mut(usize::from(self.classes[at])) {
                *share += u64::from(width);
            }
        }
        widths[widest] += left;
    }

    /// Adapts the factors to the move that was played.
    pub fn learn(&mut self, played: usize) {
        let Some(&class) = self.classes.get(played) else {
            return;
        };
        for (at, (factor, share)) in self.factors.iter_mut().zip(self.shares).enumerate().skip(1) {
            let target = if at == usize::from(class) { TOTAL } else { 0 };
            let error = i64::from(target) - share as i64;
            let step = (*factor as i64 * error) >> 22;
            *factor = (*factor as i64 + step).clamp(1 << 6, 1 << 20) as u64;
        }
    }
}

fn ends(m: Move) -> (usize, usize) {
    let to = m.to() as usize;
    (m.from().map_or(to, |from| from as usize), to)
}
