//! The evaluations of a game so far, and those of positions met before.

use super::Value;
use super::inputs::Past;
use super::step::Step;
use crate::moves::{Outcome, Setting};

/// What stands before the first move.
const START: i32 = 20;
/// A mate among scores.
const MATE: i32 = 1500;
/// Steps looked back to find an evaluation.
const BACK: usize = 8;
/// Positions remembered.
const MEMORY: usize = 1 << 16;

/// The last evaluation of each position met in the block.
pub struct Memory {
    pages: Vec<(u32, Value)>,
}

impl Memory {
    pub fn new() -> Self {
        Self { pages: Vec::new() }
    }

    fn get(&self, key: u64) -> Option<Value> {
        let page = self.pages.get((key >> 32) as usize % MEMORY)?;
        (page.0 == key as u32 | 1).then_some(page.1)
    }

    fn set(&mut self, key: u64, value: Value) {
        if self.pages.is_empty() {
            self.pages = vec![(0, Value::default()); MEMORY];
        }
        self.pages[(key >> 32) as usize % MEMORY] = (key as u32 | 1, value);
    }
}

/// The evaluations of a game so far, from White's side.
pub struct Course {
    values: Vec<Option<Value>>,
    restless: i32,
    outcome: Outcome,
    ratings: [u16; 2],
}

impl Course {
    pub fn new() -> Self {
        Self { values: Vec::new(), restless: 0, outcome: Outcome::Unknown, ratings: [0; 2] }
    }

    /// Begins a game of `steps` steps.
    pub fn start(&mut self, steps: usize, setting: &Setting) {
        self.values.clear();
        self.values.resize(steps, None);
        self.restless = START * 16;
        self.outcome = setting.outcome;
        self.ratings = setting.ratings;
    }

    /// The nearest evaluation before a step, and the step it belongs to.
    fn before(&self, steps: &[Step], at: Option<usize>) -> Option<(usize, Value)> {
        let mut at = steps.get(at?)?.before? as usize;
        for _ in 0..BACK {
            if let Some(value) = self.values[at] {
                return Some((at, value));
            }
            at = steps[at].before? as usize;
        }
        None
    }

    /// What is known before the evaluation after step `at`.
    pub fn past(&self, steps: &[Step], at: Option<usize>, memory: &Memory) -> Past {
        let step = at.and_then(|at| steps.get(at));
        let white = step.is_none_or(|step| step.white);
        let sign = if white { 1 } else { -1 };
        let last = self.before(steps, at);
        let second = self.before(steps, last.map(|(at, _)| at));
        let third = self.before(steps, second.map(|(at, _)| at));
        let score = |found: Option<(usize, Value)>| match found {
            None => None,
            Some((_, value)) if value.mate => Some(MATE * value.value.signum() * sign),
            Some((_, value)) => Some(value.value.clamp(-MATE, MATE) * sign),
        };
        let scores = [last, second, third].map(score);
        let swing = |a: Option<i32>, b: Option<i32>| a.unwrap_or(START * sign) - b.unwrap_or(START * sign);
        let (last, mate) = last.map_or((START, false), |(_, value)| (value.value, value.mate));
        let last = last * sign;
        let met = step.and_then(|step| memory.get(step.key)).map(|met| {
            (!met.mate).then(|| met.value * sign - if mate { 0 } else { last })
        });
        Past {
            last,
            mate,
            swing: swing(scores[0], scores[1]),
            swing_before: swing(scores[1], scores[2]),
            restless: self.restless,
            met,
            outcome: match (self.outcome, white) {
                (Outcome::Unknown, _) => 0,
                (Outcome::White, true) | (Outcome::Black, false) => 1,
                (Outcome::White | Outcome::Black, _) => 2,
                (Outcome::Draw, _) => 3,
            },
            ratings: if white { self.ratings } else { [self.ratings[1], self.ratings[0]] },
            rest: at.map_or(0, |at| (steps.len() - 1 - at) as u32),
        }
    }

    /// Takes note of an evaluation, from White's side.
    pub fn note(&mut self, steps: &[Step], at: Option<usize>, past: &Past, value: Value, memory: &mut Memory) {
        let Some(step) = at.and_then(|at| steps.get(at)) else {
            return;
        };
        self.values[at.unwrap_or(0)] = Some(value);
        memory.set(step.key, value);
        if !past.mate && !value.mate {
            let last = if step.white { past.last } else { -past.last };
            let change = (i64::from(value.value) - i64::from(last)).abs().min(600) as i32;
            self.restless += (change * 16 - self.restless) / 5;
        }
    }
}
