use super::*;
use entropy::{Meter, range};
use proptest::prelude::*;

fn code(coder: &mut impl Code, strings: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let kinds = [Kind::Board, Kind::Other(0), Kind::Other(3)];
    let mut model = Strings::short();
    let mut last = Vec::new();
    let mut found = Vec::new();
    for (at, string) in strings.iter().enumerate() {
        let mut out = Vec::new();
        assert!(model.string(coder, kinds[at % 3], &last, string, 100, &mut out));
        last.clone_from(&out);
        found.push(out);
    }
    found
}

/// What a string costs, in bits.
fn cost(model: &mut Strings, text: &str) -> u64 {
    let mut meter = Meter::default();
    let text = text.as_bytes();
    model.string(&mut meter, Kind::Other(0), b"", text, 99, &mut Vec::new());
    meter.cost() >> 16
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn strings_come_back(strings in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..60), 1..8)) {
        let mut encoder = range::Encoder::new();
        code(&mut encoder, &strings);
        let bytes = encoder.finish();
        let empty = vec![Vec::new(); strings.len()];
        prop_assert_eq!(code(&mut range::Decoder::new(&bytes), &empty), strings);
    }

    #[test]
    fn junk_is_cut_at_the_limit(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for kind in [Kind::Board, Kind::Other(1)] {
            let mut out = Vec::new();
            Strings::short().string(&mut range::Decoder::new(&bytes), kind, b"reference", b"", 50, &mut out);
            prop_assert!(out.len() <= 51);
        }
    }
}

#[test]
fn words_of_annotators_are_known() {
    assert!(cost(&mut Strings::long(), "White has a strong attack.") < 60);
    assert!(cost(&mut Strings::long(), "Xylem vortices jig plumbly") > 100);
}

#[test]
fn what_a_clone_learns_the_other_does_not_know() {
    let mut model = Strings::short();
    cost(&mut model, "Hastings");
    let mut clone = model.clone();
    let first = cost(&mut clone, "Wijk aan Zee");
    assert!(cost(&mut clone, "Wijk aan Zee") < first);
    assert_eq!(cost(&mut model, "Wijk aan Zee"), first);
}
