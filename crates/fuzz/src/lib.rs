//! What the other crates promise for every input, as functions.
//!
//! Each property is a function of some bytes and of a number that settles whatever the property leaves open (how to cut, what to
//! damage), so that a failure is told by a file and a number. The property tests in `tests/` run these functions on arbitrary bytes
//! and on [mutations](mutate) of real files; the fuzz targets in `targets/` have libFuzzer look for inputs that reach new code, and the
//! program `fuzz` builds these and runs them for a bounded time.
//!
//! ```
//! for property in fuzz::PROPERTIES {
//!     property.check(b"1. e4 {unterminated", 7).unwrap();
//! }
//! ```
#![deny(missing_docs)]

mod attack;
mod bits_and_numbers_come_back_or_are_refused;
mod block_bytes;
mod blocks_give_their_text_back;
mod blocks_of_any_bytes_are_decoded_or_refused;
mod blocks_of_junk_streams_never_panic;
mod columns_of_damaged_archives_are_those_of_the_text;
mod compressing_then_expanding_gives_the_same_bytes;
mod corpus;
mod damaged_archives_never_give_other_text;
mod fens_come_back_or_are_refused;
mod filters_are_read_or_refused;
mod games_from_the_middle_are_those_of_the_text;
mod guided;
mod indexes_of_any_bytes_are_tables_or_errors;
mod junk_archives_never_panic;
mod junk_blobs_never_panic;
mod lexing_keeps_every_byte;
mod mended_archives_give_a_text_or_an_error;
mod mutate;
mod networks_are_read_or_refused;
mod panics;
mod property;
mod random;
mod seeds;
mod shapes_of_damaged_archives_lose_no_game_unsaid;
mod spelling_what_was_read_gives_the_text;
mod splitting_in_pieces_changes_nothing;
mod symbols_come_back_from_both_coders;
mod utf16_comes_back_whatever_breaks_it;
mod what_is_salvaged_is_of_the_text;
mod wrapped_inputs_give_a_text_or_an_error;

pub use attack::every_reader_is_right_or_says_so;
pub use bits_and_numbers_come_back_or_are_refused::bits_and_numbers_come_back_or_are_refused;
pub use block_bytes::BlockBytes;
pub use blocks_give_their_text_back::blocks_give_their_text_back;
pub use blocks_of_any_bytes_are_decoded_or_refused::blocks_of_any_bytes_are_decoded_or_refused;
pub use blocks_of_junk_streams_never_panic::blocks_of_junk_streams_never_panic;
pub use columns_of_damaged_archives_are_those_of_the_text::columns_of_damaged_archives_are_those_of_the_text;
pub use compressing_then_expanding_gives_the_same_bytes::compressing_then_expanding_gives_the_same_bytes;
pub use corpus::{TARGETS, Target};
pub use damaged_archives_never_give_other_text::damaged_archives_never_give_other_text;
pub use fens_come_back_or_are_refused::fens_come_back_or_are_refused;
pub use filters_are_read_or_refused::filters_are_read_or_refused;
pub use games_from_the_middle_are_those_of_the_text::games_from_the_middle_are_those_of_the_text;
pub use guided::{choices_of, must_hold};
pub use indexes_of_any_bytes_are_tables_or_errors::indexes_of_any_bytes_are_tables_or_errors;
pub use junk_archives_never_panic::junk_archives_never_panic;
pub use junk_blobs_never_panic::junk_blobs_never_panic;
pub use lexing_keeps_every_byte::lexing_keeps_every_byte;
pub use mended_archives_give_a_text_or_an_error::mended_archives_give_a_text_or_an_error;
pub use mutate::{FRAGMENTS, damaged_bytes, mutate, mutated_bytes};
pub use networks_are_read_or_refused::networks_are_read_or_refused;
pub use property::{Broken, PROPERTIES, Property};
pub use random::Random;
pub use seeds::{Seed, own_seeds, shared_seeds};
pub use shapes_of_damaged_archives_lose_no_game_unsaid::shapes_of_damaged_archives_lose_no_game_unsaid;
pub use spelling_what_was_read_gives_the_text::spelling_what_was_read_gives_the_text;
pub use splitting_in_pieces_changes_nothing::splitting_in_pieces_changes_nothing;
pub use symbols_come_back_from_both_coders::symbols_come_back_from_both_coders;
pub use utf16_comes_back_whatever_breaks_it::utf16_comes_back_whatever_breaks_it;
pub use what_is_salvaged_is_of_the_text::what_is_salvaged_is_of_the_text;
pub use wrapped_inputs_give_a_text_or_an_error::wrapped_inputs_give_a_text_or_an_error;
