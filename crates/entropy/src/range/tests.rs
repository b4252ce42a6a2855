use super::*;
use crate::Uniform;
use proptest::prelude::*;

proptest! {
    /// Zeros follow, so nearly all that is settled on the way to them hangs on a carry.
    #[test]
    fn carries_go_back_as_far_as_they_must(
        mut message in proptest::collection::vec(any::<u8>(), 0..9),
        steps in 0usize..400,
        after in proptest::collection::vec(0usize..3, 0..9),
    ) {
        let thirds = Uniform::new(3);
        message.resize(100, 0);
        let mut decoder = Decoder::new(&message);
        let symbols = (0..steps).map_while(|_| decoder.decode(&thirds).ok());
        let symbols: Vec<usize> = symbols.chain(after).collect();
        let mut encoder = Encoder::new();
        symbols.iter().for_each(|&symbol| encoder.encode(symbol, &thirds));
        let mut decoder = Decoder::new(&encoder.finish());
        for &symbol in &symbols {
            prop_assert_eq!(decoder.decode(&thirds), Ok(symbol));
        }
    }

    #[test]
    fn a_bit_is_what_a_distribution_of_two_is(
        steps in proptest::collection::vec((any::<bool>(), 0..=TOTAL), 0..300),
        junk in proptest::collection::vec(any::<u8>(), 0..300),
    ) {
        let mut encoder = Encoder::new();
        for &(bit, one) in &steps {
            encoder.bit(bit, one);
        }
        for (bytes, written) in [(encoder.finish(), true), (junk, false)] {
            let (mut short, mut long) = (Decoder::new(&bytes), Decoder::new(&bytes));
            for &(bit, one) in &steps {
                let found = short.bit(false, one);
                prop_assert_eq!(found, long.code(0, &Bit::new(one)) == 1);
                prop_assert_eq!(short.failed(), long.failed());
                prop_assert!(!written || found == bit);
            }
        }
    }
}

/// A half, and zeros.
fn half() -> Vec<u8> {
    let mut message = vec![0; 100];
    message[0] = 0x80;
    message
}

#[test]
fn a_carry_turns_a_long_run_over() {
    let thirds = Uniform::new(3);
    let (mut decoder, mut encoder) = (Decoder::new(&half()), Encoder::new());
    for _ in 0..400 {
        encoder.encode(decoder.decode(&thirds).unwrap(), &thirds);
    }
    assert_eq!(encoder.bytes[..70], [&[0x7f][..], &[0xff; 69]].concat());
    let read = encoder.bytes.len() + 8;
    assert_eq!(encoder.finish(), half()[..read - MOST_MISSING]);
}

#[test]
fn a_message_lacks_sixteen_zeros_at_most() {
    // Symbols that begin at 0 leave nothing but zeros.
    for steps in 0..400 {
        let mut encoder = Encoder::new();
        (0..steps).for_each(|_| encoder.encode(0, &Uniform::new(3)));
        let mut bytes = encoder.finish();
        let decodes = |bytes: &[u8]| {
            let mut decoder = Decoder::new(bytes);
            let found = (0..steps).map(|_| decoder.decode(&Uniform::new(3)));
            let sound = found.filter(|&symbol| symbol == Ok(0)).count() == steps;
            sound && !decoder.failed()
        };
        assert!(decodes(&bytes), "{steps}");
        if bytes.pop().is_some() {
            assert!(!decodes(&bytes), "{steps}");
        }
    }
}

#[test]
fn a_decoder_behind_the_end_of_its_message_says_so_and_stays_there() {
    let mut decoder = Decoder::new(&[1, 2, 3]);
    let mut read = 0;
    while !decoder.failed() {
        decoder.code(0, &Uniform::new(256));
        read += 1;
    }
    assert!((10..=MOST_MISSING + 3).contains(&read), "{read}");
    for _ in 0..1000 {
        assert_eq!(decoder.decode(&Uniform::new(256)), Err(InvalidData));
        decoder.bit(false, 1);
        decoder.code(0, &Uniform::new(7));
        assert!(decoder.failed());
    }
}

#[test]
fn the_end_takes_no_byte_that_it_need_not() {
    assert!(Encoder::new().finish().is_empty());
    for symbol in 0..4 {
        let mut encoder = Encoder::new();
        encoder.encode(symbol, &Uniform::new(4));
        assert_eq!(encoder.finish().len(), usize::from(symbol > 0));
    }
}
