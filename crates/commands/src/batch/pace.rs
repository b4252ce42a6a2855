//! How long the rest of the work takes, judged by how fast it went of late.

use std::collections::VecDeque;
use std::time::Duration;

/// What went before this is forgotten, in seconds.
const WINDOW: f64 = 20.0;
/// Nothing is known before this, in seconds.
const FIRST: f64 = 3.0;
/// How much of the last guess stays in the next.
const KEPT: f64 = 0.8;

/// The pace of a work, of which parts from 0 to 1 are done.
#[derive(Debug, Default)]
pub struct Pace {
    /// When, in seconds, which part was done.
    seen: VecDeque<(f64, f64)>,
    /// Seconds left, as of the last look.
    left: Option<f64>,
}

impl Pace {
    /// Takes in that after so many seconds this part of the work was done.
    pub fn see(&mut self, now: f64, done: f64) {
        let before = self.seen.back().map_or(now, |&(at, _)| at);
        self.seen.push_back((now, done));
        while self.seen.get(1).is_some_and(|&(at, _)| now - at >= WINDOW) {
            self.seen.pop_front();
        }
        let (first, done_at_first) = self.seen[0];
        if now - first < FIRST || done <= done_at_first {
            return;
        }
        let rest = (1.0 - done) * (now - first) / (done - done_at_first);
        self.left = Some(match self.left {
            None => rest,
            Some(left) => KEPT * (left - (now - before)).max(0.0) + (1.0 - KEPT) * rest,
        });
    }

    /// The time left, as people say it, or `--` as long as it is not known.
    pub fn left(&self) -> String {
        self.left.map_or("--".to_owned(), |left| {
            spoken(Duration::from_secs_f64(left.clamp(0.0, 1e9)))
        })
    }
}

/// A time of at most two parts: `42 s`, `3 min 20 s`, `5 h 12 min`.
pub fn spoken(time: Duration) -> String {
    let seconds = (time.as_secs_f64().round() as u64).max(1);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_unknown_until_something_was_done_for_some_seconds() {
        let mut pace = Pace::default();
        for tenths in 0..FIRST as u64 * 10 {
            pace.see(tenths as f64 / 10.0, tenths as f64 / 1000.0);
            assert_eq!(pace.left(), "--");
        }
        let mut still = Pace::default();
        (0..100).for_each(|second| still.see(second as f64, 0.0));
        assert_eq!(still.left(), "--");
    }

    #[test]
    fn the_time_left_of_an_even_pace_is_right() {
        let mut pace = Pace::default();
        (0..=300).for_each(|tenths| pace.see(tenths as f64 / 10.0, tenths as f64 / 1000.0));
        assert_eq!(pace.left(), "1 min 10 s");
    }

    #[test]
    fn the_time_left_follows_a_pace_that_changes() {
        let mut pace = Pace::default();
        (0..100).for_each(|second| pace.see(second as f64, second as f64 * 0.001));
        (0..60).for_each(|second| {
            pace.see(100.0 + second as f64, 0.1 + second as f64 * 0.01);
        });
        let left = pace.left.unwrap();
        assert!((25.0..45.0).contains(&left), "{left}");
    }

    #[test]
    fn times_are_spoken_in_two_parts() {
        for (seconds, text) in [
            (0, "1 s"),
            (59, "59 s"),
            (200, "3 min 20 s"),
            (18_725, "5 h 12 min"),
        ] {
            assert_eq!(spoken(Duration::from_secs(seconds)), text);
        }
    }
}
