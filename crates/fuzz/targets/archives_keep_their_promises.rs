//! What holds for whole archives; the fifth byte from the end says which of it is tried.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    const PROPERTIES: [&str; 6] = [
        "compressing_then_expanding_gives_the_same_bytes",
        "games_from_the_middle_are_those_of_the_text",
        "damaged_archives_never_give_other_text",
        "junk_archives_never_panic",
        "what_is_salvaged_is_of_the_text",
        "utf16_comes_back_whatever_breaks_it",
    ];
    let which = fuzz::choices_of(input) >> 24;
    fuzz::must_hold(PROPERTIES[which as usize % PROPERTIES.len()], input);
});
