//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "symbols_come_back_from_both_coders",
    input
));
