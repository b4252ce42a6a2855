//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold("junk_blobs_never_panic", input));
