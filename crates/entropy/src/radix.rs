//! The exact coder: one big integer whose digits are the symbols.
//!
//! Not part of the format.
//!
//! Asymmetric numeral systems without renormalisation: a symbol of share `start..start + width` turns `n` into
//! `(n / width) * TOTAL + start + n % width`. With widths of 1 out of `count` this is the mixed-radix number
//! `n * count + symbol`. Nothing is rounded but the distributions, so this coder's size is the yardstick for
//! [`crate::range`]. Time grows with the square of the length.

use num_bigint::BigUint;

use crate::{Code, Decode, Distribution, Encode, Interval, InvalidData, TOTAL};

/// Collects a message; the number is made at the end because the last symbol must go in first.
///
/// ```
/// use entropy::{Decode, Encode, Uniform, radix};
/// let mut encoder = radix::Encoder::new();
/// encoder.encode(12, &Uniform::new(20));
/// encoder.encode(19, &Uniform::new(20));
/// let bytes = encoder.finish();
/// let mut decoder = radix::Decoder::new(&bytes);
/// assert_eq!(decoder.decode(&Uniform::new(20)), Ok(12));
/// assert_eq!(decoder.decode(&Uniform::new(20)), Ok(19));
/// ```
#[derive(Default)]
pub struct Encoder {
    digits: Vec<Interval>,
}

impl Encoder {
    /// An empty message.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Encode for Encoder {
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        self.digits.push(distribution.interval(symbol));
    }

    /// The number in little-endian bytes.
    fn finish(self) -> Vec<u8> {
        let mut number = BigUint::from(1u32);
        for digit in self.digits.iter().rev() {
            let remainder = &number % digit.width;
            number = number / digit.width * TOTAL + digit.start + remainder;
        }
        number.to_bytes_le()
    }
}

/// Takes the number apart again.
pub struct Decoder {
    number: BigUint,
}

impl Decoder {
    /// A number in little-endian bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self {
            number: BigUint::from_bytes_le(bytes),
        }
    }
}

impl Decode for Decoder {
    fn decode<D: Distribution>(&mut self, distribution: &D) -> Result<usize, InvalidData> {
        let quantile = u32::try_from(&self.number % TOTAL).map_err(|_| InvalidData)?;
        let (symbol, share) = distribution.locate(quantile);
        self.number = &self.number / TOTAL * share.width + (quantile - share.start);
        Ok(symbol)
    }
}

impl Code for Decoder {
    fn code<D: Distribution>(&mut self, _symbol: usize, distribution: &D) -> usize {
        self.decode(distribution).unwrap_or(0)
    }

    fn decodes(&self) -> bool {
        true
    }

    fn failed(&self) -> bool {
        false
    }
}
