//! The streaming coder of the archive: a range coder that moves four bytes at a time.
//!
//! An interval of 64 bits is cut down to the share of each symbol; where it gets narrow, its upper 32 bits are settled but for carries,
//! which go back into what is written (Martin, "Range encoding", 1979). A yes or no is decoded without a division. The end is the
//! shortest string of bytes that lies in the interval.
//!
//! A message may lack zero bytes at its end, but no more than [`MOST_MISSING`]: a decoder that needs more has failed, so that what
//! it is asked to do stays in proportion to what it is given.
//!
//! Format: "Range coder".

use crate::{Bit, Code, Decode, Distribution, Encode, InvalidData, PRECISION, TOTAL};

/// Narrower intervals are widened by [`SHIFT`] bits.
const NARROW: u64 = 1 << SHIFT;
const SHIFT: u32 = 32;
/// Bytes that go with each shift.
const STEP: usize = 4;

/// Zero bytes that a message may lack at its end.
pub const MOST_MISSING: usize = 16;

/// Writes a message.
///
/// ```
/// use entropy::{Decode, Encode, Uniform, range};
/// let mut encoder = range::Encoder::new();
/// encoder.encode(20, &Uniform::new(62));
/// let bytes = encoder.finish();
/// assert_eq!(range::Decoder::new(&bytes).decode(&Uniform::new(62)), Ok(20));
/// ```
pub struct Encoder {
    bytes: Vec<u8>,
    low: u64,
    range: u64,
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoder {
    /// An empty message.
    #[must_use]
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            low: 0,
            range: u64::MAX,
        }
    }

    /// How many whole bytes of information the symbols so far have. The message is hardly ever shorter.
    #[must_use]
    pub fn whole_bytes(&self) -> usize {
        self.bytes.len() + self.range.leading_zeros() as usize / 8
    }

    /// Moves the low end up; what does not fit goes back into what is written.
    #[inline]
    fn raise(&mut self, by: u64) {
        let (low, carry) = self.low.overflowing_add(by);
        self.low = low;
        if carry {
            self.carry();
        }
    }

    #[cold]
    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
}

impl Encode for Encoder {
    #[inline]
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        let interval = distribution.interval(symbol);
        if interval.width == TOTAL {
            return;
        }
        let share = self.range >> PRECISION;
        self.raise(share * u64::from(interval.start));
        self.range = share * u64::from(interval.width);
        if self.range < NARROW {
            let settled = (self.low >> SHIFT) as u32;
            self.bytes.extend_from_slice(&settled.to_be_bytes());
            self.low <<= SHIFT;
            self.range <<= SHIFT;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        // A decoder holds eight bytes at the start and takes four with each shift.
        let read = self.bytes.len() + size_of::<u64>();
        let least = read.saturating_sub(MOST_MISSING);
        let room = self.range - 1;
        for kept in 0..=u64::BITS / 8 {
            let below = u64::MAX.checked_shr(8 * kept).unwrap_or(0);
            let missing = self.low.wrapping_neg() & below;
            if missing <= room {
                self.raise(missing);
                let end = self.low.to_be_bytes();
                self.bytes.extend_from_slice(&end[..kept as usize]);
                break;
            }
        }
        while self.bytes.len() > least && self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads a message.
pub struct Decoder {
    bytes: Vec<u8>,
    read: usize,
    /// The message less the low end of the interval.
    offset: u64,
    range: u64,
    failed: bool,
    /// The name of the message.
    #[cfg(feature = "trace")]
    stream: &'static str,
}

impl Decoder {
    /// A message that [`Encoder`] wrote; any other bytes give arbitrary symbols or [`InvalidData`], and surely the latter once more
    /// than [`MOST_MISSING`] bytes after their end were needed.
    ///
    /// ```
    /// use entropy::{Decode, InvalidData, Uniform, range};
    /// let mut decoder = range::Decoder::new(b"short");
    /// let symbols = (0..1000).map(|_| decoder.decode(&Uniform::new(256)));
    /// assert_eq!(symbols.last(), Some(Err(InvalidData)));
    /// ```
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut decoder = Self {
            bytes: bytes.to_vec(),
            read: 0,
            offset: 0,
            range: u64::MAX,
            failed: false,
            #[cfg(feature = "trace")]
            stream: "",
        };
        decoder.shift();
        decoder.shift();
        decoder
    }

    /// The same decoder with a name for its message, which matters to those who trace it (`trace`, a feature of the crate) and to nobody else.
    ///
    /// ```
    /// use entropy::{Decode, Uniform, range};
    /// let mut decoder = range::Decoder::new(b"").named("moves");
    /// assert_eq!(decoder.decode(&Uniform::new(62)), Ok(0));
    /// ```
    #[must_use]
    #[cfg_attr(not(feature = "trace"), allow(unused_mut))]
    pub fn named(mut self, _name: &'static str) -> Self {
        #[cfg(feature = "trace")]
        {
            self.stream = _name;
        }
        self
    }

    /// Tells whoever listens what was decoded, and who asked.
    #[cfg(feature = "trace")]
    #[track_caller]
    fn tell(&self, taken: crate::trace::Taken, low: u32, width: u32) {
        crate::trace::tell(crate::trace::Decision {
            stream: self.stream,
            taken,
            low,
            width,
            place: std::panic::Location::caller(),
        });
    }

    #[inline]
    fn shift(&mut self) {
        let rest = self.bytes.get(self.read..).unwrap_or_default();
        let Some(&next) = rest.first_chunk() else {
            return self.shift_at_the_end();
        };
        self.read += STEP;
        self.offset = self.offset << SHIFT | u64::from(u32::from_be_bytes(next));
    }

    /// As [`Decoder::shift`], where zeros stand for bytes that the message lacks.
    #[cold]
    fn shift_at_the_end(&mut self) {
        let rest = self.bytes.get(self.read..).unwrap_or_default();
        let mut next = [0; STEP];
        next[..rest.len()].copy_from_slice(rest);
        self.read += STEP;
        self.offset = self.offset << SHIFT | u64::from(u32::from_be_bytes(next));
        if self.read > self.bytes.len() + MOST_MISSING {
            self.failed = true;
            // No share of any interval reaches that far, so that nothing more is decoded.
            self.offset = u64::MAX;
        }
    }

    /// Goes on within a share of the interval.
    #[inline]
    fn narrow(&mut self, start: u64, range: u64) {
        self.offset -= start;
        self.range = range;
        if self.range < NARROW {
            self.shift();
            self.range <<= SHIFT;
        }
    }
}

impl Decode for Decoder {
    #[inline]
    fn decode<D: Distribution>(&mut self, distribution: &D) -> Result<usize, InvalidData> {
        let share = self.range >> PRECISION;
        let quantile = self.offset / share;
        // Rounding leaves a sliver that no symbol has, unless it is the only one.
        let sliver = quantile >= u64::from(TOTAL);
        let (symbol, interval) = distribution.locate(if sliver { 0 } else { quantile as u32 });
        if interval.width == TOTAL {
            return Ok(symbol);
        }
        if sliver {
            return Err(InvalidData);
        }
        self.narrow(
            share * u64::from(interval.start),
            share * u64::from(interval.width),
        );
        #[cfg(feature = "trace")]
        self.tell(crate::trace::Taken::Share, interval.start, interval.width);
        Ok(symbol)
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

    /// As [`Code::code`] with [`Bit`], whose quantile need not be known.
    #[inline]
    fn bit(&mut self, _bit: bool, one: u32) -> bool {
        let share = self.range >> PRECISION;
        let end = share << PRECISION;
        let start = share * u64::from(Bit::new(one).one());
        let bit = self.offset < start;
        if self.offset >= end {
            self.failed = true;
            return true;
        }
        if bit {
            self.narrow(0, start);
        } else {
            self.narrow(start, end - start);
        }
        #[cfg(feature = "trace")]
        self.tell(crate::trace::Taken::Bit(bit), 0, Bit::new(one).one());
        bit
    }
}

#[cfg(test)]
mod tests;
