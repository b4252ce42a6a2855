//! Stream `evals`: engine evaluations.

use entropy::{Code, Counter};
use model::evals::{Evals as Model, Value};
use model::moves::Setting;

use crate::block::game::Game;
use crate::block::replay::Replay;

/// Model of the stream. Most blocks hold no evaluations, so what is large is made when it is needed.
pub(crate) struct Evals {
    model: Option<Box<Model>>,
    usual: Counter,
}

impl Evals {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            model: None,
            usual: Counter::new(),
        }
    }

    /// Codes the evaluations of a game, whose number is known from its comments' templates.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game, replay: &mut Replay) {
        if game.evals.is_empty() {
            return;
        }
        let steps = replay.steps(game);
        let setting = Setting::from_tags(|name| game.tag(name));
        let model = self.model.get_or_insert_with(|| Box::new(Model::new()));
        model.start(steps, &setting);
        for eval in &mut game.evals {
            let at = eval.after.checked_sub(1).map(|at| at as usize);
            let value = Value {
                value: eval.value,
                mate: eval.mate,
            };
            let value = model.code(coder, steps, at, value);
            (eval.value, eval.mate) = (value.value, value.mate);
            eval.usual = self.usual.code(coder, eval.usual);
        }
    }
}
