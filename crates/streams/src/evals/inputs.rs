//! The inputs of the network that predicts evaluations.
//!
//! Format: "Stream evals", "The network of evaluations".

use super::scale::scale;
use super::step::Step;
use super::value::Value;
use legal::san::Mark;

/// Most inputs that can be on at once: the pieces of two armies of any size, moves and everything below them.
pub const MOST_ON: usize = 64 + 96;
/// A weight of one.
pub const WHOLE: i16 = 8;

/// Number of knots between which a value on [`scale`] is interpolated; zero is the middle one.
const KNOTS: usize = 33;

const PIECES: usize = 0;
const FROM: usize = PIECES + 768;
const TO: usize = FROM + 384;
const NEXT_FROM: usize = TO + 384;
const NEXT_TO: usize = NEXT_FROM + 384;
const TAKEN: usize = NEXT_TO + 384; // three of 7
const FLAGS: usize = TAKEN + 21;
const CHOICES: usize = FLAGS + 16; // two of 8
const DEPTH: usize = CHOICES + 16;
const FORCES: usize = DEPTH + 24;
const HANGING: usize = FORCES + 16; // four of 10
const OUTCOME: usize = HANGING + 40;
const RATINGS: usize = OUTCOME + 32; // two of 16
const COST: usize = RATINGS + 32;
const LAST: usize = COST + 18;
const MATE: usize = LAST + KNOTS; // sides of 12
const SWING: usize = MATE + 24;
const SWING_BEFORE: usize = SWING + KNOTS;
const TWO_SWINGS: usize = SWING_BEFORE + KNOTS;
const RESTLESS: usize = TWO_SWINGS + KNOTS;
const MET: usize = RESTLESS + KNOTS;
const ANCHOR: usize = MET + KNOTS + 2;
const ANCHORS: usize = ANCHOR + KNOTS;
const GAINS: usize = ANCHORS + KNOTS; // three of 19
const LAST_FINE: usize = GAINS + 57;
/// Number of inputs.
pub const INPUTS: usize = LAST_FINE + 21;

/// Inputs that are on, with weights.
#[derive(Clone)]
pub struct Inputs {
    count: usize,
    on: [(u16, i16); MOST_ON],
}

impl Default for Inputs {
    fn default() -> Self {
        Self {
            count: 0,
            on: [(0, 0); MOST_ON],
        }
    }
}

/// What is known of the evaluations before, in the view of the player who has just moved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Past {
    /// The last evaluation in the line.
    pub last: Value,
    /// By how much it differs from the one before, in centipawns.
    pub swing: i32,
    /// By how much that one differs from the one before.
    pub swing_before: i32,
    /// How much evaluations have changed lately, in sixteenths of a centipawn.
    pub restless: i32,
    /// The last evaluation of the same position in the block.
    pub met: Option<Value>,
    /// The result for the player who has just moved: 0 unknown, 1 won, 2 lost, 3 drawn.
    pub outcome: u8,
    /// Ratings of the player who has just moved, and of the opponent.
    pub ratings: [u16; 2],
    /// Plies after this one.
    pub rest: u32,
}

impl Past {
    /// What is expected before anything is known: the last score, nothing after a mate.
    pub(super) fn expected(&self) -> i32 {
        if self.last.mate { 0 } else { self.last.value }
    }
}

impl Inputs {
    /// Those that are on.
    pub fn on(&self) -> &[(u16, i16)] {
        &self.on[..self.count]
    }

    fn put(&mut self, at: usize) {
        self.add(at, WHOLE);
    }

    fn add(&mut self, at: usize, weight: i16) {
        if self.count < MOST_ON && weight > 0 {
            self.on[self.count] = (at as u16, weight);
            self.count += 1;
        }
    }

    fn squares(&mut self, base: usize, mut set: u64) {
        while set != 0 {
            self.put(base + set.trailing_zeros() as usize);
            set &= set - 1;
        }
    }

    fn hanging(&mut self, base: usize, step: &Step) {
        for (place, &worth) in step.hanging.as_flattened().iter().enumerate() {
            self.put(base + 10 * place + usize::from(worth.min(9)));
        }
    }

    fn cost(&mut self, base: usize, step: &Step) {
        let cost = i32::from(step.cost);
        if cost < 255 {
            self.knots(base, 18, if cost < 64 { cost / 2 } else { cost - 32 });
        }
    }

    /// Turns on the two knots around a value, each with a weight that is the larger the nearer it is.
    fn knots(&mut self, base: usize, knots: usize, value: i32) {
        let value = value.clamp(0, 8 * (knots as i32 - 1));
        let (knot, part) = ((value >> 3) as usize, (value & 7) as i16);
        self.add(base + knot, WHOLE - part);
        if part > 0 {
            self.add(base + knot + 1, part);
        }
    }

    fn signed(&mut self, base: usize, value: i32) {
        self.knots(base, KNOTS, scale(value) + 8 * (KNOTS as i32 / 2));
    }

    /// Fills in what is known of the evaluation after step `at`.
    pub fn fill(&mut self, steps: &[Step], at: Option<usize>, past: &Past) {
        self.count = 0;
        let get = |at: Option<u32>| at.and_then(|at| steps.get(at as usize));
        let step = at.and_then(|at| steps.get(at));
        let last = past.last.value;
        if past.last.mate {
            let side = if last > 0 { MATE } else { MATE + 12 };
            self.put(side + (last.unsigned_abs() as usize).min(11));
        } else {
            self.signed(LAST, last);
            if last.abs() < 80 {
                self.knots(LAST_FINE, 21, last + 80);
            }
        }
        self.signed(SWING, past.swing);
        self.signed(SWING_BEFORE, past.swing_before);
        self.signed(TWO_SWINGS, past.swing + past.swing_before);
        self.knots(RESTLESS, KNOTS, scale(past.restless >> 4) * 2);
        match past.met {
            None => {}
            Some(met) if met.mate => self.put(MET + KNOTS),
            Some(met) => {
                self.put(MET + KNOTS + 1);
                self.signed(MET, met.value - past.expected());
            }
        }
        let rest = (32 - past.rest.leading_zeros()).min(7) as usize;
        self.put(OUTCOME + 8 * usize::from(past.outcome & 3) + rest);
        for (place, rating) in past.ratings.into_iter().enumerate() {
            if rating > 0 {
                self.knots(RATINGS + 16 * place, 16, (i32::from(rating) - 400) / 25);
            }
        }
        let Some(step) = step else {
            return;
        };
        for (side, planes) in step.planes.iter().enumerate() {
            for (role, &plane) in planes.iter().enumerate() {
                self.squares(PIECES + 384 * side + 64 * role, plane);
            }
        }
        let (before, next) = (get(step.before), get(step.after));
        let then = next.and_then(|next| get(next.after));
        let two = |step: Option<&Step>| {
            step.and_then(|step| get(step.after))
                .and_then(|step| get(step.after))
        };
        let later = two(then);
        self.put(FROM + 64 * usize::from(step.role) + usize::from(step.from));
        self.put(TO + 64 * usize::from(step.role) + usize::from(step.to));
        for (place, step) in [Some(step), next, then].into_iter().enumerate() {
            if let Some(step) = step {
                self.put(TAKEN + 7 * place + usize::from(step.taken));
            }
        }
        let flags = |step: &Step, before: Option<&Step>| {
            [
                step.mark != Mark::None,
                step.mark == Mark::Mate,
                step.retakes(before),
                step.promotes,
                step.choices == 1,
            ]
        };
        let mut flag = |base: usize, flags: [bool; 5]| {
            for (place, _) in flags.into_iter().enumerate().filter(|(_, on)| *on) {
                self.put(base + place);
            }
        };
        flag(FLAGS, flags(step, before));
        if let Some(next) = next {
            flag(FLAGS + 5, flags(next, Some(step)));
        }
        if let Some(then) = then {
            flag(FLAGS + 10, flags(then, next));
        }
        if before.is_some_and(|before| before.mark != Mark::None) {
            self.put(FLAGS + 15);
        }
        let choices = |choices: u16| match choices {
            0..=2 => 0,
            3..=5 => 1,
            6..=10 => 2,
            11..=18 => 3,
            19..=26 => 4,
            27..=34 => 5,
            35..=44 => 6,
            _ => 7,
        };
        self.put(CHOICES + choices(step.choices));
        if let Some(next) = next {
            self.put(CHOICES + 8 + choices(next.choices));
            // The opponent's move in the view of the player before.
            self.put(NEXT_FROM + 64 * usize::from(next.role) + usize::from(next.from ^ 56));
            self.put(NEXT_TO + 64 * usize::from(next.role) + usize::from(next.to ^ 56));
        }
        let depth = i32::from(step.depth.min(400));
        self.knots(
            DEPTH,
            24,
            if depth < 12 {
                depth * 8
            } else {
                96 + (depth - 12)
            },
        );
        self.knots(FORCES, 16, i32::from(step.pieces) * 2);
        self.hanging(HANGING, step);
        self.cost(COST, step);
        // The material balance once the most valuable hanging piece is taken, compared with the last evaluation and with the step before.
        let anchor = 100 * (i32::from(step.balance) - i32::from(step.hanging[0][0]));
        if !past.last.mate {
            self.signed(ANCHOR, anchor - last);
        }
        let balance = before.map_or(0, |before| -i32::from(before.balance));
        let was = before.map_or(0, |before| {
            100 * (balance + i32::from(before.hanging[0][0]))
        });
        self.signed(ANCHORS, anchor - was);
        let gain = |step: Option<&Step>, turned: bool| {
            step.map(|step| {
                let now = i32::from(step.balance);
                (if turned { -now } else { now } - balance).clamp(-9, 9) + 9
            })
        };
        for (place, gain) in [gain(next, true), gain(then, false), gain(later, false)]
            .into_iter()
            .enumerate()
        {
            if let Some(gain) = gain {
                self.put(GAINS + 19 * place + gain as usize);
            }
        }
    }
}
