//! Both coders return what was put in, and cost what the meter says.

use entropy::{Bit, Code, Decode, Encode, Frequencies, Meter, TOTAL, Uniform, radix, range};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Bit(bool, u32),
    Uniform(u32, u32),
    Weighted(usize, Vec<u32>),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (any::<bool>(), 0..=TOTAL).prop_map(|(bit, one)| Step::Bit(bit, one)),
        (1u32..5000).prop_flat_map(|n| (0..n, Just(n)).prop_map(|(i, n)| Step::Uniform(i, n))),
        proptest::collection::vec(1u32..2000, 1..20).prop_flat_map(|mut widths| {
            let sum: u32 = widths.iter().sum();
            widths[0] += TOTAL - sum;
            (0..widths.len(), Just(widths)).prop_map(|(i, w)| Step::Weighted(i, w))
        }),
    ]
}

fn encode(steps: &[Step], coder: &mut impl Encode) {
    for step in steps {
        match step {
            Step::Bit(bit, one) => coder.encode(usize::from(*bit), &Bit::new(*one)),
            Step::Uniform(i, n) => coder.encode(*i as usize, &Uniform::new(*n)),
            Step::Weighted(i, w) => coder.encode(*i, &Frequencies::new(w)),
        }
    }
}

fn decode(steps: &[Step], coder: &mut impl Decode) {
    for step in steps {
        let (expected, found) = match step {
            Step::Bit(bit, one) => (usize::from(*bit), coder.decode(&Bit::new(*one))),
            Step::Uniform(i, n) => (*i as usize, coder.decode(&Uniform::new(*n))),
            Step::Weighted(i, w) => (*i, coder.decode(&Frequencies::new(w))),
        };
        assert_eq!(found, Ok(expected));
    }
}

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
