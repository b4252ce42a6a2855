//! Every deviation from the export format is read, found and written back.

use legal::san::{self, Base, Mark, PawnLetter, Spelling};
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

mod spellings;

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
    assert_eq!(codes.count(), 6 * 5 * 10 * 4 * 6 * 4 * 2);
    assert_eq!(only!(base: Base::Uci).to_code(), 1);
    assert_eq!(
        only!(pawn_letter: PawnLetter::Moves).to_code(),
        6 * 5 * 10 * 4 * 6 * 4
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
