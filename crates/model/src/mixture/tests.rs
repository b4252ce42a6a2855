use super::*;
use entropy::{Encode, Meter, range};
use proptest::prelude::*;

fn code(coder: &mut impl Code, values: &mut [i64]) {
    let mut mixture = Mixture::<2, 2>::new(10, SIGNED + UNSIGNED, 2);
    let mut last = 0i64;
    for (n, value) in values.iter_mut().enumerate() {
        mixture.prepare([last as u32, 7], &[256, last as i8 as i16], n & 1);
        *value = mixture.signed(coder, 0, *value);
        let size = mixture.unsigned(coder, SIGNED, value.unsigned_abs());
        assert_eq!(size & !0 >> 3, size);
        mixture.finish();
        last = *value;
    }
}

proptest! {
    #[test]
    fn numbers_come_back(values in proptest::collection::vec(-(1i64 << 60)..1 << 60, 0..60), small in 0u32..60) {
        let mut values: Vec<i64> = values.iter().map(|v| v >> small).collect();
        let mut encoder = range::Encoder::new();
        code(&mut encoder, &mut values);
        let bytes = encoder.finish();
        let mut found = vec![0; values.len()];
        code(&mut range::Decoder::new(&bytes), &mut found);
        prop_assert_eq!(found, values);
    }

    #[test]
    fn junk_does_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        code(&mut range::Decoder::new(&bytes), &mut [0; 100]);
    }
}

#[test]
fn what_a_context_tells_is_learned() {
    let mut meter = Meter::default();
    let mut mixture = Mixture::<2, 1>::new(12, UNSIGNED, 1);
    for n in 0..1000u32 {
        mixture.prepare([n % 7, 0], &[256], 0);
        mixture.unsigned(&mut meter, 0, u64::from(n % 7 * 5));
        mixture.finish();
    }
    assert!(meter.cost() >> 16 < 600, "{}", meter.cost() >> 16);
}
