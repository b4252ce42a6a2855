//! The relations by which a number of a comment may be predicted, and which of them have predicted well.
//!
//! Format: "Numbers in comments".

use super::MOST;

/// How many earlier numbers of a comment are used.
pub(super) const REACH: usize = 6;
/// How many numbers of the game are used.
const OUTSIDE: usize = 12;
/// The side's last value, the other side's, the side's last value plus its last change, and the other side's with the sign reversed.
const OWN: usize = 4;
/// For each earlier number: the last value changed by as much as that number; a total less it; the last value in proportion to it.
const PAIRED: usize = 3;
/// Pairs of earlier numbers whose product is tried; 0 is the nearest.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];
/// Products are multiplied or divided by these.
const SCALES: [(i128, i128); 5] = [(1000, 1), (1, 1), (1, 10), (1, 100), (1, 1000)];

/// The relation in use is kept until another is better by this, in units of 2^-8 bit.
const MARGIN: u32 = 400;

const OUTSIDE_FROM: usize = OWN;
const PAIRED_FROM: usize = OUTSIDE_FROM + OUTSIDE;
const PRODUCTS_FROM: usize = PAIRED_FROM + PAIRED * REACH;
const KINDS: usize = PRODUCTS_FROM + PAIRS.len() * SCALES.len();

/// An earlier number of a comment.
#[derive(Clone, Copy, Default)]
pub(super) struct Earlier {
    pub field: u32,
    /// Without its point.
    pub value: i64,
    /// The one before it of the same side.
    pub before: i64,
}

/// A predicted value, and the relation that it comes from.
#[derive(Clone, Copy, Default)]
pub(super) struct Guess {
    /// The number of the relation.
    pub kind: u32,
    pub value: i64,
    /// By how much a product changes if its smaller factor changes by one; 0 for other relations.
    pub step: i64,
}

/// The relations of a field.
#[derive(Clone)]
pub(super) struct Relations {
    /// What each would have cost lately, in units of 2^-8 bit; separately for the first number of a game.
    costs: [[u32; KINDS]; 2],
    /// For each earlier field: the last sum of it and this field, less this field's value before; and the first sum of a game.
    totals: Vec<(u32, i64, i64)>,
    guesses: [Option<(i64, i64)>; KINDS],
    earlier: Vec<(u32, i64)>,
    last: i64,
    fresh: bool,
    best: usize,
    second: usize,
    /// The best relation of the last number; separately for the first number of a game.
    kept: [usize; 2],
}

impl Default for Relations {
    fn default() -> Self {
        let costs = std::array::from_fn(|kind| match kind {
            0 => 20 << 8,
            _ => 24 << 8,
        });
        Self {
            costs: [costs; 2],
            totals: Vec::new(),
            guesses: [None; KINDS],
            earlier: Vec::new(),
            last: 0,
            fresh: false,
            best: 0,
            second: 0,
            kept: [0; 2],
        }
    }
}

impl Relations {
    /// Predicts the number by every relation. `own` and `other` are the last values of the sides, the newest first; `earlier` are numbers
    /// of the comment, the nearest first.
    pub fn prepare(
        &mut self,
        own: &[i64; 3],
        other: &[i64; 3],
        fresh: bool,
        earlier: &[Earlier],
        outside: &[i64],
    ) {
        self.guesses = [None; KINDS];
        self.fresh = fresh;
        self.last = own[0];
        let within = |value: i64| value.clamp(-MOST, MOST);
        let mut guess = |kind: usize, value: i64, step: i64| {
            self.guesses[kind] = Some((within(value), step));
        };
        guess(0, own[0], 0);
        guess(1, other[0], 0);
        guess(2, 2 * own[0] - own[1], 0);
        guess(3, -other[0], 0);
        for (at, &value) in outside.iter().take(OUTSIDE).enumerate() {
            guess(OUTSIDE_FROM + at, value, 0);
        }
        self.earlier.clear();
        for (at, number) in earlier.iter().enumerate() {
            let &Earlier {
                field,
                value,
                before,
            } = number;
            self.earlier.push((field, value));
            let kind = PAIRED_FROM + at * PAIRED;
            guess(kind, own[0] + (value - before), 0);
            let total = self.totals.iter().find(|total| total.0 == field);
            if let Some(&(_, added, first)) = total {
                let total = if fresh { first } else { own[0] + added };
                guess(kind + 1, total - value, 0);
            }
            if before != 0 {
                let share = i128::from(own[0]) * i128::from(value) / i128::from(before);
                guess(kind + 2, clamp(share), 0);
            }
        }
        for (at, (a, b)) in PAIRS.into_iter().enumerate() {
            let (Some(a), Some(b)) = (earlier.get(a), earlier.get(b)) else {
                continue;
            };
            let (a, b) = (a.value, b.value);
            for (place, (up, down)) in SCALES.into_iter().enumerate() {
                let product = i128::from(a) * i128::from(b) * up / down;
                let step = i128::from(a.abs().max(b.abs())) * up / down;
                let kind = PRODUCTS_FROM + at * SCALES.len() + place;
                guess(kind, clamp(product), clamp(step));
            }
        }
        let costs = &self.costs[usize::from(fresh)];
        let mut order = [0usize; 2];
        for kind in 1..KINDS {
            if self.guesses[kind].is_none() {
                continue;
            }
            if costs[kind] < costs[order[0]] {
                order = [kind, order[0]];
            } else if costs[kind] < costs[order[1]] || order[1] == order[0] {
                order[1] = kind;
            }
        }
        let kept = self.kept[usize::from(fresh)];
        let close = costs[kept] < costs[order[0]] + MARGIN;
        if self.guesses[kept].is_some() && close && kept != order[0] {
            order = [kept, order[0]];
        }
        self.kept[usize::from(fresh)] = order[0];
        [self.best, self.second] = order;
    }

    /// The best relation so far, and its prediction.
    pub fn best(&self) -> Guess {
        let (value, step) = self.guesses[self.best].unwrap_or_default();
        Guess {
            kind: self.best as u32,
            value,
            step,
        }
    }

    /// The prediction of the second best relation.
    pub fn second(&self) -> i64 {
        self.guesses[self.second].unwrap_or_default().0
    }

    /// Learns what the number was.
    pub fn learn(&mut self, value: i64) {
        let costs = &mut self.costs[usize::from(self.fresh)];
        for (cost, guess) in costs.iter_mut().zip(&self.guesses) {
            if let Some((guess, _)) = *guess {
                *cost = *cost - (*cost >> 4) + (cost_of(value - guess) << 4);
            }
        }
        for at in 0..self.earlier.len() {
            let (field, earlier) = self.earlier[at];
            let known = self.totals.iter().position(|total| total.0 == field);
            let place = known.unwrap_or_else(|| {
                // Junk may have many fields.
                self.totals.truncate(63);
                self.totals.push((field, 0, 0));
                self.totals.len() - 1
            });
            let total = &mut self.totals[place];
            if self.fresh {
                total.2 = value + earlier;
            } else {
                total.1 = value + earlier - self.last;
            }
        }
    }
}

fn clamp(value: i128) -> i64 {
    value.clamp(-i128::from(MOST), i128::from(MOST)) as i64
}

/// About what a difference costs, in bits.
pub(super) fn cost_of(difference: i64) -> u32 {
    match difference.unsigned_abs() {
        0 => 0,
        size => 2 + size.ilog2(),
    }
}
