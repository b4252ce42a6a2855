//! The exact coder: one big integer whose digits are the symbols.
//!
//! Not part of the format.
//!
//! [`join`] and [`Digits`] are its plain form, a number in mixed radix: every digit has a base of its own, and all its values are equally
//! likely. [`Encoder`] and [`Decoder`] take any distribution.
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

/// The number whose digits these are, each with its base, and the product of the bases, which is how many such numbers there are. The first digit
/// is the lowest. A digit is below its base.
///
/// Digits are joined two by two, then pairs, and so on (a product tree), so that the time is little more than that of one multiplication of
/// numbers as long as the result.
///
/// ```
/// use entropy::radix::{Digits, join};
/// let (number, cases) = join(&[(13, 20), (11, 20), (12, 29)]);
/// assert_eq!((number.clone(), cases), (5033u32.into(), 11_600u32.into()));
/// let mut digits = Digits::new(number);
/// assert_eq!([digits.pop(20), digits.pop(20), digits.pop(29)], [13, 11, 12]);
/// assert!(digits.is_zero());
/// ```
pub fn join(digits: &[(u32, u32)]) -> (BigUint, BigUint) {
    // Two digits fit into a machine word, whatever their bases.
    if let [] | [_] | [_, _] = digits {
        let low = digits.iter().rev();
        let number = low.fold(0u64, |number, &(digit, base)| {
            number * u64::from(base) + u64::from(digit)
        });
        let product: u64 = digits.iter().map(|&(_, base)| u64::from(base)).product();
        return (number.into(), product.into());
    }
    let (low, high) = digits.split_at(digits.len() / 2);
    let (low, low_product) = join(low);
    let (high, high_product) = join(high);
    (high * &low_product + low, low_product * high_product)
}

/// A number in mixed radix while its digits are taken off, the lowest first.
///
/// A base need not be known before the digits below it are: a digit costs a division of a long number by a short one.
#[derive(Clone, Debug)]
pub struct Digits(BigUint);

impl Digits {
    /// All digits of a number.
    pub fn new(number: BigUint) -> Self {
        Self(number)
    }

    /// Takes the lowest digit off, whose base is this one, not 0.
    pub fn pop(&mut self, base: u32) -> u32 {
        let digit = u32::try_from(&self.0 % base).unwrap_or(0);
        self.0 /= base;
        digit
    }

    /// Whether nothing but zeros is left.
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }
}
