//! One test for each quirk of a single word: moves, move numbers, results and glyphs.

use pgn::TokenKind::*;

use super::{assert_kind, tokens};

#[test]
fn moves_in_all_notations_are_moves() {
    assert_kind(
        San,
        &[
            "e4", "Nf3", "Ngf3", "N1f3", "Ng1f3", "exd5", "Nxd5", "R1xd1", "Qh4xe1", "Pe4", "Qh4#",
            "Nf3+", "Nf3++",
        ],
    );
    assert_kind(
        San,
        &[
            "e2-e4", "Ng1-f3", "e4xd5", "Ng1xf3", "e2e4", "e7e8q", "ed5", "N:d5", "Sf3", "Nf3+#",
        ],
    );
    assert_kind(
        San,
        &[
            "O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o", "O-O+", "0-0-0#",
        ],
    );
    assert_kind(San, &["N@f3", "P@e4", "@e4", "Q@h7#"]);
}

#[test]
fn promotions_in_all_spellings_are_moves() {
    assert_kind(
        San,
        &[
            "e8=Q",
            "e8Q",
            "e8(Q)",
            "e8/Q",
            "e8=q",
            "dxe8=N+",
            "e7xe8=Q++",
            "e8(Q)+",
            "bxa1(N)#",
            "e7-e8Q",
            "a8b",
        ],
    );
}

#[test]
fn words_that_lack_a_target_square_are_no_moves() {
    assert_kind(
        Other,
        &[
            "foo", "Nf9", "Ni3", "N", "exd", "xe4", "-e4", "1e4", "e4e", "♘f3", "Qh4mate",
            "O-O-O-O", "O-o-", "e4+++",
        ],
    );
    assert_kind(
        Other,
        &[
            "=",
            "+=",
            "+-",
            "D",
            "e.p.",
            "...",
            "1/2",
            "0-2",
            "1-1",
            "½-1/2",
            "1A.",
            "1234567890",
            "NNf3",
            "e8=",
            "@@",
        ],
    );
}

#[test]
fn null_moves_are_told_from_moves() {
    assert_kind(NullMove, &["--", "Z0", "0000", "@@@@", "null"]);
}

#[test]
fn en_passant_marks_stand_behind_the_move() {
    assert_eq!(
        tokens(b"exd6e.p. exd6 e.p. exd6ep"),
        [
            (San, "exd6"),
            (Other, "e.p."),
            (San, "exd6"),
            (Other, "e.p."),
            (San, "exd6"),
            (Other, "ep")
        ]
    );
}

#[test]
fn terminations_may_use_half_signs_and_en_dashes() {
    assert_kind(
        Termination,
        &[
            "1-0",
            "0-1",
            "1/2-1/2",
            "*",
            "½-½",
            "1–0",
            "0–1",
            "1/2–1/2",
            "½–½",
        ],
    );
}

#[test]
fn move_numbers_take_any_number_of_dots() {
    assert_kind(MoveNumber, &["12", "12.", "12..", "12...", "1....."]);
    assert_eq!(
        tokens(b"1.e4 1...e5 2. ...d5"),
        [
            (MoveNumber, "1."),
            (San, "e4"),
            (MoveNumber, "1..."),
            (San, "e5"),
            (MoveNumber, "2."),
            (Other, "..."),
            (San, "d5")
        ]
    );
    assert_eq!(
        tokens(b"45.1-0 1.0-0"),
        [
            (MoveNumber, "45."),
            (Termination, "1-0"),
            (MoveNumber, "1."),
            (San, "0-0")
        ]
    );
}

#[test]
fn glyphs_are_apart_from_the_move_and_from_nags() {
    assert_eq!(
        tokens(b"e4! e5?! Nf3 !? Nc6$1$007 $256 $0"),
        [
            (San, "e4"),
            (Glyph, "!"),
            (San, "e5"),
            (Glyph, "?!"),
            (San, "Nf3"),
            (Glyph, "!?"),
            (San, "Nc6"),
            (Nag, "$1"),
            (Nag, "$007"),
            (Nag, "$256"),
            (Nag, "$0")
        ]
    );
    assert_kind(Glyph, &["!", "?", "!!", "??", "!?", "?!"]);
    assert_kind(Other, &["!!!", "?!?", "$"]);
}
