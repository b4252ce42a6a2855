//! The model of engine evaluations: predicts each from the game and from the evaluations before it.
//!
//! Format: "Stream evals".
//!
//! An evaluation is coded as a chain of yes/no decisions ([`parts`](super::parts)). A small network that comes with the program predicts
//! each decision from the position, the moves around it and the evaluations before. Its predictions are corrected a little by the
//! evaluations of the block.

use entropy::Code;

use super::eval_history::{EvalHistory, Memory};
use super::inputs::Inputs;
use super::network::Network;
use super::parts;
use super::predict::Predictor;
use super::step::Step;
use super::value::Value;
use crate::moves::Setting;

/// Predicts evaluations from the game, from those before and from those of other games.
#[derive(Clone)]
pub struct EvalModel {
    predictor: Predictor,
    memory: Memory,
    eval_history: EvalHistory,
    inputs: Inputs,
}

impl Default for EvalModel {
    fn default() -> Self {
        Self::new()
    }
}

impl EvalModel {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self::with(Network::shipped())
    }

    /// The same with another network.
    pub fn with(network: &'static Network) -> Self {
        Self {
            predictor: Predictor::new(network),
            memory: Memory::default(),
            eval_history: EvalHistory::default(),
            inputs: Inputs::default(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self, steps: &[Step], setting: &Setting) {
        self.eval_history.start(steps.len(), setting);
    }

    /// Codes an evaluation, from White's side, of the position after step `at`, or before the first if there is none.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        steps: &[Step],
        at: Option<usize>,
        value: Value,
    ) -> Value {
        let past = self.eval_history.past(steps, at, &self.memory);
        self.inputs.fill(steps, at, &past);
        let step = at.and_then(|at| steps.get(at));
        let remark = step.map_or(0, |step| step.remark);
        self.predictor.prepare(&self.inputs, &past, remark);
        let white = step.is_none_or(Step::white);
        let predictor = &mut self.predictor;
        let value = parts::decide(&past, value.seen(white), &mut |node, bit| {
            predictor.bit(coder, node, bit)
        });
        let value = value.seen(white);
        self.eval_history
            .note(steps, at, &past, value, &mut self.memory);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use legal::Position;
    use legal::san::Mark;
    use model::number::hash;
    use proptest::prelude::*;

    /// A game whose moves follow from `seed`.
    fn game(seed: u32, plies: u32) -> Vec<Step> {
        let mut position = Position::standard();
        let mut steps = Vec::new();
        for ply in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let played = legal[hash(&[seed, ply]) as usize % legal.len()];
            position.play(played);
            let mark = Mark::of(&position, || position.legal_moves().is_empty());
            let choices = legal.len() as u16;
            steps.push(Step::new(
                &position,
                played,
                mark,
                choices,
                ply as u16,
                (seed ^ ply) as u8,
                ply.checked_sub(1),
            ));
            if let Some(before) = ply.checked_sub(1) {
                steps[before as usize].follow(ply);
            }
        }
        steps
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn evaluations_come_back(seed: u32, values in proptest::collection::vec((any::<u32>(), any::<bool>()), 0..60)) {
            let steps = game(seed, 50);
            let values = values.iter().map(|&(value, mate)| Value { value: (value as i32 >> 8) >> (value % 24), mate });
            let values: Vec<_> = values.collect();
            let at = |place: usize| place.checked_sub(1);
            let mut encoder = range::Encoder::new();
            let mut model = EvalModel::new();
            model.start(&steps, &Setting::default());
            for (place, &value) in values.iter().enumerate() {
                model.code(&mut encoder, &steps, at(place), value);
            }
            let bytes = encoder.finish();
            let mut decoder = range::Decoder::new(&bytes);
            let mut model = EvalModel::new();
            model.start(&steps, &Setting::default());
            for (place, &value) in values.iter().enumerate() {
                prop_assert_eq!(model.code(&mut decoder, &steps, at(place), Value::default()), value);
            }
        }

        #[test]
        fn junk_gives_evaluations_in_range(seed: u32, bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let steps = game(seed, 60);
            let mut decoder = range::Decoder::new(&bytes);
            let mut model = EvalModel::new();
            for _ in 0..2 {
                model.start(&steps, &Setting::default());
                for at in 0..70 {
                    let value = model.code(&mut decoder, &steps, Some(at), Value::default());
                    prop_assert!(value.value.abs() <= 1 << 24);
                }
            }
        }
    }
}
