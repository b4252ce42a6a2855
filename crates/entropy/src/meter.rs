//! A coder that only counts.
//!
//! Not part of the format.

use crate::{Code, Distribution, Encode, PRECISION};

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

/// What a symbol costs, in units of 2^-16 bit.
fn cost(symbol: usize, distribution: &impl Distribution) -> u64 {
    (u64::from(PRECISION) << 16) - log2(distribution.interval(symbol).width)
}

/// Any coder, counting what passes through it: to tell on either side which part of a message costs how much.
///
/// ```
/// use entropy::{Code, Metered, Uniform, range};
/// let mut coder = Metered::new(range::Encoder::new());
/// coder.code(3, &Uniform::new(8));
/// assert_eq!(coder.spent(), 3 << 16);
/// ```
pub struct Metered<C> {
    coder: C,
    cost: u64,
}

impl<C> Metered<C> {
    /// Begins to count.
    pub fn new(coder: C) -> Self {
        Self { coder, cost: 0 }
    }

    /// The coder alone.
    pub fn into_inner(self) -> C {
        self.coder
    }
}

impl<C: Code> Code for Metered<C> {
    fn code<D: Distribution>(&mut self, symbol: usize, distribution: &D) -> usize {
        let symbol = self.coder.code(symbol, distribution);
        self.cost += cost(symbol, distribution);
        symbol
    }

    fn decodes(&self) -> bool {
        self.coder.decodes()
    }

    fn failed(&self) -> bool {
        self.coder.failed()
    }

    fn spent(&self) -> u64 {
        self.cost
    }
}

impl Encode for Meter {
    fn encode<D: Distribution>(&mut self, symbol: usize, distribution: &D) {
        self.cost += cost(symbol, distribution);
    }

    fn finish(self) -> Vec<u8> {
        Vec::new()
    }
}
