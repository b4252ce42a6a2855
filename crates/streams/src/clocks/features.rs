//! The features from which the network predicts a thinking time.
//!
//! Format: "Stream clocks".

use super::situation::{End, Event, Situation};
use model::number::log2;
use model::perceptron::ONE;

/// Number of features; the last one is always one.
pub(super) const FEATURES: usize = 72;

/// The features of a time. Logarithms are in units of 1/256.
#[inline(always)]
pub(super) fn features(now: &Situation) -> [i16; FEATURES] {
    let [own, other] = &now.players;
    let [before, last, this, next, then] = &now.moves;
    let second = log2(now.second);
    // A second is added to each time, and its logarithm subtracted, so that no time gives 0.
    let log = |time: u64| log2(time + now.second) - second;
    let mut features = Features::default();

    let [t1, t2, t3] = own.spent;
    let [o1, o2, _] = other.spent;
    for time in [t1, t2, t3, o1, o2] {
        features.put(scaled(log(time.max(0) as u64), 77, 128));
    }
    let paces = [
        (Some(own.average[0]), 102),
        (Some(own.average[1]), 128),
        (Some(other.average[0]), 102),
        (Some(other.average[1]), 102),
        (own.habit, 102),
    ];
    for (pace, scale) in paces {
        features.put(pace.map_or(0, |pace| scaled(pace - second, scale, 2 * scale)));
    }
    features.put(scaled(log(own.left), 51, 256));
    features.put((own.left * 256 / now.start.max(1)).min(512) as i32 - 128);
    features.put((log(own.left) - log(other.left)) / 2);
    let depth = i32::from(now.depth);
    features.put((5 * depth - 150).min(256));
    features.put((10 * i32::from(this.choices) - 256).min(256));
    features.flags(&now.nature());
    features.flags(&now.sequel());
    features.flags(&[1, 2, 3, 4, 5, 6].map(|role| this.role() == role));
    let lost = now.end == End::Lost;
    features.flags(&[
        own.moves == 0,
        lost,
        now.end == End::Won,
        now.end == End::Drawn,
        now.after == 0,
        now.after == 1,
        this.mate,
        now.mates,
        now.white,
        t1 == 0,
        t2 == 0,
        o1 == 0,
        next.choices == 1,
        last.choices == 1,
    ]);
    let to_come = log2(u64::from(now.after / 2) + 1);
    features.put(scaled(to_come, 51, 205));
    features.put(if lost { log(own.left) - to_come } else { 0 });
    features.put(scaled(log(now.increment), 77, 0));
    let seconds = now.start.saturating_add(40 * now.increment) / now.second;
    features.put(scaled(log2(seconds + 1), 128, 1024));
    for limit in [10, 30] {
        let limit = limit * now.second;
        features.put(ONE - (own.left.min(limit) * 256 / limit) as i32);
    }
    features.put((depth * 256 / 12).min(256));
    features.put((depth * 256 / 40).min(256));
    for event in [this, next, then, last, before] {
        features.put(38 * event.taken());
    }
    features.put(38 * i32::from(own.rating) - 307);
    features.put(77 * (i32::from(own.rating) - i32::from(other.rating)));
    let cost = |event: &Event| 4 * i32::from(event.surprise.cost) - 50;
    let entropy = |event: &Event| 8 * i32::from(event.surprise.entropy) - 100;
    for event in [this, last, next, then, before] {
        features.put(cost(event));
    }
    for event in [this, last, next, before] {
        features.put(entropy(event));
    }
    features.put(ONE);
    features.list
}

fn scaled(value: i32, scale: i32, minus: i32) -> i32 {
    ((value * scale) >> 8) - minus
}

/// The list of features that is being filled.
struct Features {
    list: [i16; FEATURES],
    count: usize,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            list: [0; FEATURES],
            count: 0,
        }
    }
}

impl Features {
    // Inlined, so that the places are constants.
    #[inline(always)]
    fn put(&mut self, value: i32) {
        self.list[self.count] = value.clamp(-1023, 1023) as i16;
        self.count += 1;
    }

    #[inline(always)]
    fn flags(&mut self, flags: &[bool]) {
        for &flag in flags {
            self.put(if flag { ONE } else { 0 });
        }
    }
}
