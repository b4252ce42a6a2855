//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "shapes_of_damaged_archives_lose_no_game_unsaid",
    input
));
