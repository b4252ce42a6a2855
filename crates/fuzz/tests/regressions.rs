//! What fuzzing has found, each with the property that it broke.

use fuzz::must_hold;

#[test]
fn a_king_that_is_taken_in_racing_kings() {
    let game = b"[Variant \"Racing Kings\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/nkrbNBRK/qrbBNnRQ w - - 0 1\"]\n\n\
        1. N2d4 Nxh2 2. Nf3 Nf1 *\n";
    for property in [
        "spelling_what_was_read_gives_the_text",
        "blocks_give_their_text_back",
        "compressing_then_expanding_gives_the_same_bytes",
    ] {
        must_hold(property, game);
    }
    must_hold(
        "fens_come_back_or_are_refused",
        b"8/8/8/8/8/8/nkrbNBRK/qrbBNnRQ w - -  1",
    );
}

#[test]
fn two_copies_of_one_of_which_nothing_is_left() {
    let game = b"[Event \"Test\x1b[0m\"]\n\n1. e4\x0be5\x0c2. Nf3 \x7f *\x1a";
    must_hold("what_is_salvaged_is_of_the_text", game);
}
