//! What an engine thought of a position.
//!
//! A small network that comes with the program looks at the position, the moves around it and the evaluations before, and guesses
//! how the decisions fall that an evaluation is made of ([`parts`]); a block corrects it a little as it goes.

mod course;
pub mod inputs;
mod judge;
pub mod network;
pub mod parts;
mod predict;
mod scale;
mod step;

use entropy::Code;

use crate::moves::Setting;
pub use course::{Course, Memory};
use inputs::Inputs;
pub use judge::Judgement;
use network::Network;
use predict::Predictor;
pub use step::Step;

/// An evaluation: centipawns or moves to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Centipawns, or moves to mate, within ±2^24; whose side is positive depends on the view.
    pub value: i32,
    /// Whether it is moves to mate.
    pub mate: bool,
}

impl Value {
    /// The value with the other sign, if `white` is not true: from White's view to that of a player, or back.
    pub fn seen(self, white: bool) -> Self {
        Self {
            value: if white { self.value } else { -self.value },
            mate: self.mate,
        }
    }
}

/// Predicts evaluations from the game, from those before and from those of other games.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::{Position, san::Mark};
/// use model::evals::{Evals, Step, Value};
/// use model::moves::Setting;
///
/// let mut position = Position::standard();
/// let legal = position.legal_moves();
/// position.play(legal[13]);
/// let steps = [Step::new(&position, legal[13], Mark::None, 20, 0, 8, None)];
/// let value = Value { value: 31, mate: false };
///
/// let mut encoder = range::Encoder::new();
/// let mut evals = Evals::new();
/// evals.start(&steps, &Setting::default());
/// evals.code(&mut encoder, &steps, Some(0), value);
///
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// let mut evals = Evals::new();
/// evals.start(&steps, &Setting::default());
/// assert_eq!(evals.code(&mut decoder, &steps, Some(0), Value::default()), value);
/// ```
pub struct Evals {
    predictor: Predictor,
    memory: Memory,
    course: Course,
    inputs: Inputs,
}

impl Default for Evals {
    fn default() -> Self {
        Self::new()
    }
}

impl Evals {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self::with(Network::shipped())
    }

    /// The same with a network of the caller's own.
    pub fn with(network: &'static Network) -> Self {
        Self {
            predictor: Predictor::new(network),
            memory: Memory::default(),
            course: Course::default(),
            inputs: Inputs::default(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self, steps: &[Step], setting: &Setting) {
        self.course.start(steps.len(), setting);
    }

    /// Codes an evaluation, from White's side, of the position after step `at`, or before the first if there is none.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        steps: &[Step],
        at: Option<usize>,
        value: Value,
    ) -> Value {
        let past = self.course.past(steps, at, &self.memory);
        self.inputs.fill(steps, at, &past);
        self.predictor.look(&self.inputs);
        let white = at.and_then(|at| steps.get(at)).is_none_or(Step::white);
        let predictor = &mut self.predictor;
        let value = parts::decide(&past, value.seen(white), &mut |node, bit| {
            predictor.bit(coder, node, bit)
        });
        let value = value.seen(white);
        self.course
            .note(steps, at, &past, value, &mut self.memory);
        value
    }
}
