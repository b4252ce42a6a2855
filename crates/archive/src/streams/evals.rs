//! Stream `evals`: engine evaluations.

use entropy::{Code, Counter};
use legal::san::Mark;
use model::evals::{Evals as Model, Value};

use crate::block::game::Game;

/// Model of the stream.
pub(crate) struct Evals {
    model: Model,
    usual: Counter,
}

impl Evals {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            model: Model::new(),
            usual: Counter::new(),
        }
    }

    /// Codes the evaluations of a game, whose number is known from its comments' templates.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game) {
        let mut last = [Value {
            value: 20,
            mate: false,
        }; 2];
        for at in 0..game.evals.len() {
            let eval = game.evals[at];
            let ply = eval
                .after
                .checked_sub(1)
                .and_then(|ply| game.plies.get(ply as usize));
            let white = ply.is_none_or(|ply| ply.facts.white());
            let quiet = ply.is_none_or(|ply| {
                !ply.facts.played().is_capture() && ply.facts.mark() == Mark::None
            });
            let value = Value {
                value: eval.value,
                mate: eval.mate,
            };
            let value = self.model.code(coder, last, white, quiet, value);
            last = [value, last[0]];
            let usual = self.usual.code(coder, eval.usual);
            let eval = &mut game.evals[at];
            (eval.value, eval.mate, eval.usual) = (value.value, value.mate, usual);
        }
    }
}
