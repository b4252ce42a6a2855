//! What was played from a position before, in this block.

use legal::Move;

use super::super::name;

/// Moves remembered of one position.
const LINES: usize = 4;
/// Plies after which a position counts as late.
const LATE: u16 = 24;
/// Pages of the book; positions that collide push each other out.
const PAGES: usize = 1 << 16;

/// A small hash table from positions to the moves played from them.
pub(super) struct Book {
    pages: Vec<Page>,
}

/// The moves played from one position.
#[derive(Clone, Copy, Default)]
pub(super) struct Page {
    check: u16,
    total: u8,
    late: bool,
    moves: [u16; LINES],
    counts: [u8; LINES],
}

impl Book {
    pub(super) fn new() -> Self {
        Self {
            pages: vec![Page::default(); PAGES + 1],
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

    /// The page at a place.
    pub(super) fn page(&self, at: usize) -> &Page {
        &self.pages[at]
    }

    /// Enters a move that was played.
    pub(super) fn note(&mut self, page: usize, m: Move) {
        let page = &mut self.pages[page];
        let name = name(m);
        page.total += 1;
        let known = (0..LINES).find(|&line| page.counts[line] > 0 && page.moves[line] == name);
        let line = known.unwrap_or_else(|| {
            let rarest = (0..LINES)
                .min_by_key(|&line| page.counts[line])
                .unwrap_or(0);
            page.moves[rarest] = name;
            page.counts[rarest] = 0;
            rarest
        });
        page.counts[line] += 1;
        if page.counts[line] == u8::MAX || page.total >= 250 {
            page.total /= 2;
            page.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

impl Page {
    /// Whether the position is new.
    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// What the book says of a move, in `1..64`: by the times the position was met where the move is not in the book; else by its
    /// share. 0 stands for a new position.
    #[inline]
    pub(super) fn says(&self, m: Move) -> u16 {
        let met = (self.total.max(1).ilog2() as u16).min(6);
        let name = name(m);
        match (0..LINES).find(|&line| self.moves[line] == name && self.counts[line] > 0) {
            Some(line) => {
                let share = u32::from(self.counts[line]) * 7 / u32::from(self.total.max(1));
                8 + 8 * met + share.min(7) as u16
            }
            None => 1 + met,
        }
    }
}
