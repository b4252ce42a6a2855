//! Both coders return what was put in, and cost what the meter says.

mod steps;

use entropy::{Code, Encode, Meter, Uniform, radix, range};
use proptest::prelude::*;
use steps::{decode, encode, step};

proptest! {
    #[test]
    fn symbols_come_back_and_sizes_agree(steps in proptest::collection::vec(step(), 0..400)) {
        let (mut range, mut radix, mut meter) =
            (range::Encoder::new(), radix::Encoder::new(), Meter::default());
        encode(&steps, &mut range);
        encode(&steps, &mut radix);
        encode(&steps, &mut meter);
        let (range, radix) = (range.finish(), radix.finish());
        decode(&steps, &mut range::Decoder::new(&range));
        decode(&steps, &mut radix::Decoder::new(&radix));
        let bytes = (meter.cost() >> 16) / 8;
        prop_assert!((radix.len() as u64).abs_diff(bytes) <= 3, "{} {bytes}", radix.len());
        prop_assert!(range.len() as u64 <= bytes + bytes / 500 + 2, "{} {bytes}", range.len());
    }

    #[test]
    fn large_uniform_values_come_back(value in any::<u64>(), count in 1u64..) {
        let value = value % count;
        let mut encoder = range::Encoder::new();
        encoder.uniform(value, count);
        let bytes = encoder.finish();
        prop_assert_eq!(range::Decoder::new(&bytes).uniform(0, count), value);
    }

    #[test]
    fn junk_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut decoder = range::Decoder::new(&bytes);
        for n in 1..300u64 {
            prop_assert!(decoder.uniform(0, n * n * n) < n * n * n);
        }
    }
}

#[test]
fn certain_symbols_cost_nothing() {
    let mut encoder = range::Encoder::new();
    for _ in 0..1000 {
        encoder.encode(0, &Uniform::new(1));
    }
    assert!(encoder.finish().is_empty());
}
