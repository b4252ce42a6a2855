//! How numbers of games grow with the time at which they were played.
//!
//! Most sites count their games, so numbers grow as fast as games are played. Since 2021 Chess.com's also keep time: every ten minutes
//! the count goes on from 600,000 more than ten minutes before, whatever was played.
//!
//! Format: "Other values".

/// Seconds after which a count that keeps time is put forward, and to how much more than the last time.
const PERIOD: i64 = 600;
const LEAP: i64 = 600_000;
/// How much further the number is in a second, over many periods.
const PACE: i64 = LEAP / PERIOD;

/// How many games begin in a second, in 2^-16: at first, and what is believed.
const USUAL: i64 = 150 << 16;
const BELIEVED: std::ops::RangeInclusive<i64> = 20 << 16..=900 << 16;

/// Longer times, in seconds, are none that games are apart.
const LONGEST: i64 = 1 << 33;
/// Times below this tell too little of how many games begin in a second.
const SHORTEST: i64 = 60;

/// The clock is preferred where its errors had so many bits less than the rate's, of late: the sum stays within ±[`MEMORY`].
const BETTER: i32 = 16;
const MEMORY: i32 = 64;

/// Two games: the first one's number, and when they were played.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub number: i64,
    /// When the first was played, in seconds.
    pub moment: i64,
    /// Seconds from there to the second.
    pub elapsed: i64,
}

/// How a tag's numbers grow.
#[derive(Default)]
pub(super) struct Growth {
    /// How much in a second, in 2^-16; 0 if not known.
    rate: i64,
    clock: Option<Clock>,
    /// Bits by which the clock was better of late.
    better: i32,
}

/// A count that keeps time.
struct Clock {
    /// How many games begin in a second, in 2^-16.
    inner: i64,
    /// Numbers less [`PACE`] for each second, half way between two leaps.
    middle: i64,
}

impl Growth {
    /// What is expected of the second game's number, and whether it is by the clock. `None` if nothing is known.
    pub fn expect(&self, span: Span) -> Option<(i64, bool)> {
        match &self.clock {
            Some(clock) if self.better >= BETTER && span.is_usual() => {
                Some((clock.expect(span), true))
            }
            _ if self.rate == 0 => None,
            _ => Some((self.steady(span), false)),
        }
    }

    /// What is expected if the number grows by the rate alone.
    fn steady(&self, span: Span) -> i64 {
        let grown = span.elapsed.saturating_mul(self.rate) >> 16;
        span.number.saturating_add(grown)
    }

    /// Learns what the second game's number was.
    pub fn learn(&mut self, span: Span, number: i64) {
        let step = number - span.number;
        if step.abs() >= 1 << 40 || span.elapsed == 0 || (step < 0) != (span.elapsed < 0) {
            return;
        }
        let steady = self.steady(span);
        if span.is_usual() {
            let clock = self.clock.get_or_insert_with(|| Clock {
                inner: USUAL,
                middle: span.number - PACE * span.moment,
            });
            if self.rate != 0 {
                let bits = |expected: i64| 64 - number.abs_diff(expected).leading_zeros() as i32;
                let gain = bits(steady) - bits(clock.expect(span));
                self.better = (self.better + gain).clamp(-MEMORY, MEMORY);
            }
            clock.learn(span, number);
        }
        let rate = ((step << 16) / span.elapsed).min(1 << 40);
        self.rate = if self.rate == 0 {
            rate
        } else {
            (self.rate * 7 + rate) / 8
        };
    }
}

impl Span {
    fn is_usual(&self) -> bool {
        self.elapsed.abs() < LONGEST && self.moment.abs() < 1 << 40
    }
}

impl Clock {
    /// How far the count is put forward each time.
    fn leap(&self) -> i64 {
        LEAP - ((PERIOD * self.inner) >> 16)
    }

    /// What is expected of the second game's number.
    fn expect(&self, span: Span) -> i64 {
        let counted = span.number + ((self.inner * span.elapsed) >> 16);
        let ahead = counted - PACE * (span.moment + span.elapsed);
        counted + self.leap() * nearest(self.middle - ahead, self.leap())
    }

    fn learn(&mut self, span: Span, number: i64) {
        let expected = self.expect(span);
        let missed = nearest(number - expected, self.leap());
        let ahead = number - PACE * (span.moment + span.elapsed);
        if missed.abs() > 1 {
            self.middle = ahead;
            return;
        }
        // What is left without the leaps is how many games began.
        let counted = span.number + ((self.inner * span.elapsed) >> 16);
        let leaps = (expected - counted) / self.leap() + missed;
        let time = span.elapsed - PERIOD * leaps;
        if time.abs() > SHORTEST {
            // Steps below 2^40 and times below LONGEST leave the difference below 2^47, so that it may be shifted.
            let inner = ((number - span.number - LEAP * leaps) << 16) / time;
            if BELIEVED.contains(&inner) {
                self.inner += ((inner - self.inner) * 40) >> 8;
            }
        }
        if missed == 0 {
            self.middle += (ahead - self.middle) >> 6;
        } else {
            // So that it would have been right.
            let most = self.leap() * 49 / 100;
            self.middle = self.middle.clamp(ahead - most, ahead + most);
        }
    }
}

/// How many times `step`, which is above 0, is nearest to `value`.
fn nearest(value: i64, step: i64) -> i64 {
    (value + step / 2).div_euclid(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds numbers of games some time apart; returns how far the last ones were from what was expected, and whether by the clock.
    fn errors(number: impl Fn(i64) -> i64) -> Vec<(u64, bool)> {
        let (mut growth, mut moment, mut errors) = (Growth::default(), 63_000_000_000, Vec::new());
        for n in 0..300_i64 {
            let elapsed = 200 + n * 7919 % 9001;
            let span = Span {
                number: number(moment),
                moment,
                elapsed,
            };
            moment += elapsed;
            if let Some((expected, by_clock)) = growth.expect(span) {
                errors.push((expected.abs_diff(number(moment)), by_clock));
            }
            growth.learn(span, number(moment));
        }
        errors.split_off(errors.len() - 100)
    }

    #[test]
    fn a_count_that_keeps_time_is_recognised() {
        let number = |moment: i64| moment.div_euclid(600) * 600_000 + moment.rem_euclid(600) * 170;
        let errors = errors(number);
        assert!(errors.iter().all(|&(_, by_clock)| by_clock));
        let close = errors.iter().filter(|(error, _)| *error < 3000);
        assert!(close.count() > 90, "{errors:?}");
    }

    #[test]
    fn a_steady_count_is_told_by_its_rate() {
        let errors = errors(|moment| moment * 97);
        assert!(
            errors
                .iter()
                .all(|&(error, by_clock)| !by_clock && error < 100)
        );
    }

    #[test]
    fn nothing_overflows() {
        let mut growth = Growth::default();
        let ends = [
            0,
            1,
            -1,
            1 << 33,
            -(1 << 33),
            1 << 40,
            i64::MAX / 4,
            i64::MIN / 4,
        ];
        for n in 0..1000_usize {
            let [moment, elapsed] = [n, n / 8].map(|n| ends[n % 8] / (n as i64 % 3 + 1));
            let number = 999_999_999_999_999 >> (n % 50);
            let span = Span {
                number,
                moment,
                elapsed,
            };
            growth.expect(span);
            growth.learn(span, 999_999_999_999_999 >> (n * 7 % 50));
        }
    }
}
