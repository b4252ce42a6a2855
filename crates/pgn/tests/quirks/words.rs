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
            "foo", "Nf9", "Ni3", "N", "exd", "xe4", "-e4", "♘f3", "O-O-O-O", "O-o-",
        ],
    );
    assert_kind(
        Other,
        &[
            "=",
            "+=",
            "+-",
            "D",
            "ch",
            "0-2",
            "1-1",
            "1A.",
            "1234567890",
            "NNf3",
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
            "½-1/2",
            "1—0",
            "1−0",
            "1-O",
            "O-1",
        ],
    );
    assert_kind(
        Other,
        &["1/2", "½", "1-0-0", "0-10", "1/2-1", "1-0/2", "1-", "½-"],
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
fn what_stands_behind_a_move_is_the_next_token() {
    for (mark, rest) in [
        ("", "ch"),
        ("+", "ch"),
        ("", "mate"),
        ("", "+-"),
        ("+", "+-"),
        ("", "-+"),
        ("", "="),
        ("", "=+"),
        ("", "+="),
        ("", "+/-"),
        ("", "=∞"),
        ("", "†"),
        ("", "□"),
        ("", "D"),
        ("", "N"),
        ("", "TN"),
        ("", ","),
        ("", "."),
        ("#", "."),
        ("", "e.p."),
        ("", "ep"),
    ] {
        for played in ["e4", "Nf3", "exd5", "Ng1f3", "O-O", "e8=Q", "Rb8"] {
            let played = format!("{played}{mark}");
            let text = format!("1. {played}{rest}");
            let found = [(MoveNumber, "1."), (San, &*played), (Other, rest)];
            assert_eq!(tokens(text.as_bytes()), found, "{text}");
        }
    }
}

#[test]
fn results_and_moves_may_be_glued() {
    for (text, expected) in [
        ("Qh4#0-1", [(San, "Qh4#"), (Termination, "0-1")]),
        ("Kd71/2-1/2", [(San, "Kd7"), (Termination, "1/2-1/2")]),
        ("f61-0", [(San, "f6"), (Termination, "1-0")]),
        ("f6*", [(San, "f6"), (Termination, "*")]),
        ("O-O1-0", [(San, "O-O"), (Termination, "1-0")]),
        ("0-0-01-0", [(San, "0-0-0"), (Termination, "1-0")]),
        ("Ra10-1", [(San, "Ra1"), (Termination, "0-1")]),
        ("1/2-1/2*", [(Termination, "1/2-1/2"), (Termination, "*")]),
        ("--0-1", [(NullMove, "--"), (Termination, "0-1")]),
        ("1-0[Event", [(Termination, "1-0"), (Other, "[Event")]),
        ("12e4", [(MoveNumber, "12"), (San, "e4")]),
        ("1…e5", [(MoveNumber, "1…"), (San, "e5")]),
        ("1.…e5", [(MoveNumber, "1.…"), (San, "e5")]),
        ("e5,", [(San, "e5"), (Other, ",")]),
        ("ch1/2", [(Other, "ch"), (Other, "1/2")]),
        ("…e5", [(Other, "…"), (San, "e5")]),
        ("Nf3Nc6", [(San, "Nf3"), (San, "Nc6")]),
    ] {
        assert_eq!(tokens(format!("x {text}").as_bytes())[1..], expected);
    }
}

#[test]
fn blanks_beyond_ascii_stand_between_words() {
    for blank in [
        "\u{a0}", "\u{202f}", "\u{2009}", "\u{200b}", "\u{feff}", "\u{2060}", "\x0c", "\x0b",
    ] {
        let text = format!("1.{blank}e4{blank} N{blank}1{blank}...{blank}e5{blank}*");
        let expected = [
            (MoveNumber, "1."),
            (San, "e4"),
            (Other, "N"),
            (MoveNumber, "1"),
            (Other, "..."),
            (San, "e5"),
            (Termination, "*"),
        ];
        assert_eq!(tokens(text.as_bytes()), expected, "{blank:?}");
    }
    let latin: Vec<_> = tokens(b"1.\xa0e4\xa0e5");
    assert_eq!(latin, [(MoveNumber, "1."), (San, "e4"), (San, "e5")]);
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
