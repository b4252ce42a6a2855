//! The streaming coder: constriction's range coder over 32-bit words with a 64-bit state.

use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};
use constriction::stream::queue::{DefaultRangeDecoder, DefaultRangeEncoder};
use constriction::stream::{Decode as _, Encode as _};
use constriction::{CoderError, backends::Cursor};
use std::borrow::Borrow;
use std::num::NonZeroU32;

use crate::{Code, Decode, Distribution, Encode, InvalidData, PRECISION, TOTAL};

/// Presents our distributions to constriction.
struct Fixed<'a, D>(&'a D);

impl<D: Distribution> EntropyModel<{ PRECISION as usize }> for Fixed<'_, D> {
    type Symbol = usize;
    type Probability = u32;
}

impl<D: Distribution> EncoderModel<{ PRECISION as usize }> for Fixed<'_, D> {
    #[inline]
    fn left_cumulative_and_probability(
        &self,
        symbol: impl Borrow<usize>,
    ) -> Option<(u32, NonZeroU32)> {
        let interval = self.0.interval(*symbol.borrow());
        Some((interval.start, NonZeroU32::new(interval.width)?))
    }
}

impl<D: Distribution> DecoderModel<{ PRECISION as usize }> for Fixed<'_, D> {
    #[inline]
    fn quantile_function(&self, quantile: u32) -> (usize, u32, NonZeroU32) {
        let (symbol, interval) = self.0.locate(quantile);
        let width = NonZeroU32::new(interval.width).unwrap_or(NonZeroU32::MIN);
        (symbol, interval.start, width)
    }
}

/// Writes a message.
///
/// ```
/// use entropy::{Decode, Encode, Uniform, range};
/// let mut encoder = range::Encoder::new();
/// encoder.encode(20, &Uniform::new(62));
/// let bytes = encoder.finish();
/// assert_eq!(range::Decoder::new(&bytes).decode(&Uniform::new(62)), Ok(20));
/// ```
#[derive(Default)]
pub struct Encoder(DefaultRangeEncoder);

impl Encoder {
    /// An empty message.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Encode for Encoder {
    #[inline]
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        if distribution.interval(symbol).width == TOTAL {
            return; // constriction refuses certainty, and it costs nothing
        }
        // The memory backend cannot fail, and `Distribution` promises a share of at least 1 for every symbol.
        let written = self.0.encode_symbol(symbol, Fixed(distribution));
        debug_assert!(written.is_ok());
    }

    /// The words in little-endian order without the zero bytes at the end, which the decoder supplies.
    fn finish(self) -> Vec<u8> {
        let words = self.0.into_compressed().unwrap_or_default();
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }
}

/// Reads a message.
pub struct Decoder {
    inner: DefaultRangeDecoder<Cursor<u32, Vec<u32>>>,
    failed: bool,
}

impl Decoder {
    /// A message that [`Encoder`] wrote; any other bytes give arbitrary symbols or [`InvalidData`].
    pub fn new(bytes: &[u8]) -> Self {
        let words: Vec<u32> = bytes
            .chunks(4)
            .map(|chunk| {
                let mut word = [0; 4];
                word[..chunk.len()].copy_from_slice(chunk);
                u32::from_le_bytes(word)
            })
            .collect();
        let inner = match DefaultRangeDecoder::from_compressed(words) {
            Ok(inner) => inner,
            Err(never) => match never {},
        };
        Self {
            inner,
            failed: false,
        }
    }
}

impl Decode for Decoder {
    #[inline]
    fn decode<D: Distribution>(&mut self, distribution: &D) -> Result<usize, InvalidData> {
        let (only, share) = distribution.locate(0);
        if share.width == TOTAL {
            return Ok(only);
        }
        self.inner
            .decode_symbol(Fixed(distribution))
            .map_err(|error| match error {
                CoderError::Frontend(_) => InvalidData,
                CoderError::Backend(never) => match never {},
            })
    }
}

impl Code for Decoder {
    #[inline]
    fn code<D: Distribution>(&mut self, _symbol: usize, distribution: &D) -> usize {
        match self.decode(distribution) {
            Ok(symbol) => symbol,
            Err(InvalidData) => {
                self.failed = true;
                distribution.locate(0).0
            }
        }
    }

    fn decodes(&self) -> bool {
        true
    }

    fn failed(&self) -> bool {
        self.failed
    }
}
