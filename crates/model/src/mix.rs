//! Logistic mixing: several estimates of one yes/no decision become one, with weights that learn online.
//!
//! Format: "Mixing".
//!
//! The method of the PAQ family (Mahoney, "Adaptive weighing of context models for lossless data compression", 2005)
//! in integers: estimates are added up in the logistic domain, and each weight moves along the gradient of the cost.

use entropy::TOTAL;

/// Units of the logistic domain: 256 is one nat of log-odds.
const UNIT: i32 = 256;

/// The logistic domain is clamped to `-LIMIT..LIMIT`, where a probability is about 1 / 65536.
const LIMIT: i32 = 11 * UNIT;

/// exp(-1/256) in units of 2^-62.
const DECAY: u128 = 4_593_706_758_521_714_574;

/// `squash(x)` for `x` in `-LIMIT..=LIMIT`.
static SQUASH: [u16; 2 * LIMIT as usize + 1] = {
    let mut table = [0; 2 * LIMIT as usize + 1];
    let one = 1u128 << 62;
    let mut power = one; // exp(-x / UNIT)
    let mut x = 0;
    while x <= LIMIT as usize {
        let low = ((power << 16) / (one + power)) as u16;
        table[LIMIT as usize - x] = if low == 0 { 1 } else { low };
        table[LIMIT as usize + x] = (65_536 - low as u32 - (low == 0) as u32) as u16;
        power = (power * DECAY) >> 62;
        x += 1;
    }
    table
};

/// `stretch` at 4,096 even steps of probability.
static STRETCH: [i16; 4096] = stretch_table();

const fn stretch_table() -> [i16; 4096] {
    let mut table = [0; 4096];
    let mut x = -LIMIT;
    let mut i = 0;
    while i < 4096 {
        let probability = i as u32 * 16 + 8;
        while x < LIMIT && (SQUASH[(x + LIMIT) as usize] as u32) < probability {
            x += 1;
        }
        table[i] = x as i16;
        i += 1;
    }
    table
}

/// The probability (out of [`TOTAL`]) whose log-odds are `x / 256` nats.
#[inline(always)]
pub fn squash(x: i32) -> u32 {
    u32::from(SQUASH[(x.clamp(-LIMIT, LIMIT) + LIMIT) as usize])
}

/// The log-odds of a probability out of 4,096 (as [`entropy::Counter::one12`] gives it), in units of 1/256 nat. Finer steps would
/// cost time and gain nothing: mixers and corrections sharpen what is nearly certain.
#[inline(always)]
pub fn stretch(probability: u32) -> i32 {
    i32::from(STRETCH[probability as usize & 4095])
}

/// Weights stay within eight times an estimate either way, so that sums fit 32 bits.
const WEIGHT_LIMIT: i32 = 8 << 16;

/// The weighted sum of log-odds; weights are in units of 2^-16.
#[inline(always)]
pub fn dot(weights: &[i32], inputs: &[i32]) -> i32 {
    let mut sum = 0;
    for (&weight, &input) in weights.iter().zip(inputs) {
        sum += (weight * input) >> 5;
    }
    sum >> 11
}

/// Moves `weights` against the error of `probability` (out of [`TOTAL`]); a `rate` of 2 to 14 is usual.
#[inline(always)]
pub fn train(weights: &mut [i32], inputs: &[i32], probability: u32, bit: bool, rate: i32) {
    let target = if bit { TOTAL as i32 } else { 0 };
    let error = ((target - probability as i32) * rate) >> 2;
    for (weight, &input) in weights.iter_mut().zip(inputs) {
        let step = (input * error + (1 << 17)) >> 18;
        *weight = (*weight + step).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
    }
}

/// A correction learned by experience: what really happened when the mixer said so, in each of `contexts` situations.
/// (Adaptive probability map, "secondary symbol estimation".)
#[derive(Clone)]
pub struct Correction {
    /// 33 probabilities (out of [`TOTAL`]) a context, at even steps of log-odds from -8 to 8 nats.
    table: Vec<u16>,
    index: usize,
}

impl Correction {
    /// Begins as the identity.
    pub fn new(contexts: usize) -> Self {
        let mut new = Self {
            table: Vec::new(),
            index: 0,
        };
        new.add(contexts);
        new
    }

    /// Makes room for more situations, in which it is the identity.
    pub fn add(&mut self, contexts: usize) {
        let row: [u16; 33] = std::array::from_fn(|i| squash((i as i32 - 16) * 128) as u16);
        self.table.extend(row.repeat(contexts));
    }

    /// The corrected probability (out of [`TOTAL`]) for log-odds `x` in situation `context`.
    #[inline]
    pub fn refine(&mut self, x: i32, context: usize) -> u32 {
        let x = x.clamp(-16 * 128, 16 * 128 - 1) + 16 * 128;
        let (low, weight) = ((x >> 7) as usize, (x & 127) as u32);
        let at = context * 33 + low;
        self.index = at + usize::from(weight >= 64);
        let (a, b) = (u32::from(self.table[at]), u32::from(self.table[at + 1]));
        (a * (128 - weight) + b * weight) >> 7
    }

    /// Learns what the last refined decision was.
    #[inline]
    pub fn update(&mut self, bit: bool) {
        let entry = &mut self.table[self.index];
        let target = if bit { 65_535 } else { 0 };
        *entry = (i32::from(*entry) + ((target - i32::from(*entry)) >> 6)) as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squash_is_monotone_and_symmetric() {
        for x in -LIMIT..LIMIT {
            assert!(squash(x) <= squash(x + 1));
            assert!(squash(x).abs_diff(TOTAL - squash(-x)) <= 1);
        }
        assert_eq!(squash(0), TOTAL / 2);
        assert!(squash(-i32::MAX) >= 1 && squash(i32::MAX) < TOTAL);
    }

    #[test]
    fn stretch_inverts_squash() {
        for x in -6 * UNIT..6 * UNIT {
            assert!(
                (stretch(squash(x) >> 4) - x).abs() < 30,
                "{x} {}",
                stretch(squash(x) >> 4)
            );
        }
    }

    #[test]
    fn weights_find_the_estimate_that_is_right() {
        let mut weights = [1 << 15; 2];
        for n in 0..2000 {
            let bit = n % 3 == 0;
            let inputs = [
                if bit { 300 } else { -300 },
                if n % 2 == 0 { 300 } else { -300 },
            ];
            let probability = squash(dot(&weights, &inputs));
            train(&mut weights, &inputs, probability, bit, 6);
        }
        assert!(weights[0] > 4 * weights[1].abs());
    }
}
