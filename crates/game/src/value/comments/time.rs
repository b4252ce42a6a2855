//! Reads clock times and times spent.
//!
//! Not part of the format.
//!
//! Hours, minutes and seconds are one time whatever surrounds them. Two numbers with a colon are hours and minutes or minutes and seconds:
//! the time control and the other times of the game tell. A number alone is a number of seconds, but on a clock that might be minutes, too.

use super::budget::Budget;
use super::number::{Decimal, whole};

/// A time as it is written. All are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// A time that has one meaning: `1:30:0`.
    Exact(u64),
    /// Two numbers, read as minutes and seconds: `1:30`. `plain` is false where it can be nothing else: an hour has no decimals.
    Pair { millis: u64, plain: bool },
    /// A number, read as seconds: `45`. `plain` says that it has no decimals.
    Number { millis: u64, plain: bool },
}

/// Ten minutes; or ten hours, which no clock over the board has.
const TEN: u64 = 600_000;
/// A number of seconds that would be too many minutes.
const MANY: u64 = 200_000;
/// What a player may spend in a long game.
const LONG: u64 = 6 * 3_600_000;
/// Plies after which a player still has most of the time.
const EARLY: usize = 10;

impl Time {
    /// Reads a time with any number of digits. Minutes and seconds above 59 are read where nothing stands before them: `0:90:00`.
    pub fn read(text: &[u8]) -> Option<Self> {
        let mut parts = text.split(|&byte| byte == b':').map(<[u8]>::trim_ascii);
        let (first, second, third) = (parts.next()?, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        let fits = |value: u64, unit: u64, before: u64| before == 0 || value < 60 * unit;
        match (second, third) {
            (None, _) => Decimal::read(first, 3).map(|seconds| Self::Number {
                millis: seconds.value,
                plain: seconds.decimals == 0,
            }),
            (Some(second), None) => {
                let (first, second) = (whole(first)?, Decimal::read(second, 3)?);
                fits(second.value, 1000, first).then_some(Self::Pair {
                    millis: 60_000 * first + second.value,
                    plain: second.decimals == 0,
                })
            }
            (Some(minutes), Some(seconds)) => {
                let (hours, minutes) = (whole(first)?, whole(minutes)?);
                let seconds = Decimal::read(seconds, 3)?.value;
                let fit = fits(minutes, 1, hours) && fits(seconds, 1000, hours + minutes);
                let millis = 3_600_000 * hours + 60_000 * minutes + seconds;
                fit.then_some(Self::Exact(millis))
            }
        }
    }

    /// Reads a number of tenths of a second.
    pub fn of_tenths(text: &[u8]) -> Option<Self> {
        whole(text).map(|tenths| Self::Exact(100 * tenths))
    }
}

/// What the times of a game mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// With what to multiply a pair: 1 for minutes and seconds, 60 for hours and minutes.
    pair: Option<u64>,
    /// Whether numbers are seconds.
    seconds: bool,
}

impl Meaning {
    /// The meaning of the clock times of a main line, each with the number of plies before it.
    pub fn of_clocks(times: &[(usize, Time)], budget: Option<Budget>) -> Self {
        let pairs = || {
            times.iter().filter_map(|&(plies, time)| match time {
                Time::Pair { millis, .. } => Some((plies, millis)),
                _ => None,
            })
        };
        let numbers = || {
            times.iter().filter_map(|&(plies, time)| match time {
                Time::Number { millis, .. } => Some((plies, millis)),
                _ => None,
            })
        };
        let is_alone = numbers().count() == times.len();
        let mut meaning = Self {
            pair: None,
            seconds: false,
        };
        let Some(budget) = budget else {
            let is_minutes = |time: &(usize, Time)| match time.1 {
                Time::Pair { millis, plain } => !plain || millis >= TEN,
                _ => false,
            };
            let is_seconds = |time: &(usize, Time)| match time.1 {
                Time::Number { millis, plain } => !plain || millis >= MANY,
                _ => false,
            };
            meaning.pair = times.iter().any(is_minutes).then_some(1);
            meaning.seconds = is_alone && times.iter().any(is_seconds);
            return meaning;
        };
        let has_decimals =
            |&(_, time): &(usize, Time)| matches!(time, Time::Pair { plain: false, .. });
        meaning.pair = match times.iter().any(has_decimals) {
            true => Some(1),
            false => [1, 60]
                .into_iter()
                .find(|&unit| budget.explains(pairs(), unit)),
        };
        // Minutes and seconds that no early time contradicts may still be hours and minutes.
        let is_late = pairs().all(|(plies, _)| plies > EARLY);
        if meaning.pair == Some(1) && is_late && budget.explains(pairs(), 60) {
            meaning.pair = None;
        }
        meaning.seconds = is_alone && budget.explains(numbers(), 1);
        meaning
    }

    /// The meaning of the times spent on the moves of a main line, each with the number of plies up to the move.
    pub fn of_spent(times: &[(usize, Time)], budget: Option<Budget>) -> Self {
        let plies = times.last().map_or(0, |&(plies, _)| plies);
        let most = budget.map_or(LONG, |budget| budget.most(plies));
        // A player's time, if pairs are hours and minutes.
        let sum = |side: usize| {
            let own = times.iter().filter(|(plies, _)| plies % 2 == side);
            own.fold(0u64, |sum, &(_, time)| match time {
                Time::Exact(millis) => sum.saturating_add(millis),
                Time::Pair { millis, .. } => sum.saturating_add(60 * millis),
                Time::Number { .. } => sum,
            })
        };
        let is_minutes = |&(_, time): &(usize, Time)| match time {
            Time::Pair { millis, plain } => !plain || (budget.is_none() && millis >= TEN),
            _ => false,
        };
        let is_minutes = times.iter().any(is_minutes) || sum(0).max(sum(1)) > most;
        let too_long = |&(_, time): &(usize, Time)| match time {
            Time::Number { millis, .. } => budget.is_some() && millis > most,
            _ => false,
        };
        Self {
            pair: is_minutes.then_some(1),
            seconds: !times.iter().any(too_long),
        }
    }

    /// A time in milliseconds, if its meaning is clear.
    pub fn millis(self, time: Time) -> Option<u64> {
        match time {
            Time::Exact(millis) => Some(millis),
            Time::Pair { millis, .. } => self.pair.map(|unit| unit * millis),
            Time::Number { millis, .. } => self.seconds.then_some(millis),
        }
    }
}

impl Budget {
    /// Whether clock times, multiplied by `unit`, are times that players may have left: never more than they had, and most of it at first.
    fn explains(&self, times: impl Iterator<Item = (usize, u64)> + Clone, unit: u64) -> bool {
        let fits = |(plies, time): (usize, u64)| unit * time <= self.most(plies);
        let mut firsts = [0, 1].into_iter().filter_map(|side| {
            let mut own = times.clone().filter(|(plies, _)| plies % 2 == side);
            own.next().filter(|&(plies, _)| plies <= EARLY)
        });
        let is_first = |(_, time): (usize, u64)| unit * time >= self.first / 8;
        times.clone().all(fits) && firsts.all(is_first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_are_read_with_any_number_of_digits() {
        for (text, millis) in [
            ("0:03:00", 180_000),
            ("1:30:0", 5_400_000),
            ("0:9:7", 547_000),
            ("1:2:3.5", 3_723_500),
            ("0: 00:11", 11_000),
            ("0:\n00:11", 11_000),
            ("1:40:50,99", 6_050_990),
            ("0:90:00", 5_400_000),
            ("0:0:90", 90_000),
            ("100:00:00", 360_000_000),
        ] {
            let time = Time::read(text.as_bytes());
            assert_eq!(time, Some(Time::Exact(millis)), "{text}");
        }
        for odd in [
            "", ":", "1:", "1:60:00", "1:00:60", "1:60", "1:2:3:4", "-0:00:04", "1.39.10",
            "0:01:1.", "a",
        ] {
            assert_eq!(Time::read(odd.as_bytes()), None, "{odd}");
        }
        assert_eq!(Time::of_tenths(b"36"), Some(Time::Exact(3600)));
        assert_eq!(Time::of_tenths(b"3.6"), None);
    }

    fn clocks(control: &str, times: &[(usize, &str)]) -> Vec<Option<u64>> {
        let read = |&(plies, text): &(usize, &str)| (plies, Time::read(text.as_bytes()).unwrap());
        let times: Vec<_> = times.iter().map(read).collect();
        let meaning = Meaning::of_clocks(&times, Budget::of(control.as_bytes()));
        let seconds = |&(_, time): &(usize, Time)| Some(meaning.millis(time)? / 1000);
        times.iter().map(seconds).collect()
    }

    #[test]
    fn the_time_control_tells_hours_from_minutes() {
        for (control, seconds) in [
            ("5400+30", Some(5400)),
            ("40/5400+30:1800+30", Some(5400)),
            ("90", Some(90)),
            ("60+1", None),
            ("180+2", Some(90)),
            // Either a quarter of the time is left, or it is another time control.
            ("3600", None),
            // Seconds by the standard, but an hour and a half in the mouth of people.
            ("90+30", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(clocks(control, &[(1, "1:30")]), [seconds], "{control}");
        }
        // What the first time of each side says holds for the game.
        let found = clocks("5400", &[(1, "1:30"), (2, "1:29"), (40, "0:04")]);
        assert_eq!(found, [Some(5400), Some(5340), Some(240)]);
        let found = clocks("180", &[(1, "2:58"), (2, "2:59"), (60, "0:04")]);
        assert_eq!(found, [Some(178), Some(179), Some(4)]);
        // Late in a long game both are possible.
        assert_eq!(clocks("5400+30", &[(60, "1:30")]), [None]);
        assert_eq!(clocks("180+2", &[(60, "1:30")]), [Some(90)]);
    }

    #[test]
    fn without_a_time_control_only_times_tell_that_have_one_meaning() {
        assert_eq!(
            clocks("", &[(1, "59:30"), (60, "1:30")]),
            [Some(3570), Some(90)]
        );
        assert_eq!(clocks("", &[(1, "1:30.5")]), [Some(90)]);
        assert_eq!(clocks("", &[(1, "45"), (2, "44")]), [None, None]);
        assert_eq!(clocks("", &[(1, "300"), (40, "44")]), [Some(300), Some(44)]);
        assert_eq!(
            clocks("60", &[(1, "60"), (2, "59.9")]),
            [Some(60), Some(59)]
        );
        // 90 of 5400 seconds, after one move?
        assert_eq!(clocks("5400+30", &[(1, "90")]), [None]);
        assert_eq!(
            clocks("5400+30", &[(1, "1:30:00"), (2, "45")]),
            [Some(5400), None]
        );
    }

    #[test]
    fn pairs_of_times_spent_are_minutes_where_hours_would_be_too_long() {
        let spent = |control: &str, times: &[&str]| -> Vec<Option<u64>> {
            let times: Vec<_> = times
                .iter()
                .enumerate()
                .map(|(at, text)| (at + 1, Time::read(text.as_bytes()).unwrap()))
                .collect();
            let meaning = Meaning::of_spent(&times, Budget::of(control.as_bytes()));
            times
                .iter()
                .map(|&(_, time)| meaning.millis(time))
                .collect()
        };
        assert_eq!(spent("180+2", &["0:05"]), [Some(5000)]);
        assert_eq!(spent("5400+30", &["0:05"]), [None]);
        assert_eq!(
            spent("5400+30", &["0:05", "0:01", "1:59"]),
            [Some(5000), Some(1000), Some(119_000)]
        );
        assert_eq!(spent("", &["0:05"]), [None]);
        assert_eq!(spent("", &["1.748", "0"]), [Some(1748), Some(0)]);
        assert_eq!(spent("60", &["2424"]), [None]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_time_or_none(text in "[0-9:., -]{0,20}", control in "[0-9:/+*.]{0,20}") {
            if let Some(time) = Time::read(text.as_bytes()) {
                let budget = Budget::of(control.as_bytes());
                for meaning in [Meaning::of_clocks(&[(1, time)], budget), Meaning::of_spent(&[(1, time)], budget)] {
                    prop_assert!(meaning.millis(time).is_none_or(|millis| millis < 1 << 53));
                }
            }
        }
    }
}
