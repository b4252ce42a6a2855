//! What is written, base, origin, capture, promotion and check, is found in the text of a move.

use legal::Variant;
use legal::san::{Base, Capture, Castling, Check, Disambiguation, PawnLetter, Promotion, Spelling};

use super::{OPEN, style, style_after};

#[test]
fn the_export_format_is_the_default() {
    for text in [
        "Nce4", "exd6", "O-O", "O-O-O", "bxa8=Q+", "b8=N", "Rxa7", "Nge2",
    ] {
        assert_eq!(style(OPEN, text), Spelling::default(), "{text}");
    }
}

#[test]
fn every_base_is_found() {
    assert_eq!(style(OPEN, "g3f5"), only!(base: Base::Uci));
    assert_eq!(style(OPEN, "e1g1"), only!(base: Base::Uci));
    assert_eq!(style(OPEN, "e1h1"), only!(base: Base::UciRook));
    assert_eq!(style(OPEN, "g3-f5"), only!(base: Base::UciDash));
    assert_eq!(
        style(OPEN, "e1-c1"),
        Spelling {
            castling: Castling::Squares,
            ..only!(base: Base::LongDash)
        }
    );
    assert_eq!(style(OPEN, "Ng3-f5"), only!(base: Base::LongDash));
    assert_eq!(style(OPEN, "e5xd6"), only!(base: Base::LongDash));
    assert_eq!(style(OPEN, "Ng3f5"), only!(base: Base::LongPlain));
    assert_eq!(style(OPEN, "b7a8q+"), only!(base: Base::Uci));
    let quiet = Spelling {
        check: Check::Never,
        ..only!(base: Base::Uci)
    };
    assert_eq!(style(OPEN, "b7a8q"), quiet);
    let long = Spelling {
        capture: Capture::None,
        ..only!(base: Base::LongDash)
    };
    assert_eq!(style(OPEN, "g3-f5"), only!(base: Base::UciDash));
    assert_eq!(style(OPEN, "e5-d6"), long);
    assert_eq!(
        style_after(OPEN, Variant::Standard, "e5-d6", long),
        Some(long)
    );
}

#[test]
fn every_disambiguation_is_found() {
    assert_eq!(
        style(OPEN, "Ngf5"),
        only!(disambiguation: Disambiguation::File)
    );
    assert_eq!(
        style(OPEN, "N3f5"),
        only!(disambiguation: Disambiguation::Rank)
    );
    assert_eq!(style(OPEN, "Ng3f5"), only!(base: Base::LongPlain));
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    assert_eq!(style(pinned, "Ne2"), Spelling::default());
    assert_eq!(
        style(pinned, "Nge2"),
        only!(disambiguation: Disambiguation::Pseudo)
    );
    let file = "4k3/8/3R4/8/8/8/8/3R3K w - - 0 1";
    assert_eq!(style(file, "R1d3"), Spelling::default());
    assert_eq!(
        style(file, "Rd1d3"),
        only!(disambiguation: Disambiguation::Both)
    );
    let usual = only!(disambiguation: Disambiguation::File);
    assert_eq!(
        style_after(pinned, Variant::Standard, "Nge2", usual),
        Some(usual)
    );
}

#[test]
fn as_many_coordinates_as_needed_are_written() {
    let queens = "8/2k5/8/7Q/8/8/8/K3Q2Q w - - 0 1";
    let usual = Spelling {
        check: Check::Never,
        ..Spelling::default()
    };
    for (text, reads) in [
        ("Qhh4", false),
        ("Qh1h4", true),
        ("Q5h4", true),
        ("Qeh4", true),
    ] {
        let found = style_after(queens, Variant::Standard, text, usual);
        assert_eq!(found.is_some(), reads, "{text}");
    }
}

#[test]
fn every_check_mark_is_found() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(style(mate, "Ra8#"), Spelling::default());
    assert_eq!(style(mate, "Ra8"), only!(check: Check::Never));
    assert_eq!(style(mate, "Ra8+"), only!(check: Check::PlusForMate));
    assert_eq!(style(mate, "Ra8++"), only!(check: Check::DoubleForMate));
    assert_eq!(style(mate, "Ra8mate"), only!(check: Check::WordForMate));
    assert_eq!(style(mate, "Ra7+"), only!(check: Check::Plus));
    assert_eq!(style(mate, "Ra7#"), only!(check: Check::Hash));
    assert_eq!(style(mate, "Ra7++"), only!(check: Check::DoublePlus));
    let double = "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1";
    assert_eq!(style(double, "Nf6+"), Spelling::default());
    assert_eq!(style(double, "Nf6++"), only!(check: Check::DoubleForDouble));
    for usual in [Check::MateOnly, Check::Never] {
        let usual = only!(check: usual);
        assert_eq!(
            style_after(double, Variant::Standard, "Nf6", usual),
            Some(usual)
        );
    }
}

#[test]
fn a_usual_style_stays_where_the_text_does_not_show_it() {
    let usual = Spelling {
        castling: Castling::Zeros,
        check: Check::Never,
        promotion: Promotion::Bare,
        ..Spelling::default()
    };
    for text in ["Nf5", "0-0", "b8Q"] {
        assert_eq!(
            style_after(OPEN, Variant::Standard, text, usual),
            Some(usual),
            "{text}"
        );
    }
    let found = style_after(OPEN, Variant::Standard, "O-O", usual);
    assert_eq!(
        found,
        Some(Spelling {
            castling: Castling::Letters,
            ..usual
        })
    );
}

#[test]
fn every_castling_is_found() {
    assert_eq!(style(OPEN, "0-0"), only!(castling: Castling::Zeros));
    assert_eq!(style(OPEN, "0-0-0"), only!(castling: Castling::Zeros));
    assert_eq!(style(OPEN, "o-o"), only!(castling: Castling::LowerCase));
    for (base, text) in [(Base::LongDash, "e1-g1"), (Base::LongPlain, "e1c1")] {
        let usual = only!(base: base);
        let found = style_after(OPEN, Variant::Standard, text, usual);
        assert_eq!(
            found,
            Some(Spelling {
                castling: Castling::Squares,
                ..usual
            })
        );
    }
}

#[test]
fn every_promotion_is_found() {
    let quiet = "8/1P6/8/8/8/8/k7/7K w - - 0 1";
    assert_eq!(style(quiet, "b8Q"), only!(promotion: Promotion::Bare));
    assert_eq!(
        style(quiet, "b8(Q)"),
        only!(promotion: Promotion::Parentheses)
    );
    assert_eq!(style(quiet, "b8/R"), only!(promotion: Promotion::Slash));
    assert_eq!(
        style(quiet, "b8=b"),
        only!(promotion: Promotion::EqualsLower)
    );
    assert_eq!(style(quiet, "b8n"), only!(promotion: Promotion::BareLower));
}

#[test]
fn every_capture_sign_is_found() {
    assert_eq!(style(OPEN, "ed6"), only!(capture: Capture::None));
    assert_eq!(style(OPEN, "e:d6"), only!(capture: Capture::Colon));
    assert_eq!(
        style(OPEN, "exd6e.p."),
        only!(capture: Capture::EnPassantSuffix)
    );
    assert_eq!(style(OPEN, "Ra7"), only!(capture: Capture::None));
}

#[test]
fn a_mark_does_not_hide_that_the_usual_suffix_is_missing() {
    for check in Check::ALL {
        let usual = Spelling {
            capture: Capture::EnPassantSuffix,
            check: *check,
            ..Spelling::default()
        };
        for text in [
            "exd6",
            "exd6+",
            "exd6++",
            "exd6#",
            "e5xd6",
            "Pe5xd6++",
            "exd6e.p.++",
        ] {
            let found = style_after(OPEN, Variant::Standard, text, usual);
            assert!(found.is_some(), "{text} after {usual:?}");
        }
    }
}

#[test]
fn pawn_letters_are_found_on_the_board_and_in_drops() {
    assert_eq!(style(OPEN, "Pe6"), only!(pawn_letter: PawnLetter::Moves));
    assert_eq!(style(OPEN, "Pexd6"), only!(pawn_letter: PawnLetter::Moves));
    let house = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1";
    let drop = |text| style_after(house, Variant::Crazyhouse, text, Spelling::default());
    assert_eq!(drop("P@a4"), Some(Spelling::default()));
    assert_eq!(drop("N@f6+"), Some(Spelling::default()));
    assert_eq!(drop("@a4"), Some(only!(pawn_letter: PawnLetter::Moves)));
    assert_eq!(drop("Q@a4"), None);
}
