//! A log-linear model: each of two dozen views of a move has a weight; a move's share is two to the power of its weights' sum, cut to the
//! legal moves. The weights are trained beforehand. After each move those of the first views take a step towards what was played.
//!
//! Format: "Stream moves".

mod book;
mod classes;
mod learned;

mod features;
mod maps;
mod move_features;
mod piece_features;
mod planes;
mod position_features;
mod sums;
mod trained;
mod untrained;
mod views;
mod visit;
mod weights;

use entropy::{Code, Frequencies, TOTAL};
use legal::Variant;

use super::{MoveContext, Surprise};
use book::Books;
pub use features::Features;
use model::simd::{Task, run};
use model::softmax;
use position_features::PositionFeatures;
use trained::Trained;
use untrained::Untrained;
pub use views::{VIEWS, WEIGHTS};
pub(crate) use weights::SHIPPED;
pub use weights::Weights;

/// Weights are in units of 2^-11 bit; shifted by so much they are in those of logits, 2^-16 bit.
const UNIT_SHIFT: u32 = 5;

/// Learns from the moves of a block and predicts the next.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::{Cursor, Position};
/// use archive::streams::moves::{MoveContext, Setting, linear::{Linear, Weights}};
///
/// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
/// let turn = MoveContext::at(&cursor, &setting);
/// let new = || Linear::new(&Weights::shipped());
/// let mut encoder = range::Encoder::new();
/// new().code(&mut encoder, &turn, 13);
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// assert_eq!(new().code(&mut decoder, &turn, 0), 13);
/// ```
#[derive(Clone)]
pub struct Linear {
    books: Books,
    model: Model,
    logits: Vec<i32>,
    widths: Vec<u32>,
    tilted: Vec<u32>,
    surprise: Surprise,
}

/// What is known of chess.
#[derive(Clone)]
enum Model {
    Trained(Box<Trained>),
    Untrained(Box<Untrained>),
}

impl Linear {
    /// The state at the start of every block, for standard chess and what is close to it.
    pub fn new(weights: &Weights) -> Self {
        Self::with(Model::Trained(Box::new(Trained::new(
            weights.trained.clone(),
        ))))
    }

    /// The same for a variant that nothing was trained on.
    pub fn untrained(variant: Variant) -> Self {
        Self::with(Model::Untrained(Box::new(Untrained::new(variant))))
    }

    fn with(model: Model) -> Self {
        Self {
            books: Books::new(),
            model,
            logits: Vec::new(),
            widths: Vec::new(),
            tilted: Vec::new(),
            surprise: Surprise::default(),
        }
    }

    /// How the move that was coded last had looked.
    pub(super) fn surprise(&self) -> Surprise {
        self.surprise
    }

    /// Codes the index of the move played among the legal ones, of which there is one at least. A forced move costs nothing.
    ///
    /// Returns an index below their number, whatever the coder reads.
    pub fn code(&mut self, coder: &mut impl Code, turn: &MoveContext, played: usize) -> usize {
        self.code_reweighted(coder, turn, played, &mut |_| {})
    }

    /// As [`Linear::code`], with the shares changed by `reweight` before they are used.
    pub(super) fn code_reweighted(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        played: usize,
        reweight: &mut impl FnMut(&mut [u32]),
    ) -> usize {
        self.predict(turn);
        if turn.legal.len() == 1 {
            self.learn(turn, 0);
            self.surprise = Surprise::default();
            return 0;
        }
        self.tilted.clone_from(&self.widths);
        reweight(&mut self.tilted);
        let played = coder.code(played, &Frequencies::new(&self.tilted));
        self.surprise = Surprise::of(&self.tilted, played);
        self.learn(turn, played);
        played
    }

    /// How likely each legal move is, out of [`entropy::TOTAL`]. [`Linear::learn`] has to follow before the next turn.
    pub(super) fn predict(&mut self, turn: &MoveContext) -> &[u32] {
        run(Weigh { linear: self, turn });
        if turn.legal.len() == 1 {
            self.widths.clear();
            self.widths.push(TOTAL);
        }
        &self.widths
    }

    /// Learns what was played at the turn that was predicted last.
    pub(super) fn learn(&mut self, turn: &MoveContext, played: usize) {
        if turn.legal.len() > 1 {
            match &mut self.model {
                Model::Trained(model) => model.learn(&self.widths, played),
                Model::Untrained(model) => model.learn(&self.widths, played),
            }
        }
        self.books.note(turn.legal[played]);
    }

    /// Opens the books, and gives each legal move of a position its width if there is a choice.
    #[inline(always)]
    fn weigh(&mut self, turn: &MoveContext) {
        let (hash, legal) = (turn.position.hash(), turn.legal);
        self.books.fetch(turn, hash);
        if let Model::Trained(model) = &mut self.model {
            model.fetch(turn, hash);
        }
        if legal.len() == 1 {
            return self.books.open(turn, hash);
        }
        let position = PositionFeatures::new(turn);
        self.books.open(turn, hash);
        let (pages, logits) = (self.books.pages(), &mut self.logits);
        match &mut self.model {
            Model::Trained(model) => model.weigh(&position, legal, pages, logits),
            Model::Untrained(model) => model.weigh(&position, legal, pages, logits),
        }
        softmax::widths(logits, &mut self.widths);
    }
}

/// [`Linear::weigh`], which counts and finds bits all the time.
struct Weigh<'a> {
    linear: &'a mut Linear,
    turn: &'a MoveContext<'a>,
}

impl Task for Weigh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.linear.weigh(self.turn);
    }
}

#[cfg(test)]
mod tests;
