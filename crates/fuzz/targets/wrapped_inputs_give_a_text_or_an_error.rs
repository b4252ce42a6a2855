//! The property of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::must_hold(
    "wrapped_inputs_give_a_text_or_an_error",
    input
));
