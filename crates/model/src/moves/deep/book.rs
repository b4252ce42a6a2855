//! What was played from a position before, in this block.
//!
//! The moves counted at a position and a prediction made without them are joined as in a Dirichlet process: the prediction counts for
//! as much as a certain number of games, the concentration, and each game played counts for one. How large the concentration is best depends on
//! the collection (a player's own games, a tournament, everybody's), so it is found while coding: for every number of
//! games met, the candidate that would have cost the least so far is used.

use entropy::TOTAL;
use legal::LegalMoves;

use super::super::name;

/// Moves remembered of one position.
const LINES: usize = 8;
/// Plies after which a position counts as late.
const LATE: u16 = 24;
/// Pages of the book; positions that collide push each other out.
const PAGES: usize = 1 << 16;
/// Concentrations, in 1/8 game.
const CONCENTRATIONS: [u32; 10] = [2, 4, 8, 16, 32, 64, 160, 640, 2_560, 20_000];
/// Classes of positions by the games met.
const CLASSES: usize = 8;

/// A small hash table from positions to the moves played from them.
pub(super) struct Book {
    pages: Vec<Page>,
    /// For each class, what each concentration would have cost lately, in units of 2^-8 bit.
    costs: [[u32; CONCENTRATIONS.len()]; CLASSES],
}

/// The moves played from one position.
#[derive(Clone, Copy, Default)]
struct Page {
    check: u16,
    total: u8,
    late: bool,
    moves: [u16; LINES],
    counts: [u8; LINES],
}

impl Book {
    /// An empty book; for each class, the place in [`CONCENTRATIONS`] to begin with.
    pub(super) fn new(usual: [u32; CLASSES]) -> Self {
        // Enough of an advantage not to be given up for the first few games.
        let costs = usual.map(|usual| std::array::from_fn(|at| 300 * (at as u32).abs_diff(usual)));
        Self {
            pages: vec![Page::default(); PAGES + 1],
            costs,
        }
    }

    /// The page of a position, cleared if it was another's. A late position, which hardly comes again, takes no page from an early
    /// one; then it shares an empty page with others of its kind.
    pub(super) fn open(&mut self, hash: u64, depth: u16) -> usize {
        let at = (hash >> 20) as usize % PAGES;
        let check = hash as u16 | 1;
        let late = depth >= LATE;
        let page = &self.pages[at];
        if page.check == check {
            return at;
        }
        let at = if late && page.total > 0 && !page.late {
            PAGES
        } else {
            at
        };
        self.pages[at] = Page {
            check,
            late,
            ..Page::default()
        };
        at
    }

    /// Joins `widths`, which sum to [`TOTAL`], with the moves counted on a page; afterwards they sum to it again, and each is at least 1.
    pub(super) fn join(&self, page: usize, legal: &LegalMoves, widths: &mut [u32]) {
        let page = &self.pages[page];
        if page.total == 0 {
            return;
        }
        let costs = &self.costs[class(page.total)];
        let best = (0..costs.len()).min_by_key(|&at| costs[at]).unwrap_or(0);
        let concentration = CONCENTRATIONS[best];
        let sum = concentration
            + 8 * page
                .counts
                .iter()
                .map(|&count| u32::from(count))
                .sum::<u32>();
        let share =
            (u64::from(TOTAL - legal.len() as u32) << 32) / (u64::from(sum) * u64::from(TOTAL));
        let (mut left, mut widest) = (TOTAL, 0);
        for at in 0..widths.len() {
            let played = 8 * u64::from(page.count(name(legal[at])));
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

    /// Enters a move that was played; `before` is the width it had without this book.
    pub(super) fn note(&mut self, page: usize, m: legal::Move, before: u32) {
        let name = name(m);
        let page = &mut self.pages[page];
        if page.total > 0 {
            let count = u32::from(page.count(name));
            let games: u32 = page.counts.iter().map(|&count| u32::from(count)).sum();
            let costs = &mut self.costs[class(page.total)];
            for (cost, concentration) in costs.iter_mut().zip(CONCENTRATIONS) {
                let weight = u64::from(before) * u64::from(concentration)
                    + u64::from(8 * count) * u64::from(TOTAL);
                let width = weight / u64::from(concentration + 8 * games);
                *cost += cost_of((width as u32).max(1));
                *cost -= *cost >> 8; // about the last 256 count
            }
        }
        page.enter(name);
    }
}

impl Page {
    fn count(&self, name: u16) -> u8 {
        (0..LINES)
            .find(|&line| self.moves[line] == name)
            .map_or(0, |line| self.counts[line])
    }

    fn enter(&mut self, name: u16) {
        self.total += 1;
        let known = (0..LINES).find(|&line| self.counts[line] > 0 && self.moves[line] == name);
        let line = known.unwrap_or_else(|| {
            let rarest = (0..LINES)
                .min_by_key(|&line| self.counts[line])
                .unwrap_or(0);
            self.moves[rarest] = name;
            self.counts[rarest] = 0;
            rarest
        });
        self.counts[line] += 1;
        if self.total >= 250 {
            self.total /= 2;
            self.counts.iter_mut().for_each(|count| *count /= 2);
        }
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
