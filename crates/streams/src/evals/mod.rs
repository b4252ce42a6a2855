//! Stream `evals`: engine evaluations.
//!
//! Format: "Stream evals".

mod eval_history;
mod eval_model;
mod eval_steps;
pub mod inputs;
mod judge;
pub mod network;
pub mod parts;
mod predict;
mod scale;
mod step;
mod value;

use crate::moves::Setting;
use entropy::Code;
use model::move_to_front::MoveToFront;

#[cfg(feature = "training")]
pub use eval_history::{EvalHistory, Memory};
pub use eval_model::EvalModel;
pub use eval_steps::EvalSteps;
use game::parts::GameParts;
use game::parts::comment::EvalForm;
pub use judge::Judgement;
pub use step::Step;
pub use value::Value;

/// Model of the stream. Most blocks hold no evaluations, so the large model is made when it is first needed.
#[derive(Clone)]
pub struct Evals {
    model: Option<Box<EvalModel>>,
    forms: MoveToFront,
    last_form: EvalForm,
}

impl Evals {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            model: None,
            forms: MoveToFront::new(4),
            last_form: EvalForm::default(),
        }
    }

    /// Codes the evaluations of a game, whose number is known from its comments' templates.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &mut GameParts,
        eval_steps: &mut EvalSteps,
    ) {
        if game.evals.is_empty() {
            return;
        }
        let steps = eval_steps.steps(game);
        let setting = Setting::from_tags(|name| game.tag(name));
        let model = self.model.get_or_insert_with(|| Box::new(EvalModel::new()));
        model.start(steps, &setting);
        for eval in &mut game.evals {
            let at = eval.after.checked_sub(1).map(|at| at as usize);
            let value = Value {
                value: eval.value,
                mate: eval.mate,
            };
            let value = model.code(coder, steps, at, value);
            (eval.value, eval.mate) = (value.value, value.mate);
            let form = eval.form_near(self.last_form).to_code();
            let form = self.forms.symbol(coder, 0, form, EvalForm::COUNT);
            self.last_form = EvalForm::from_code(form);
            eval.form = self.last_form;
            if coder.failed() {
                return;
            }
        }
    }
}
