//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "spelling_what_was_read_gives_the_text",
    input
));
