//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "bits_and_numbers_come_back_or_are_refused",
    input
));
