//! The range coder of the crate `constriction`, which nobody here wrote, reads our messages, and ours reads its.
//!
//! Both have a state of 64 bits and words of 32. Ours are bytes, the highest of a word first, and zeros at the end are left out.

mod steps;

use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};
use constriction::stream::queue::{DefaultRangeDecoder, DefaultRangeEncoder};
use constriction::stream::{Decode as _, Encode as _};
use entropy::{
    Bit, Decode, Distribution, Encode, Frequencies, InvalidData, PRECISION, TOTAL, Uniform, range,
};
use proptest::prelude::*;
use std::borrow::Borrow;
use std::num::NonZeroU32;
use steps::{decode, encode, step};

/// One of our distributions, as constriction wants it.
struct Model<'a, D>(&'a D);

impl<D> EntropyModel<{ PRECISION as usize }> for Model<'_, D> {
    type Symbol = usize;
    type Probability = u32;
}

impl<D: Distribution> EncoderModel<{ PRECISION as usize }> for Model<'_, D> {
    fn left_cumulative_and_probability(
        &self,
        symbol: impl Borrow<usize>,
    ) -> Option<(u32, NonZeroU32)> {
        let interval = self.0.interval(*symbol.borrow());
        Some((interval.start, NonZeroU32::new(interval.width)?))
    }
}

impl<D: Distribution> DecoderModel<{ PRECISION as usize }> for Model<'_, D> {
    fn quantile_function(&self, quantile: u32) -> (usize, u32, NonZeroU32) {
        let (symbol, interval) = self.0.locate(quantile);
        let width = NonZeroU32::new(interval.width).expect("no interval is empty");
        (symbol, interval.start, width)
    }
}

#[derive(Default)]
struct TheirEncoder(DefaultRangeEncoder);

impl Encode for TheirEncoder {
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        // What is certain costs nothing, and constriction does not take it.
        if distribution.interval(symbol).width < TOTAL {
            self.0.encode_symbol(symbol, Model(distribution)).unwrap();
        }
    }

    fn finish(self) -> Vec<u8> {
        let words = self.0.into_compressed().unwrap();
        words.into_iter().flat_map(u32::to_be_bytes).collect()
    }
}

struct TheirDecoder(DefaultRangeDecoder);

impl TheirDecoder {
    fn new(message: &[u8]) -> Self {
        let words = message.chunks(4).map(|bytes| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_be_bytes(word)
        });
        Self(DefaultRangeDecoder::from_compressed(words.collect::<Vec<_>>()).unwrap())
    }
}

impl Decode for TheirDecoder {
    fn decode<D: Distribution>(&mut self, distribution: &D) -> Result<usize, InvalidData> {
        let (symbol, interval) = distribution.locate(0);
        if interval.width == TOTAL {
            return Ok(symbol);
        }
        self.0
            .decode_symbol(Model(distribution))
            .map_err(|_| InvalidData)
    }
}

proptest! {
    #[test]
    fn it_reads_our_messages(steps in proptest::collection::vec(step(), 0..400)) {
        let mut encoder = range::Encoder::new();
        encode(&steps, &mut encoder);
        decode(&steps, &mut TheirDecoder::new(&encoder.finish()));
    }

    #[test]
    fn we_read_its_messages_and_ours_are_no_longer(steps in proptest::collection::vec(step(), 0..400)) {
        let (mut ours, mut theirs) = (range::Encoder::new(), TheirEncoder::default());
        encode(&steps, &mut ours);
        encode(&steps, &mut theirs);
        let (ours, theirs) = (ours.finish(), theirs.finish());
        prop_assert!(ours.len() <= theirs.len());
        decode(&steps, &mut range::Decoder::new(&theirs));
    }

    /// Fifty symbols take at most 16 bits each, so neither decoder gets to the end.
    #[test]
    fn junk_is_the_same_to_both(
        junk in proptest::collection::vec(any::<u8>(), 120..150),
        steps in proptest::collection::vec(step(), 50),
    ) {
        let (mut ours, mut theirs) = (range::Decoder::new(&junk), TheirDecoder::new(&junk));
        for step in &steps {
            let found = step.decode(&mut ours);
            prop_assert_eq!(found, step.decode(&mut theirs));
            if found.is_err() {
                break;
            }
        }
    }
}

/// What random steps hardly ever reach: a carry through hundreds of words, and what a rounded interval leaves over.
#[test]
fn carries_and_leftovers_are_the_same_to_both() {
    let thirds = Uniform::new(3);
    let mut half = vec![0; 1000];
    half[0] = 0x80;
    let mut decoder = range::Decoder::new(&half);
    let symbols: Vec<usize> = (0..4000)
        .map(|_| decoder.decode(&thirds).unwrap())
        .collect();
    let (mut ours, mut theirs) = (range::Encoder::new(), TheirEncoder::default());
    for &symbol in &symbols {
        ours.encode(symbol, &thirds);
        theirs.encode(symbol, &thirds);
    }
    let mut reader = TheirDecoder::new(&ours.finish());
    let mut back = range::Decoder::new(&theirs.finish());
    for &symbol in &symbols {
        assert_eq!(reader.decode(&thirds), Ok(symbol));
        assert_eq!(back.decode(&thirds), Ok(symbol));
    }
    let leftover = [0xff; 40];
    for result in [
        range::Decoder::new(&leftover).decode(&Bit::new(1)),
        TheirDecoder::new(&leftover).decode(&Bit::new(1)),
        range::Decoder::new(&leftover).decode(&Frequencies::new(&[1, TOTAL - 1])),
    ] {
        assert_eq!(result, Err(InvalidData));
    }
}
