//! What a book says of a move, as a view of it.

use legal::Move;

/// Moves remembered of one position.
const LINES: usize = 4;

pub(super) type Book = super::super::book::Book<LINES>;
pub(super) type Page = super::super::book::Page<LINES>;

/// What a page that is not empty says of a move, in `1..64`: by the times the position was met where the move is not in the book; else by
/// its share.
#[inline]
pub(super) fn says(page: &Page, m: Move) -> u16 {
    let met = (page.total().max(1).ilog2() as u16).min(6);
    match page.count(m) {
        Some(count) => {
            let share = u32::from(count) * 7 / u32::from(page.total().max(1));
            8 + 8 * met + share.min(7) as u16
        }
        None => 1 + met,
    }
}
