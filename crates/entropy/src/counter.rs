//! An adaptive estimate of how often a yes/no decision is yes.
//!
//! Format: "Counter".

use crate::Code;

/// A probability that learns fast while it has seen little and slowly later: the rate is `1 / (seen + 1.5)`, down to
/// a floor set by `limit`. The upper 22 bits hold the probability, the lower 10 the number of decisions seen
/// (the layout of the state maps of the PAQ family).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter(u32);

/// `65536 / (n + 1.5)`, the learning rate after `n` decisions.
const RATES: [u32; 1024] = {
    let mut rates = [0; 1024];
    let mut seen = 0;
    while seen < 1024 {
        rates[seen] = 131_072 / (2 * seen as u32 + 3);
        seen += 1;
    }
    rates
};

impl Counter {
    /// An even estimate that has seen nothing.
    pub const fn new() -> Self {
        Self(1 << 31)
    }

    /// Probability of yes out of [`crate::TOTAL`], always in `1..TOTAL`.
    #[inline]
    pub fn one(self) -> u32 {
        (self.0 >> 16).clamp(1, crate::TOTAL - 1)
    }

    /// Probability of yes out of 4096, in `0..4096`, for tables.
    #[inline]
    pub fn one12(self) -> u32 {
        self.0 >> 20
    }

    /// Decisions seen so far, up to the limit.
    #[inline]
    pub fn seen(self) -> u32 {
        self.0 & 1023
    }

    /// Learns that the decision was `bit`; `limit` (below 1024) bounds the memory.
    #[inline]
    pub fn update(&mut self, bit: bool, limit: u32) {
        let seen = self.0 & 1023;
        let probability = self.0 >> 10;
        let target = if bit { (1 << 22) - 1 } else { 0 };
        let step =
            ((i64::from(target) - i64::from(probability)) * i64::from(RATES[seen as usize])) >> 16;
        let probability = (i64::from(probability) + step) as u32;
        self.0 = probability << 10 | (seen + u32::from(seen < limit));
    }

    /// Codes `bit` with the estimate, learns it with a memory of 255 decisions, and returns it.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn code(&mut self, coder: &mut impl Code, bit: bool) -> bool {
        let bit = coder.bit(bit, self.one());
        self.update(bit, 255);
        bit
    }
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimate_follows_the_share_of_yes() {
        let mut counter = Counter::default();
        for n in 0..4000 {
            counter.update(n % 4 == 0, 255);
        }
        assert!(
            (15_000..18_000).contains(&counter.one()),
            "{}",
            counter.one()
        );
    }

    #[test]
    fn estimate_never_reaches_certainty() {
        for bit in [false, true] {
            let mut counter = Counter::default();
            for _ in 0..100_000 {
                counter.update(bit, 1023);
            }
            assert!((1..crate::TOTAL).contains(&counter.one()));
        }
    }
}
