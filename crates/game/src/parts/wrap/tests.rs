use super::*;
use proptest::prelude::*;

#[test]
fn breaks_of_a_fixed_width_are_found_and_put_back() {
    let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4 Nf6 5. O-O Be7 6. Re1\nb5 7. Bb3 1-0";
    let Unwrapped { flat, wrap } = unwrap(text, &Usual::default()).unwrap();
    assert!(!wrap.guided);
    assert!(!flat.contains(&b'\n'));
    let mut again = Vec::new();
    wrap.wrap(&flat, &mut again);
    assert_eq!(again, text);
}

#[test]
fn breaks_behind_the_width_are_found_and_put_back() {
    let text = b"1.e4 e5 2.Nf3 Nc6\n3.d3 d6 4.Nb1xd2+ Qd8xd2+\n5.O-O Be7 6.Re1 b5\n7.Bb3 d6  1-0";
    let Unwrapped { flat, wrap } = unwrap(text, &Usual::default()).unwrap();
    assert!(wrap.late && wrap.numbers && !wrap.guided);
    assert!(!flat.contains(&b'\n'));
    let mut again = Vec::new();
    wrap.wrap(&flat, &mut again);
    assert_eq!(again, text);
}

#[test]
fn what_programs_do_besides_is_explained() {
    let flat = "1. d4 d5 2. c4 {Dänemark, über alle Maßen} e6 3. Nc3 Nf6 {White resigns} 1-0";
    for (ending, space, characters) in [
        (Ending::Word, Space::None, false),
        (Ending::Comment, Space::None, false),
        (Ending::None, Space::Before, false),
        (Ending::None, Space::After, false),
        (Ending::None, Space::None, true),
        (Ending::Comment, Space::Before, true),
    ] {
        for width in [24, u16::MAX] {
            let wrap = Wrap {
                width,
                ending,
                space,
                characters,
                comments: true,
                ..Wrap::from_code(0)
            };
            assert_eq!(Wrap::from_code(wrap.to_code()), wrap);
            let mut text = Vec::new();
            wrap.wrap(flat.as_bytes(), &mut text);
            let Some(found) = unwrap(&text, &Usual::default()) else {
                assert_eq!((width, ending), (u16::MAX, Ending::None));
                continue;
            };
            assert_eq!(found.flat, flat.as_bytes());
            assert!(!found.wrap.guided, "{wrap:?}");
            let mut again = Vec::new();
            found.wrap.wrap(&found.flat, &mut again);
            assert_eq!(again, text);
        }
    }
}

#[test]
fn a_game_that_is_wrapped_by_hand_changes_nothing_for_the_next() {
    let flat = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 ".repeat(8);
    let (mut strict, by_hand) = (Vec::new(), flat.trim().replace(" Nf3 ", "\nNf3\n"));
    let width = Wrap {
        width: 30,
        ..Wrap::from_code(0)
    };
    width.wrap(flat.trim().as_bytes(), &mut strict);
    let mut usual = Usual::default();
    for (text, guided) in [
        (&strict[..], false),
        (by_hand.as_bytes(), true),
        (&strict[..], false),
    ] {
        let wrap = unwrap(text, &usual).unwrap().wrap;
        assert_eq!(wrap.guided, guided);
        usual.note(wrap);
    }
}

proptest! {
    #[test]
    fn whatever_unwraps_wraps_back(words in proptest::collection::vec("[a-zé{}.0-9 ]{1,9}", 1..40), width in 8u16..40, flags in 0u32..1 << 11) {
        let wrap = Wrap { width, ..Wrap::from_code(flags << 1) };
        let mut usual = Usual::default();
        usual.note(wrap);
        let mut text = Vec::new();
        wrap.wrap(words.join(" ").trim().as_bytes(), &mut text);
        if let Some(Unwrapped { flat, wrap }) = unwrap(&text, &usual) && !wrap.guided {
            let mut again = Vec::new();
            Wrap::from_code(wrap.to_code()).wrap(&flat, &mut again);
            prop_assert_eq!(again, text);
        }
    }
}
