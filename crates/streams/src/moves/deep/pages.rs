//! The hash table of a book: for each position, how often each move was played from it in this block.
//!
//! Format: "Stream moves".

use legal::Move;

use super::super::name;

/// From this ply on, a position counts as late.
const LATE: u16 = 24;
/// Places of a book. Of positions whose hashes collide, the last replaces the others.
const PAGES: usize = 1 << 16;

/// Moves that are remembered for each position.
const LINES: usize = 8;

/// A small hash table from positions to the moves played from them.
///
/// A book is copied for every group of games, and most of its places are empty then. So a place gets a page only when a position there is
/// first opened.
#[derive(Clone)]
pub(super) struct Pages {
    /// The page at each place: [`BLANK`] until one is opened there.
    places: Vec<u32>,
    pages: Vec<Page>,
}

/// The page at places where none was opened. It stays blank.
const BLANK: usize = 0;
/// The page that late positions share.
const SPARE: usize = 1;

/// The moves played from one position.
#[derive(Clone, Copy)]
pub(super) struct Page {
    check: u16,
    total: u8,
    late: bool,
    moves: [u16; LINES],
    counts: [u8; LINES],
}

impl Pages {
    pub(super) fn new() -> Self {
        Self {
            places: vec![BLANK as u32; PAGES],
            pages: vec![Page::new(0, true); 2],
        }
    }

    /// The page of a position, cleared if it belonged to another. A late position, which is unlikely to come again, does not replace an
    /// early one: it uses the spare page instead, which is then empty.
    pub(super) fn open(&mut self, hash: u64, depth: u16) -> usize {
        let place = place(hash);
        let check = hash as u16 | 1;
        let late = depth >= LATE;
        let at = self.places[place] as usize;
        let page = &self.pages[at];
        if page.check == check {
            return at;
        }
        let new = Page::new(check, late);
        if late && page.total > 0 && !page.late {
            self.pages[SPARE] = new;
            SPARE
        } else if at == BLANK {
            self.places[place] = self.pages.len() as u32;
            self.pages.push(new);
            self.pages.len() - 1
        } else {
            self.pages[at] = new;
            at
        }
    }

    /// The place that holds the number of a position's page.
    #[inline]
    pub(super) fn place(&self, hash: u64) -> &u32 {
        &self.places[place(hash)]
    }

    /// The page at a position's place, which may be blank or another position's.
    #[inline]
    pub(super) fn page_at(&self, hash: u64) -> &Page {
        &self.pages[*self.place(hash) as usize]
    }

    /// A page that was opened.
    pub(super) fn page(&self, at: usize) -> &Page {
        &self.pages[at]
    }

    /// Counts a move that was played.
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
        if page.total >= 250 {
            page.total /= 2;
            page.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

#[inline]
fn place(hash: u64) -> usize {
    (hash >> 20) as usize % PAGES
}

impl Page {
    fn new(check: u16, late: bool) -> Self {
        Self {
            check,
            total: 0,
            late,
            moves: [0; LINES],
            counts: [0; LINES],
        }
    }

    /// How often the position was met, about.
    #[inline]
    pub(super) fn total(&self) -> u8 {
        self.total
    }

    /// How often a move was played, about; 0 if it is not remembered.
    #[inline(always)]
    pub(super) fn count(&self, m: Move) -> u8 {
        let name = name(m);
        // All lines are looked at, at once. No more than one of those with the name has a count.
        let lines = self.moves.iter().zip(&self.counts);
        lines.fold(0, |found, (&line, &count)| {
            found | if line == name { count } else { 0 }
        })
    }

    /// How often the moves that are remembered were played.
    pub(super) fn remembered(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }
}
