//! The evaluations of a game so far, and those of positions met before.
//!
//! Format: "Stream evals".

use super::inputs::Past;
use super::step::Step;
use super::value::Value;
use crate::moves::{Outcome, Setting};

/// The evaluation that is assumed before the first move, in centipawns.
const START: i32 = 20;
/// The score that stands for a mate where evaluations are compared, in centipawns.
const MATE: i32 = 1500;
/// How many steps back an earlier evaluation is searched for, at most.
const BACK: usize = 8;
/// Positions remembered.
const MEMORY: usize = 1 << 16;

/// The last evaluation of each position met in the block, from White's side. Of positions whose hashes collide, the last replaces the
/// others.
#[derive(Clone, Default)]
pub struct Memory {
    /// Empty until something is remembered.
    pages: Vec<(u32, Value)>,
}

impl Memory {
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

/// The evaluations of a game so far.
#[derive(Clone, Default)]
pub struct EvalHistory {
    /// After each step, from White's side.
    values: Vec<Option<Value>>,
    restless: i32,
    outcome: Outcome,
    ratings: [u16; 2],
}

impl EvalHistory {
    /// Begins a game of `steps` steps.
    pub fn start(&mut self, steps: usize, setting: &Setting) {
        self.values.clear();
        self.values.resize(steps, None);
        self.restless = START * 16;
        self.outcome = setting.outcome;
        self.ratings = setting.ratings;
    }

    /// The nearest evaluation before step `at` in its line, and the step it belongs to.
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
        let white = step.is_none_or(Step::white);
        let first = self.before(steps, at);
        let second = self.before(steps, first.map(|(at, _)| at));
        let third = self.before(steps, second.map(|(at, _)| at));
        let start = Value {
            value: START,
            mate: false,
        };
        let score = |found: Option<(usize, Value)>| {
            let value = found.map_or(start, |(_, value)| value).seen(white);
            if value.mate {
                MATE * value.value.signum()
            } else {
                value.value.clamp(-MATE, MATE)
            }
        };
        let last = first.map_or(start, |(_, value)| value).seen(white);
        let met = step.and_then(|step| memory.get(step.key));
        Past {
            last,
            swing: score(first) - score(second),
            swing_before: score(second) - score(third),
            restless: self.restless,
            met: met.map(|met| met.seen(white)),
            outcome: match (self.outcome, white) {
                (Outcome::Unknown, _) => 0,
                (Outcome::White, true) | (Outcome::Black, false) => 1,
                (Outcome::White | Outcome::Black, _) => 2,
                (Outcome::Draw, _) => 3,
            },
            ratings: if white {
                self.ratings
            } else {
                [self.ratings[1], self.ratings[0]]
            },
            rest: at.map_or(0, |at| steps.len().saturating_sub(at + 1) as u32),
        }
    }

    /// Remembers an evaluation, from White's side.
    pub fn note(
        &mut self,
        steps: &[Step],
        at: Option<usize>,
        past: &Past,
        value: Value,
        memory: &mut Memory,
    ) {
        let Some((at, step)) = at.and_then(|at| Some((at, steps.get(at)?))) else {
            return;
        };
        self.values[at] = Some(value);
        memory.set(step.key, value);
        if !past.last.mate && !value.mate {
            let change = value.seen(step.white).value.abs_diff(past.last.value);
            self.restless += (change.min(600) as i32 * 16 - self.restless) / 5;
        }
    }
}
