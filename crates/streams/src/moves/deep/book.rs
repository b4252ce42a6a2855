//! An opening book of the block: joins the network's prediction with the moves played from a position in earlier games.
//!
//! Format: "Stream moves".
//!
//! The moves counted at a position and a prediction made without them are joined as in a Dirichlet process. The prediction counts for as
//! much as a certain number of games, the concentration; each game played counts for one. The best concentration depends on the collection
//! (one player's games, a tournament, everybody's), so it is found while coding. For every class of positions, by the number of games that
//! met them, the concentration that would have cost the least lately is used.

use entropy::TOTAL;
use legal::{LegalMoves, Move};

use super::pages::Pages;
use model::simd::fetch;

/// Concentrations, in 1/8 game.
const CONCENTRATIONS: [u32; 10] = [2, 4, 8, 16, 32, 64, 160, 640, 2_560, 20_000];
/// Classes of positions, by how many games met them.
const CLASSES: usize = 8;

/// A book, and the past costs of each concentration.
#[derive(Clone)]
pub(super) struct Book {
    pages: Pages,
    /// For each class, what each concentration would have cost lately, in units of 2^-8 bit.
    costs: [[u32; CONCENTRATIONS.len()]; CLASSES],
}

impl Book {
    /// An empty book; for each class, the place in [`CONCENTRATIONS`] to begin with.
    pub(super) fn new(usual: [u32; CLASSES]) -> Self {
        // An advantage large enough to last for the first few games.
        let costs = usual.map(|usual| std::array::from_fn(|at| 300 * (at as u32).abs_diff(usual)));
        Self {
            pages: Pages::new(),
            costs,
        }
    }

    /// Prefetches the place of a position's page, which is needed to prefetch the page itself.
    #[inline]
    pub(super) fn fetch_place(&self, hash: u64) {
        fetch(self.pages.place(hash));
    }

    /// Prefetches the page of a position, which will soon be opened.
    #[inline]
    pub(super) fn fetch_page(&self, hash: u64) {
        fetch(self.pages.page_at(hash));
    }

    /// The page of a position.
    pub(super) fn open(&mut self, hash: u64, depth: u16) -> usize {
        self.pages.open(hash, depth)
    }

    /// Joins `widths`, which sum to [`TOTAL`], with the moves counted on a page; afterwards they sum to it again, and each is at least 1.
    #[inline(always)]
    pub(super) fn join(&self, page: usize, legal: &LegalMoves, widths: &mut [u32]) {
        let page = self.pages.page(page);
        if page.total() == 0 {
            return;
        }
        let costs = &self.costs[class(page.total())];
        let best = (0..costs.len()).min_by_key(|&at| costs[at]).unwrap_or(0);
        let concentration = CONCENTRATIONS[best];
        let sum = concentration + 8 * page.remembered();
        let share =
            (u64::from(TOTAL - legal.len() as u32) << 32) / (u64::from(sum) * u64::from(TOTAL));
        let (mut left, mut widest) = (TOTAL, 0);
        for (at, &m) in legal.as_slice().iter().enumerate() {
            let played = 8 * u64::from(page.count(m));
            let weight =
                u64::from(widths[at]) * u64::from(concentration) + played * u64::from(TOTAL);
            let width = 1 + ((weight * share) >> 32) as u32;
            widths[at] = width;
            left -= width;
            if width > widths[widest] {
                widest = at;
            }
        }
        widths[widest] += left;
    }

    /// Counts a move that was played; `before` is the width it had without this book.
    pub(super) fn note(&mut self, at: usize, m: Move, before: u32) {
        let page = self.pages.page(at);
        if page.total() > 0 {
            let played = 8 * u64::from(page.count(m)) * u64::from(TOTAL);
            let games = 8 * page.remembered();
            let costs = &mut self.costs[class(page.total())];
            for (cost, concentration) in costs.iter_mut().zip(CONCENTRATIONS) {
                let weight = u64::from(before) * u64::from(concentration) + played;
                let width = weight / u64::from(concentration + games);
                *cost += cost_of((width as u32).max(1));
                *cost -= *cost >> 8; // about the last 256 count
            }
        }
        self.pages.note(at, m);
    }
}

fn class(met: u8) -> usize {
    (met.max(1).ilog2() as usize).min(CLASSES - 1)
}

/// What a symbol of this width costs, in units of 2^-8 bit, within a few of them.
fn cost_of(width: u32) -> u32 {
    let whole = width.ilog2();
    let fraction = ((width << (16 - whole)) & 0xffff) >> 8;
    (16 << 8) - (whole << 8 | fraction)
}
