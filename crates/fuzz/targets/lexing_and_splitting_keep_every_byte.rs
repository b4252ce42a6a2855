//! The tokens of any text are that text, and so are its games, however it arrives.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    fuzz::must_hold("lexing_keeps_every_byte", input);
    fuzz::must_hold("splitting_in_pieces_changes_nothing", input);
});
