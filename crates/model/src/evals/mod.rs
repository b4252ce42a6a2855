//! What an engine thought of a position.

pub mod course;
pub mod inputs;
mod judge;
pub mod network;
pub mod parts;
pub mod predict;
mod scale;
mod step;

pub use judge::Judgement;
pub use step::Step;

use course::{Course, Memory};
use entropy::Code;
use inputs::{Inputs, Past};
use network::Network;
use predict::{CONTEXTS, Predictor};
use scale::scale;
use crate::moves::Setting;
use crate::number::hash;

/// An evaluation: centipawns or moves to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Centipawns, or moves to mate; whose side is positive depends on the view.
    pub value: i32,
    /// Whether it is moves to mate.
    pub mate: bool,
}

/// Predicts evaluations from the game, from those before and from those of other games.
pub struct Evals {
    pub predictor: Predictor,
    memory: Memory,
    course: Course,
    inputs: Inputs,
    hits: u32,
}

impl Evals {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self::with(Network::shipped())
    }

    pub fn with(network: &'static Network) -> Self {
        Self { predictor: Predictor::new(network), memory: Memory::new(), course: Course::new(), inputs: Inputs::default(), hits: 0 }
    }

    /// Begins a game.
    pub fn start(&mut self, steps: &[Step], setting: &Setting) {
        self.course.start(steps.len(), setting);
    }

    /// Codes an evaluation, from White's side, of the position after step `at`.
    pub fn code(&mut self, coder: &mut impl Code, steps: &[Step], at: Option<usize>, value: Value) -> Value {
        let past = self.course.past(steps, at, &self.memory);
        self.inputs.fill(steps, at, &past);
        self.predictor.network().look(&self.inputs, &mut self.predictor.sight);
        let step = at.and_then(|at| steps.get(at));
        let white = step.is_none_or(|step| step.white);
        let sign = if white { 1 } else { -1 };
        let contexts = contexts(steps, step, &past, self.hits);
        self.predictor.look(contexts, (past.met.is_some() as usize) << 3 | (past.mate as usize) << 2 | ((past.last.abs() > 300) as usize) << 1 | (past.restless > 70 * 16) as usize);
        let seen = Value { value: value.value.wrapping_mul(sign), mate: value.mate };
        let predictor = &mut self.predictor;
        let found = parts::decide(&past, seen, &mut |node, bit| predictor.bit(coder, node, bit));
        let value = Value { value: found.value * sign, mate: found.mate };
        if let Some(met) = past.met {
            let hit = met.is_some_and(|met| !found.mate && found.value == parts::expected(&past) + met);
            self.hits = (self.hits << 1 | u32::from(hit)) & 15;
        }
        self.course.note(steps, at, &past, value, &mut self.memory);
        value
    }
}

fn contexts(steps: &[Step], step: Option<&Step>, past: &Past, hits: u32) -> [u32; CONTEXTS] {
    let get = |at: Option<u32>| at.and_then(|at| steps.get(at as usize));
    let none = 99;
    let level = if past.mate { (200 + past.last.clamp(-12, 12)) as u32 } else { (scale(past.last) / 4) as u32 };
    let coarse = if past.mate { 200 + past.last.signum() } else { scale(past.last) / 12 } as u32;
    let (swing, swing_before) = ((scale(past.swing) / 8) as u32, (scale(past.swing_before) / 12) as u32);
    let restless = (scale(past.restless >> 4) / 8) as u32;
    let nature = |step: Option<&Step>| step.map_or(none, |step| step.nature(steps));
    let before = step.and_then(|step| get(step.before));
    let next = step.and_then(|step| get(step.after));
    let then = next.and_then(|next| get(next.after));
    let (own, reply) = (nature(step), nature(next));
    let gain = |step: Option<&Step>, sign: i16| match (step, before) { (Some(step), Some(before)) => (step.balance * sign + before.balance).clamp(-9, 9) as u32, _ => none };
    let (gain2, gain3) = (gain(next, -1), gain(then, 1));
    let met = match past.met { None => 99_999, Some(None) => 99_998, Some(Some(met)) => met as u32 };
    let depth = step.map_or(0, |step| u32::from(step.depth));
    let rest = 32 - past.rest.leading_zeros();
    let cost = step.map_or(0, |step| u32::from(step.cost) / 8);
    let hang = step.map_or(0, |step| u32::from(step.hanging[0][0]) << 8 | u32::from(step.hanging[1][0]));
    [
        hash(&[0]),
        hash(&[1, level]),
        hash(&[2, swing, restless / 2]),
        hash(&[3, swing, swing_before]),
        hash(&[4, restless, coarse]),
        hash(&[5, own, reply, gain2]),
        hash(&[6, met]),
        hash(&[7, met, hits, depth / 4]),
        hash(&[8, past.last as u32, u32::from(past.mate), depth.min(10)]),
        hash(&[9, u32::from(past.outcome), rest.min(7), coarse]),
        hash(&[10, gain3, own, restless / 2]),
        hash(&[11, cost, restless / 2]),
        hash(&[12, hang, gain2]),
        hash(&[13, step.map_or(0, |step| u32::from(step.role) << 12 | u32::from(step.from) << 6 | u32::from(step.to)), depth / 10]),
    ]
}
