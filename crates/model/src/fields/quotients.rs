//! Quotients of the numbers of a comment: a speed is nodes by time, a time nodes by speed.
//!
//! Format: "Numbers in comments".

use super::MOST;
use super::relations::{self, Earlier};

/// The nearest earlier numbers that are divided: time left and delay may stand between time and nodes, and the depth behind.
const NEAREST: usize = 5;
/// Each two of them, either way.
pub(super) const QUOTIENTS: usize = NEAREST * (NEAREST - 1);

/// Units may differ by so many powers of ten: nodes by milliseconds are to be taken by a thousand for nodes by seconds,
const MOST_UP: u32 = 3;
/// nodes by seconds to be divided by a million for millions of them.
const MOST_DOWN: u32 = 9;
/// Larger quotients, before any power of ten is taken off, are taken for this.
const LARGEST: u64 = 1_000_000_000_000_000_000;

/// What a number costs that a quotient misses by more than a quarter, in bits,
const FAR: u32 = 48;
/// and how many more than by another relation if it does not.
const HANDICAP: u32 = 2;

/// Powers of ten: those that are a word, more than decimals ask for.
const POWERS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// A quotient, and between which units it lies.
#[derive(Clone, Copy, Default)]
struct Quotient {
    /// Of the sizes, with all powers of ten; 0 if there is none.
    size: u64,
    /// What it says, 0 if there is none.
    guess: i64,
    /// Powers of ten that are to be taken off.
    power: u32,
    /// And those that would have been better, the last time it was wrong.
    better: u32,
}

/// The quotients of a field.
pub(super) struct Quotients {
    all: [Quotient; QUOTIENTS],
    /// How many of them there are, by the number of earlier numbers.
    used: usize,
}

impl Quotients {
    pub fn new() -> Self {
        Self {
            all: [Quotient::default(); QUOTIENTS],
            used: 0,
        }
    }

    /// What the quotients of the earlier numbers say of one of so many decimals (at most 9); `None` where one would be divided by zero or is
    /// nothing.
    pub fn look(
        &mut self,
        earlier: &[Earlier],
        decimals: u32,
    ) -> impl Iterator<Item = Option<i64>> {
        self.used = 0;
        for (far, above) in earlier.iter().enumerate().take(NEAREST) {
            for below in &earlier[..far] {
                for (above, below) in [(above, below), (below, above)] {
                    self.all[self.used].look(above, below, decimals);
                    self.used += 1;
                }
            }
        }
        let said = |quotient: &Quotient| (quotient.size > 0).then_some(quotient.guess);
        self.all[..self.used].iter().map(said)
    }

    /// How many there are now.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Learns what the number was: which power of ten would have been better. It is used when it was twice.
    pub fn learn(&mut self, value: i64) {
        let Some(digits) = value.unsigned_abs().checked_ilog10() else {
            return;
        };
        for quotient in &mut self.all[..self.used] {
            if quotient.size == 0 || !misses(quotient.guess, value) {
                continue;
            }
            let power = quotient.size.ilog10().saturating_sub(digits);
            let power = power.min(MOST_DOWN);
            if power == quotient.better {
                quotient.power = power;
            }
            quotient.better = power;
        }
    }
}

impl Quotient {
    fn look(&mut self, above: &Earlier, below: &Earlier, decimals: u32) {
        self.size = divide(above, below, decimals);
        let size = self.size / POWERS[self.power as usize];
        let size = size.min(MOST as u64) as i64;
        let negative = (above.value < 0) != (below.value < 0);
        self.guess = if negative { -size } else { size };
    }
}

/// The size of a quotient with all powers of ten; 0 for a division by zero.
fn divide(above: &Earlier, below: &Earlier, decimals: u32) -> u64 {
    let (top, bottom) = (above.value.unsigned_abs(), below.value.unsigned_abs());
    if bottom == 0 {
        return 0;
    }
    let power = |power: u32| POWERS[(power as usize).min(POWERS.len() - 1)];
    let up = MOST_UP + decimals + below.decimals;
    let up_by = power(up.saturating_sub(above.decimals));
    let down_by = power(above.decimals.saturating_sub(up));
    // Mostly all are small, and a division of small ones is fast.
    match (top.checked_mul(up_by), bottom.checked_mul(down_by)) {
        (Some(top), Some(bottom)) => (top / bottom).min(LARGEST),
        _ => {
            let top = u128::from(top) * u128::from(up_by);
            let quotient = top / (u128::from(bottom) * u128::from(down_by));
            quotient.min(u128::from(LARGEST)) as u64
        }
    }
}

/// Whether a guess is off by more than a quarter.
fn misses(guess: i64, value: i64) -> bool {
    (value - guess).unsigned_abs() > value.unsigned_abs() / 4
}

/// About what a number costs of which a quotient has said this, in bits. Of so many quotients one is always near, and a small one is never far
/// from numbers that jump, so a quotient must be right in proportion and clearly better.
pub(super) fn cost_of(value: i64, guess: i64) -> u32 {
    match misses(guess, value) {
        true => FAR,
        false => HANDICAP + relations::cost_of(value - guess),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::relations::REACH;
    use proptest::prelude::*;

    fn number(value: i64, decimals: u32) -> Earlier {
        Earlier {
            value,
            decimals,
            ..Earlier::default()
        }
    }

    #[test]
    fn a_speed_is_nodes_by_time_in_whatever_units() {
        let nodes = |number: i64| Earlier {
            value: 270_782 * number,
            ..Earlier::default()
        };
        // 0.139, 1.39, 139 and 1,390 seconds; decimals of the speed; the speed of the first.
        for (time, decimals, speed) in [
            (number(139, 3), 0, 1_948_071),
            (number(139, 3), 2, 194),
            (number(139, 2), 0, 194_807),
            (number(139, 0), 0, 1_948),
            (number(1390, 0), 3, 194_807),
        ] {
            let mut quotients = Quotients::new();
            let mut said = Vec::new();
            for round in 1..=3 {
                said = quotients
                    .look(&[nodes(round), time], decimals)
                    .flatten()
                    .collect();
                quotients.learn(speed * round);
            }
            let near = |&guess: &i64| guess / 10 == speed * 3 / 10;
            assert!(said.iter().any(near), "{speed}: {said:?}");
        }
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        let mut quotients = Quotients::new();
        let zeros = [number(0, 3); REACH];
        assert_eq!(quotients.look(&zeros, 0).flatten().count(), 0);
        quotients.learn(5);
    }

    proptest! {
        #[test]
        fn quotients_of_any_numbers_are_in_range(
            numbers in proptest::collection::vec((-MOST..=MOST, 0..=9u32, 0..50u32), 0..=REACH),
            decimals in 0..=9u32,
            values in proptest::collection::vec(-MOST..=MOST, 4),
        ) {
            let earlier: Vec<_> = numbers.iter().map(|&(value, decimals, small)| number(value >> small, decimals)).collect();
            let mut quotients = Quotients::new();
            for value in values {
                for guess in quotients.look(&earlier, decimals).flatten() {
                    prop_assert!((-MOST..=MOST).contains(&guess));
                }
                quotients.learn(value);
            }
        }
    }
}
