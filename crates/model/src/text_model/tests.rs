use super::*;
use entropy::{Meter, range};
use proptest::prelude::*;

fn code(coder: &mut impl Code, strings: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut prose = TextModel::new(1000);
    let mut last = Vec::new();
    let mut found = Vec::new();
    for string in strings {
        let mut out = Vec::new();
        assert!(prose.string(coder, &last, string, 1000, &mut out));
        last.clone_from(&out);
        found.push(out);
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn strings_come_back(strings in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..60), 1..6)) {
        let mut encoder = range::Encoder::new();
        code(&mut encoder, &strings);
        let bytes = encoder.finish();
        let empty = vec![Vec::new(); strings.len()];
        prop_assert_eq!(code(&mut range::Decoder::new(&bytes), &empty), strings);
    }

    #[test]
    fn junk_is_cut_at_the_limit(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut out = Vec::new();
        TextModel::new(9).string(&mut range::Decoder::new(&bytes), b"reference", b"", 20, &mut out);
        prop_assert!(out.len() <= 21);
    }
}

#[test]
fn words_of_annotators_are_known() {
    let cost = |text: &str| {
        let mut meter = Meter::default();
        TextModel::new(1000).string(&mut meter, b"", text.as_bytes(), 1000, &mut Vec::new());
        meter.cost() >> 16
    };
    assert!(cost("White has a strong attack.") < 60);
    assert!(cost("Xylem vortices jig plumbly") > 100);
}
