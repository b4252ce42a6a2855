//! The functions that the host calls. The crate's page says how.
#![allow(unsafe_code)]

use crate::desk::{Answer, Desk};
use std::cell::RefCell;

/// Everything that lasts from one call to the next.
#[derive(Default)]
struct State {
    desk: Desk,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Runs an operation on the request, and keeps its answer. Returns 0, or 1 for an error.
fn answer(operation: impl FnOnce(&mut Desk, Vec<u8>) -> Answer) -> u32 {
    STATE.with_borrow_mut(|state| {
        let request = std::mem::take(&mut state.request);
        // What the last call has answered need not be there any more.
        state.answer = Vec::new();
        let made = operation(&mut state.desk, request);
        let is_error = made.is_err();
        state.answer = made.unwrap_or_else(|failure| failure.to_json());
        u32::from(is_error)
    })
}

/// A number of the host, which has no integers of 64 bits without further ado; what is not a number becomes 0.
fn whole(number: f64) -> u64 {
    number as u64
}

// SAFETY of all of these attributes: the names begin with those of this crate, and no other symbol has them.

/// Room for a request of so many bytes, which are zeros.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_request(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request = vec![0; bytes];
        state.request.as_mut_ptr()
    })
}

/// Where the answer to the last call lies.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_answer_bytes() -> usize {
    STATE.with_borrow(|state| state.answer.len())
}

/// [`Desk::about`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_about() -> u32 {
    answer(|desk, _| desk.about())
}

/// [`Desk::supply`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_supply() -> u32 {
    answer(|desk, bytes| desk.supply(bytes))
}

/// [`Desk::open`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_open(source: u32, bytes: f64) -> u32 {
    answer(|desk, _| desk.open(source, whole(bytes)))
}

/// [`Desk::inside`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_inside(archive: u32) -> u32 {
    answer(|desk, _| desk.inside(archive))
}

/// [`Desk::close`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_close(archive: u32) -> u32 {
    answer(|desk, _| desk.close(archive))
}

/// [`Desk::info`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_info(archive: u32) -> u32 {
    answer(|desk, _| desk.info(archive))
}

/// [`Desk::text`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_text(archive: u32, from: f64, to: f64) -> u32 {
    answer(|desk, _| desk.text(archive, whole(from), whole(to)))
}

/// [`Desk::game`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game(archive: u32, number: f64) -> u32 {
    answer(|desk, request| desk.game(archive, whole(number), &request))
}

/// [`Desk::walk`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_walk(archive: u32) -> u32 {
    answer(|desk, request| desk.walk(archive, &request))
}

/// [`Desk::step`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_step(walk: u32, most: f64) -> u32 {
    answer(|desk, _| desk.step(walk, whole(most)))
}

/// [`Desk::end`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_end(walk: u32) -> u32 {
    answer(|desk, _| desk.end(walk))
}

/// [`Desk::beside`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_beside(archive: u32, tree: u32, tree_bytes: f64) -> u32 {
    answer(|desk, _| desk.beside(archive, (tree, whole(tree_bytes))))
}

/// [`Desk::tree`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_tree(archive: u32) -> u32 {
    answer(|desk, request| desk.tree(archive, &request))
}

/// [`Desk::view`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_view(source: u32, bytes: f64, tree: u32, tree_bytes: f64) -> u32 {
    let (source, tree) = ((source, whole(bytes)), (tree, whole(tree_bytes)));
    answer(|desk, name| desk.view(source, tree, &name))
}

/// [`Desk::ask`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_ask(view: u32, games: f64) -> u32 {
    answer(|desk, question| desk.ask(view, whole(games), &question))
}

/// [`Desk::hide`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_hide(view: u32) -> u32 {
    answer(|desk, _| desk.hide(view))
}

/// [`Desk::compress`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_compress(level: u32) -> u32 {
    answer(|desk, text| desk.compress(&text, u8::try_from(level).unwrap_or(u8::MAX)))
}

/// [`Desk::expand`]
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_expand() -> u32 {
    answer(|desk, packed| desk.expand(&packed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(bytes: &[u8]) {
        STATE.with_borrow_mut(|state| state.request = bytes.to_vec());
    }

    fn last() -> Vec<u8> {
        STATE.with_borrow(|state| state.answer.clone())
    }

    #[test]
    fn calls_take_the_request_and_leave_an_answer() {
        let text = b"[White \"Anna\"]\n\n1. e4 *\n";
        request(text);
        assert_eq!(pgnz_compress(0), 0);
        let packed = last();
        assert_eq!(packed.len(), pgnz_answer_bytes());
        request(&packed);
        assert_eq!((pgnz_expand(), last()), (0, text.to_vec()));
        // The request was used up.
        assert_eq!(pgnz_expand(), 1);
        assert!(
            last().starts_with(b"{\"kind\":"),
            "{:?}",
            String::from_utf8(last())
        );
    }

    #[test]
    fn what_is_not_open_is_an_error() {
        for failed in [
            pgnz_info(7),
            pgnz_text(7, 0.0, f64::NAN),
            pgnz_game(7, -1.0),
            pgnz_step(7, 1.0),
        ] {
            assert_eq!(failed, 1);
        }
        assert_eq!([pgnz_close(7), pgnz_end(7)], [0, 0]);
    }
}
