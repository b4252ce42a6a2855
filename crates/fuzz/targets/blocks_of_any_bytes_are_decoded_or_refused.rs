//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "blocks_of_any_bytes_are_decoded_or_refused",
    input
));
