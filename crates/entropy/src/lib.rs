//! Symbols to bytes and back: two coders after one pair of traits.
//!
//! Not part of the format.
//!
//! [`range`] is the coder of archives and blobs; `radix` (a feature of the crate) is the exact one, a single big integer whose digits are the symbols. Both take
//! the same integer [`Distribution`]s, so a model cannot tell which one it drives, and a property test holds their costs together. [`Meter`] is one more that writes nothing and only adds up cost.
//!
//! A model is written once, against [`Code`]: encoding, it is given a symbol and hands it on; decoding, the symbol it
//! is given is ignored and the one read from the bytes comes back.
//!
//! ```
//! use entropy::{Code, Counter, Encode, range};
//!
//! fn code_flags(coder: &mut impl Code, flags: &mut [bool]) {
//!     let mut counter = Counter::new();
//!     for flag in flags {
//!         *flag = counter.code(coder, *flag);
//!     }
//! }
//!
//! let mut encoder = range::Encoder::new();
//! code_flags(&mut encoder, &mut [true, true, false, true]);
//! let bytes = encoder.finish();
//!
//! let mut flags = [false; 4];
//! let mut decoder = range::Decoder::new(&bytes);
//! code_flags(&mut decoder, &mut flags);
//! assert!(!decoder.failed());
//! assert_eq!(flags, [true, true, false, true]);
//! ```
#![deny(clippy::float_arithmetic)]

mod counter;
mod distribution;
mod meter;
#[cfg(feature = "radix")]
pub mod radix;
pub mod range;
#[cfg(feature = "trace")]
pub mod trace;

pub use counter::Counter;
pub use distribution::{Bit, Distribution, Frequencies, Interval, Uniform};
pub use meter::{Meter, Metered};

/// Number of bits of a probability: every distribution's widths sum to `1 << PRECISION`.
pub const PRECISION: u32 = 16;

/// The sum of every distribution's widths.
pub const TOTAL: u32 = 1 << PRECISION;

/// A coder that turns symbols into bytes.
pub trait Encode {
    /// Appends `symbol`, which costs `log2(TOTAL / width)` bits under `distribution`.
    ///
    /// A symbol of probability one costs nothing and leaves no trace.
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D);

    /// Ends the message and returns its bytes.
    fn finish(self) -> Vec<u8>;
}

/// A coder that turns bytes back into symbols.
pub trait Decode {
    /// Reads the next symbol.
    ///
    /// # Errors
    ///
    /// [`InvalidData`] when no encoder wrote these bytes with these distributions. A few bytes past the end read as zero, so
    /// a truncated message may give wrong symbols and no error: guard the bytes with a checksum.
    #[cfg_attr(feature = "trace", track_caller)]
    fn decode<D: Distribution>(&mut self, distribution: &D) -> Result<usize, InvalidData>;
}

/// Both directions after one call, so that a model is written once.
pub trait Code {
    /// Encoding: writes `symbol` and returns it. Decoding: ignores `symbol` and returns the one read.
    #[cfg_attr(feature = "trace", track_caller)]
    fn code<D: Distribution>(&mut self, symbol: usize, distribution: &D) -> usize;

    /// Whether this side reads: callers use it to allocate, never to choose a different distribution.
    fn decodes(&self) -> bool;

    /// Whether invalid data was met; symbols returned since are arbitrary but in range.
    fn failed(&self) -> bool;

    /// What was coded so far, in units of 2^-16 bit; 0 for coders that do not count ([`Metered`] does).
    fn spent(&self) -> u64 {
        0
    }

    /// Codes a yes/no decision, `one` being the probability of `true` out of [`TOTAL`].
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    fn bit(&mut self, bit: bool, one: u32) -> bool {
        self.code(usize::from(bit), &Bit::new(one)) == 1
    }

    /// Codes `value` out of `0..count` with equal probabilities, in as many steps as the precision needs.
    ///
    /// `count` is at least 1; a decoder that met invalid data still returns less than `count`.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    fn uniform(&mut self, value: u64, count: u64) -> u64 {
        debug_assert!(value < count || self.decodes());
        if count <= 1 {
            return 0;
        }
        if count <= 1 << 12 {
            return self.code(value as usize, &Uniform::new(count as u32)) as u64;
        }
        let low_count = 1u64 << 12;
        let high_count = (count - 1) / low_count + 1;
        let high = self.uniform(value / low_count, high_count);
        let low_count = low_count.min(count - high * low_count);
        high * (1 << 12) + self.uniform(value % (1 << 12), low_count)
    }
}

/// Every encoder codes by encoding.
impl<E: Encode> Code for E {
    #[inline]
    fn code<D: Distribution>(&mut self, symbol: usize, distribution: &D) -> usize {
        self.encode(symbol, distribution);
        symbol
    }

    fn decodes(&self) -> bool {
        false
    }

    fn failed(&self) -> bool {
        false
    }
}

/// The bytes are no message of this coder with these distributions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bytes were not written with these distributions")]
pub struct InvalidData;
