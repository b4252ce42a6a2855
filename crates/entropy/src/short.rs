//! The coder for messages of a few bytes: a range coder that spends no bit more on the end than bytes make it.
//!
//! Byte by byte, with carries (Martin, "Range encoding", 1979). The interval has 48 to 56 bits, so that rounding costs nothing that could
//! be measured; the end is the shortest string of bytes that lies in it, zero bytes beyond the end left out.

use crate::{Code, Decode, Distribution, Encode, InvalidData, PRECISION, TOTAL};

/// Bits of the window that slides along the message.
const WINDOW: u32 = 56;
const MASK: u64 = (1 << WINDOW) - 1;
/// The interval is widened as long as it is no wider.
const NARROW: u64 = 1 << (WINDOW - 8);

/// Writes a message.
///
/// ```
/// use entropy::{Decode, Encode, Uniform, short};
/// let mut encoder = short::Encoder::new();
/// encoder.encode(20, &Uniform::new(62));
/// let bytes = encoder.finish();
/// assert_eq!(bytes.len(), 1);
/// assert_eq!(short::Decoder::new(&bytes).decode(&Uniform::new(62)), Ok(20));
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
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            low: 0,
            range: 1 << WINDOW,
        }
    }

    /// Brings `low` back into the window.
    fn carry(&mut self) {
        if self.low > MASK {
            self.low &= MASK;
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    fn shift(&mut self) {
        self.bytes.push((self.low >> (WINDOW - 8)) as u8);
        self.low = self.low << 8 & MASK;
    }
}

impl Encode for Encoder {
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        let interval = distribution.interval(symbol);
        if interval.width == TOTAL {
            return;
        }
        let share = self.range >> PRECISION;
        self.low += share * u64::from(interval.start);
        self.range = share * u64::from(interval.width);
        self.carry();
        while self.range <= NARROW {
            self.shift();
            self.range <<= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let end = self.low + self.range;
        for bytes in 0..=WINDOW / 8 {
            let below = MASK >> (8 * bytes);
            let shortest = (self.low + below) & !below;
            if shortest < end {
                self.low = shortest;
                break;
            }
        }
        self.carry();
        while self.low != 0 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads a message.
pub struct Decoder<'a> {
    bytes: &'a [u8],
    /// The message less the low end of the interval.
    offset: u64,
    range: u64,
    failed: bool,
}

impl<'a> Decoder<'a> {
    /// A message that [`Encoder`] wrote; any other bytes give arbitrary symbols or [`InvalidData`].
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            bytes,
            offset: 0,
            range: 1 << WINDOW,
            failed: false,
        };
        (0..WINDOW / 8).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let byte = self.bytes.split_off_first().copied().unwrap_or(0);
        self.offset = self.offset << 8 | u64::from(byte);
    }
}

impl Decode for Decoder<'_> {
    fn decode<D: Distribution>(&mut self, distribution: &D) -> Result<usize, InvalidData> {
        let (only, interval) = distribution.locate(0);
        if interval.width == TOTAL {
            return Ok(only);
        }
        let share = self.range >> PRECISION;
        let quantile = self.offset / share;
        if quantile >= u64::from(TOTAL) {
            return Err(InvalidData); // rounding leaves a sliver that no symbol has
        }
        let (symbol, interval) = distribution.locate(quantile as u32);
        self.offset -= share * u64::from(interval.start);
        self.range = share * u64::from(interval.width);
        while self.range <= NARROW {
            self.shift();
            self.range <<= 8;
        }
        Ok(symbol)
    }
}

impl Code for Decoder<'_> {
    fn code<D: Distribution>(&mut self, _symbol: usize, distribution: &D) -> usize {
        self.decode(distribution).unwrap_or_else(|InvalidData| {
            self.failed = true;
            distribution.locate(0).0
        })
    }

    fn decodes(&self) -> bool {
        true
    }

    fn failed(&self) -> bool {
        self.failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Frequencies, Meter};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn symbols_come_back_in_as_many_bytes_as_they_cost(
            symbols in proptest::collection::vec((0usize..4, 0usize..3), 0..200),
        ) {
            let tables = [[1, 2, 3, 65_530], [65_533, 1, 1, 1], [16_384; 4]];
            let (mut encoder, mut meter) = (Encoder::new(), Meter::default());
            for &(symbol, table) in &symbols {
                encoder.encode(symbol, &Frequencies::new(&tables[table]));
                meter.encode(symbol, &Frequencies::new(&tables[table]));
            }
            let bytes = encoder.finish();
            prop_assert!(8 * bytes.len() as u64 <= (meter.cost() >> PRECISION) + 9);
            let mut decoder = Decoder::new(&bytes);
            for &(symbol, table) in &symbols {
                prop_assert_eq!(decoder.decode(&Frequencies::new(&tables[table])), Ok(symbol));
            }
        }

        #[test]
        fn junk_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..50)) {
            let mut decoder = Decoder::new(&bytes);
            for _ in 0..200 {
                prop_assert!(decoder.code(0, &Frequencies::new(&[1, 65_000, 535])) < 3);
            }
        }
    }
}
