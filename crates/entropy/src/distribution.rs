//! Integer distributions: where a symbol's share of the total begins, and how wide it is.
//!
//! Format: "Distributions".

use crate::{PRECISION, TOTAL};

/// A symbol's share `start..start + width` of `0..TOTAL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Sum of the widths of the symbols before this one.
    pub start: u32,
    /// This symbol's probability out of [`TOTAL`]; at least 1.
    pub width: u32,
}

/// A finite distribution over symbols `0..len` in integers that sum to [`TOTAL`].
pub trait Distribution {
    /// The share of `symbol`, which must be one of this distribution.
    fn interval(&self, symbol: usize) -> Interval;

    /// The symbol whose share holds `quantile`, which is less than [`TOTAL`], and that share.
    fn locate(&self, quantile: u32) -> (usize, Interval);
}

/// A yes/no decision: symbol 0 is no, symbol 1 is yes.
#[derive(Clone, Copy, Debug)]
pub struct Bit {
    one: u32,
}

impl Bit {
    /// `one` is the probability of symbol 1 out of [`TOTAL`]; it is clamped to `1..TOTAL`.
    #[inline]
    pub fn new(one: u32) -> Self {
        Self {
            one: one.clamp(1, TOTAL - 1),
        }
    }

    /// The probability of symbol 1 out of [`TOTAL`].
    #[inline]
    pub(crate) fn one(self) -> u32 {
        self.one
    }
}

impl Distribution for Bit {
    #[inline]
    fn interval(&self, symbol: usize) -> Interval {
        if symbol == 0 {
            Interval {
                start: self.one,
                width: TOTAL - self.one,
            }
        } else {
            Interval {
                start: 0,
                width: self.one,
            }
        }
    }

    #[inline]
    fn locate(&self, quantile: u32) -> (usize, Interval) {
        let symbol = usize::from(quantile < self.one);
        (symbol, self.interval(symbol))
    }
}

/// Equal shares for `count` symbols, as equal as the precision allows.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    count: u32,
}

impl Uniform {
    /// A distribution over `0..count`; `count` is clamped to `1..=TOTAL`.
    #[inline]
    pub fn new(count: u32) -> Self {
        Self {
            count: count.clamp(1, TOTAL),
        }
    }

    #[inline]
    fn start(&self, symbol: u32) -> u32 {
        ((u64::from(symbol) << PRECISION) / u64::from(self.count)) as u32
    }
}

impl Distribution for Uniform {
    #[inline]
    fn interval(&self, symbol: usize) -> Interval {
        let start = self.start(symbol as u32);
        Interval {
            start,
            width: self.start(symbol as u32 + 1) - start,
        }
    }

    #[inline]
    fn locate(&self, quantile: u32) -> (usize, Interval) {
        let guess = ((u64::from(quantile) * u64::from(self.count)) >> PRECISION) as u32;
        // Shares begin at rounded-down places, so the guess may be one too low, never too high.
        let symbol = guess + u32::from(self.start(guess + 1) <= quantile);
        (symbol as usize, self.interval(symbol as usize))
    }
}

/// Widths given one by one, normalised by the caller.
#[derive(Clone, Copy, Debug)]
pub struct Frequencies<'a> {
    widths: &'a [u32],
}

impl<'a> Frequencies<'a> {
    /// `widths` are at least 1 each and sum to [`TOTAL`]; there is at least one.
    #[inline]
    pub fn new(widths: &'a [u32]) -> Self {
        debug_assert_eq!(widths.iter().sum::<u32>(), TOTAL);
        debug_assert!(widths.iter().all(|&width| width > 0));
        Self { widths }
    }
}

impl Distribution for Frequencies<'_> {
    #[inline]
    fn interval(&self, symbol: usize) -> Interval {
        Interval {
            start: self.widths[..symbol].iter().sum(),
            width: self.widths[symbol],
        }
    }

    #[inline]
    fn locate(&self, quantile: u32) -> (usize, Interval) {
        let mut start = 0;
        let last = self.widths.len() - 1;
        for (symbol, &width) in self.widths[..last].iter().enumerate() {
            if quantile < start + width {
                return (symbol, Interval { start, width });
            }
            start += width;
        }
        let width = self.widths[last];
        (last, Interval { start, width })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shares_tile_the_total(distribution: &impl Distribution, count: usize) {
        let mut start = 0;
        for symbol in 0..count {
            let interval = distribution.interval(symbol);
            assert_eq!(interval.start, start);
            assert!(interval.width > 0);
            for quantile in [start, start + interval.width - 1] {
                assert_eq!(distribution.locate(quantile), (symbol, interval));
            }
            start += interval.width;
        }
        assert_eq!(start, TOTAL);
    }

    #[test]
    fn uniform_shares_tile_the_total_for_every_small_count() {
        for count in (1..700).chain([1 << 12, 40_000, TOTAL]) {
            shares_tile_the_total(&Uniform::new(count), count as usize);
        }
    }

    proptest! {
        #[test]
        fn frequencies_tile_the_total(weights in proptest::collection::vec(1u32..200, 1..300)) {
            let mut widths = weights.clone();
            let sum: u32 = widths.iter().sum();
            widths[0] += TOTAL - sum;
            shares_tile_the_total(&Frequencies::new(&widths), widths.len());
        }
    }
}
