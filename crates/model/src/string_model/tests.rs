use super::*;
use entropy::{Encode, range};
use proptest::prelude::*;

proptest! {
    #[test]
    fn strings_come_back(strings in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..30), 0..8)) {
        let kinds = [Kind::Board, Kind::Other(0), Kind::Other(3)];
        let mut encoder = range::Encoder::new();
        let mut letters = StringModel::new();
        for (at, string) in strings.iter().enumerate() {
            letters.string(&mut encoder, kinds[at % 3], b"Tal", string, 100, &mut Vec::new());
        }
        let bytes = encoder.finish();
        let mut decoder = range::Decoder::new(&bytes);
        let mut letters = StringModel::new();
        for (at, string) in strings.iter().enumerate() {
            let mut found = Vec::new();
            prop_assert!(letters.string(&mut decoder, kinds[at % 3], b"Tal", b"", 100, &mut found));
            prop_assert_eq!(&found, string);
        }
    }

    #[test]
    fn junk_is_cut_at_the_limit(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut decoder = range::Decoder::new(&bytes);
        let mut found = Vec::new();
        StringModel::new().string(&mut decoder, Kind::Board, b"", b"", 50, &mut found);
        prop_assert!(found.len() <= 51);
    }
}
