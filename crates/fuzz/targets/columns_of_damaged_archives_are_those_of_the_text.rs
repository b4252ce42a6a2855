//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "columns_of_damaged_archives_are_those_of_the_text",
    input
));
