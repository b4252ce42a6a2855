//! A coder that only counts.

use crate::{Distribution, Encode, PRECISION};

/// Adds up what symbols would cost, in units of 2^-16 bit.
///
/// ```
/// use entropy::{Encode, Meter, Uniform};
/// let mut meter = Meter::default();
/// meter.encode(3, &Uniform::new(8));
/// assert_eq!(meter.cost(), 3 << 16);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    cost: u64,
}

impl Meter {
    /// Cost so far in units of 2^-16 bit.
    pub fn cost(&self) -> u64 {
        self.cost
    }
}

/// `log2(value)` in units of 2^-16, by repeated squaring; `value` is at least 1.
fn log2(value: u32) -> u64 {
    let whole = value.ilog2();
    let mut mantissa = u64::from(value) << (31 - whole);
    let mut fraction = 0;
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 31;
        fraction <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    u64::from(whole) << 16 | fraction
}

impl Encode for Meter {
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        self.cost += (u64::from(PRECISION) << 16) - log2(distribution.interval(symbol).width);
    }

    fn finish(self) -> Vec<u8> {
        Vec::new()
    }
}
