use super::*;
use proptest::prelude::*;

fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = Unpacker::new(packed).read_to_end(&mut bytes);
    read.ok().map(|_| bytes)
}

#[test]
fn bytes_of_every_length_come_back() {
    for length in (0..70).chain(BLOCK - 9..BLOCK + 9).chain([3 * BLOCK + 1]) {
        let bytes: Vec<u8> = (0..length).map(|at| (at * at / 7) as u8).collect();
        assert_eq!(unpack(&pack(&bytes)), Some(bytes), "{length}");
    }
}

#[test]
fn codes_of_very_rare_bytes_are_not_too_long() {
    // Fibonacci's numbers give the longest codes.
    let (mut bytes, mut now, mut next) = (Vec::new(), 1, 1);
    for byte in 0..20 {
        bytes.extend(vec![byte; now]);
        (now, next) = (next, now + next);
    }
    assert!(bytes.len() < BLOCK);
    assert!((10..=LONGEST as u8).contains(lengths(&bytes).iter().max().unwrap()));
    assert_eq!(unpack(&pack(&bytes)), Some(bytes));
}

#[test]
fn no_code_can_do_better_than_this_one_where_counts_are_powers_of_two() {
    let bytes: Vec<u8> = (0..BLOCK)
        .map(|at| (at as u32 | 1 << 7).trailing_zeros() as u8)
        .collect();
    // Twice the bytes minus what the last of the eight saves.
    let bits = BLOCK * 2 - BLOCK / 128 * 2 + BLOCK / 128;
    assert!(pack(&bytes).len() <= HEAD + PADDING + 4 + bits.div_ceil(8));
}

#[test]
fn what_is_cut_is_an_error() {
    let bytes: Vec<u8> = (0..100_000u32)
        .map(|at| at.wrapping_mul(2_654_435_761).leading_zeros() as u8)
        .collect();
    let packed = pack(&bytes);
    for length in (0..packed.len() - PADDING).step_by(997) {
        assert_eq!(unpack(&packed[..length]), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..5000), mask in any::<u8>()) {
        let bytes: Vec<u8> = bytes.iter().map(|byte| byte & mask).collect();
        prop_assert_eq!(unpack(&pack(&bytes)), Some(bytes));
    }

    #[test]
    fn other_bytes_do_no_harm(packed in prop::collection::vec(any::<u8>(), 0..2000)) {
        let _ = unpack(&packed);
        let length = packed.len() as u64;
        let _ = unpack(&[&length.to_le_bytes()[..], &packed].concat());
    }
}
