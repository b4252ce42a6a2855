//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "indexes_of_any_bytes_are_tables_or_errors",
    input
));
