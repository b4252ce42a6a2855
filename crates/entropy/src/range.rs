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
}

impl Decoder {
    /// A message that [`Encoder`] wrote; any other bytes give arbitrary symbols or [`InvalidData`], and surely the latter once more
    /// than [`MOST_MISSING`] bytes behind their end were needed.
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
        };
        decoder.shift();
        decoder.shift();
        decoder
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
        bit
    }
}

#[cfg(test)]
mod tests {
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
}
