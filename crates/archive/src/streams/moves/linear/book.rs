//! What was played from the same position before in the block, as views of a move.
//!
//! Format: "Stream moves".

use legal::Move;

use super::super::{MoveContext, name};
use model::simd::fetch;

/// Moves remembered of one position.
const LINES: usize = 4;

type Book = super::super::book::Book<LINES>;
pub(super) type Page = super::super::book::Page<LINES>;

/// What was played from each position: by anyone, and by the player to move.
#[derive(Clone)]
pub(super) struct Books {
    books: [Book; 2],
    open: [usize; 2],
}

impl Books {
    /// At the start of a block.
    pub fn new() -> Self {
        Self {
            books: [Book::new(), Book::new()],
            open: [0; 2],
        }
    }

    /// Opens both books at a position, which has that hash.
    #[inline]
    pub fn open(&mut self, turn: &MoveContext, hash: u64) {
        let hashes = hashes(turn, hash);
        for (at, book) in self.books.iter_mut().enumerate() {
            self.open[at] = book.open(hashes[at], turn.history.depth);
        }
    }

    /// Asks for the pages that will soon be opened.
    #[inline]
    pub fn fetch(&self, turn: &MoveContext, hash: u64) {
        let hashes = hashes(turn, hash);
        for (book, hash) in self.books.iter().zip(hashes) {
            fetch(book.page_at(hash));
        }
    }

    /// The open pages.
    #[inline]
    pub fn pages(&self) -> [&Page; 2] {
        [0, 1].map(|book: usize| self.books[book].page(self.open[book]))
    }

    /// Notes what was played from the position at which the books are open.
    #[inline]
    pub fn note(&mut self, m: Move) {
        for (book, page) in self.books.iter_mut().zip(self.open) {
            book.note(page, m);
        }
    }
}

/// A position's hash in each book.
#[inline]
fn hashes(turn: &MoveContext, hash: u64) -> [u64; 2] {
    let black = turn.position.turn().is_black();
    let player = u64::from(turn.setting.players[usize::from(black)]);
    [hash, hash ^ player.wrapping_mul(0xd6e8_feb8_6659_fd93)]
}

/// What a page says of a move, in `1..64`: by the times the position was met where the move is not in the book; else by its share. 0 if
/// the page is empty.
#[inline]
pub(super) fn says(page: &Page, m: Move) -> u8 {
    let (total, name) = (page.total(), name(m));
    let met = total.checked_ilog2().map_or(0, |met| 1 + met.min(6) as u8);
    let mut lines = page.lines().into_iter();
    let found = lines.find(|&(line, count)| line == name && count > 0);
    found.map_or(met, |(_, count)| {
        let share = u32::from(count) * 7 / u32::from(total.max(1));
        8 * met + share.min(7) as u8
    })
}
