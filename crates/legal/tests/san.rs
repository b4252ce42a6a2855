//! Every deviation from the export format is read, found and written back.

use legal::san::{
    self, Base, Capture, Castling, Check, Disambiguation, Mark, PawnLetter, Promotion, Spelling,
};
use legal::{Position, Variant};
use proptest::prelude::*;

const OPEN: &str = "r3k2r/pPp3pp/8/3pP3/8/2N3N1/8/R3K2R w KQkq d6 0 1";

fn mark(before: &Position, index: usize) -> Mark {
    let mut after = before.clone();
    after.play(before.legal_moves()[index]);
    Mark::of(&after, || after.legal_moves().is_empty())
}

/// The style that is found for a text, checked to write it.
fn style_after(fen: &str, variant: Variant, text: &str, usual: Spelling) -> Option<Spelling> {
    let position = Position::from_fen(fen, variant).expect("legal position");
    let legal = position.legal_moves();
    let index = san::read(text.as_bytes(), &position, &legal)?;
    let mark = mark(&position, index);
    let style = san::spelling(text.as_bytes(), &position, &legal, index, mark, usual)?;
    let mut written = Vec::new();
    san::write(&mut written, &position, &legal, index, mark, style);
    assert_eq!(String::from_utf8(written).unwrap(), text);
    Some(style)
}

fn style(fen: &str, text: &str) -> Spelling {
    style_after(fen, Variant::Standard, text, Spelling::default()).expect(text)
}

/// The default but for one part.
macro_rules! only {
    ($part:ident: $style:expr) => {
        Spelling {
            $part: $style,
            ..Spelling::default()
        }
    };
}

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

#[test]
fn ambiguous_and_illegal_texts_name_no_move() {
    let position = Position::from_fen(OPEN, Variant::Standard).unwrap();
    let legal = position.legal_moves();
    for text in [
        "Ne4",
        "b8",
        "e4",
        "Nf9",
        "Qd1",
        "",
        "N",
        "x",
        "+",
        "--",
        "Z0",
        "0000",
        "@@@@",
        "O-O-O-O",
        "e8=Q",
        "e7",
        "Kg1",
        "N@e4",
        "=Q",
        "\u{2658}f5",
        "e5d7",
        "Ne4e4e4",
    ] {
        assert_eq!(
            san::read(text.as_bytes(), &position, &legal),
            None,
            "{text}"
        );
    }
}

#[test]
fn a_king_move_is_not_taken_for_castling_in_chess960() {
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    let position = Position::from_fen(fen, Variant::Standard).unwrap();
    let legal = position.legal_moves();
    let named = |text: &[u8]| legal[san::read(text, &position, &legal).unwrap()];
    assert!(!named(b"f1g1").is_castle());
    assert!(named(b"f1h1").is_castle());
    assert!(named(b"O-O").is_castle());
    assert_eq!(style(fen, "f1h1"), only!(base: Base::Uci));
}

#[test]
fn codes_name_spellings_one_to_one() {
    let codes = (0..=u16::MAX).filter(|&code| match Spelling::from_code(code) {
        Some(spelling) => {
            assert_eq!(spelling.to_code(), code);
            true
        }
        None => false,
    });
    assert_eq!(codes.count(), 6 * 4 * 10 * 4 * 6 * 4 * 2);
    assert_eq!(only!(base: Base::Uci).to_code(), 1);
    assert_eq!(
        only!(pawn_letter: PawnLetter::Moves).to_code(),
        6 * 4 * 12 * 4 * 6 * 4
    );
}

#[test]
fn variant_names_are_known_by_any_spelling() {
    for (name, variant) in [
        ("Standard", Variant::Standard),
        ("normal", Variant::Standard),
        ("From Position", Variant::Standard),
        ("chess 960", Variant::Standard),
        ("fischerandom", Variant::Standard),
        ("", Variant::Standard),
        ("3-check", Variant::ThreeCheck),
        ("King of the Hill", Variant::KingOfTheHill),
        ("racingKings", Variant::RacingKings),
        ("Suicide", Variant::Antichess),
        ("crazyhouse", Variant::Crazyhouse),
    ] {
        assert_eq!(Variant::from_tag(name.as_bytes()), Some(variant), "{name}");
    }
    for name in [
        "Bughouse",
        "\u{e9}",
        "a name longer than any that is known",
        "960x",
    ] {
        assert_eq!(Variant::from_tag(name.as_bytes()), None, "{name}");
    }
}

fn any_spelling() -> impl Strategy<Value = Spelling> {
    any::<u16>().prop_filter_map("no spelling", Spelling::from_code)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn any_bytes_are_read_without_panic(text in prop::collection::vec(any::<u8>(), 0..24)) {
        let position = Position::from_fen(OPEN, Variant::Standard).unwrap();
        let legal = position.legal_moves();
        let index = san::read(&text, &position, &legal).unwrap_or(0);
        let _ = san::spelling(&text, &position, &legal, index, Mark::None, Spelling::default());
    }

    #[test]
    fn texts_like_moves_are_read_without_panic(text in "[NBRQKP]?[a-h1-8x:@O0o=+#(/-]{0,9}") {
        let fen = "r3k2r/pPp3pp/8/3pP3/8/2N3N1/8/R3K2R[PNq] w KQkq d6 0 1";
        let position = Position::from_fen(fen, Variant::Crazyhouse).unwrap();
        let legal = position.legal_moves();
        if let Some(index) = san::read(text.as_bytes(), &position, &legal) {
            prop_assert!(index < legal.len());
        }
    }

    #[test]
    fn every_spelling_of_every_move_is_read_back(
        spelling in any_spelling(),
        usual in any_spelling(),
        variant in prop::sample::select(Variant::ALL.to_vec()),
        choices in prop::collection::vec(any::<u16>(), 0..100),
    ) {
        let mut position = Position::initial(variant);
        for choice in choices {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let index = usize::from(choice) % legal.len();
            let mark = mark(&position, index);
            let mut text = Vec::new();
            san::write(&mut text, &position, &legal, index, mark, spelling);
            let shown = String::from_utf8_lossy(&text).into_owned();
            prop_assert_eq!(san::read(&text, &position, &legal), Some(index), "{}", shown);
            let found = san::spelling(&text, &position, &legal, index, mark, usual);
            prop_assert!(found.is_some(), "{} {:?}", shown, spelling);
            let mut again = Vec::new();
            san::write(&mut again, &position, &legal, index, mark, found.unwrap());
            prop_assert_eq!(again, text);
            position.play(legal[index]);
        }
    }
}
