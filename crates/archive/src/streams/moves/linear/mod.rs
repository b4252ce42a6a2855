//! A log-linear model: each of two dozen views of a move has a weight; a move's share is two to the power of its weights' sum, cut to the
//! legal moves. After each move the weights take a step towards what was played. So variants are coded that no network has learned.
//!
//! Format: "Stream moves".

mod book;
mod classes;
mod features;
mod maps;
mod move_features;
mod piece_features;
mod planes;
mod position_features;
mod views;
mod weights;

use entropy::{Code, Frequencies, TOTAL};
use legal::Variant;

use super::{MoveContext, Surprise};
use book::Books;
pub use features::Features;
use model::simd::{Task, run};
use model::softmax;
use position_features::PositionFeatures;
pub use views::{VIEWS, WEIGHTS};
pub(crate) use weights::STANDARD;
use weights::Weights;

/// Weights are in units of 2^-11 bit; shifted by so much they are in those of logits, 2^-16 bit.
const UNIT_SHIFT: u32 = 5;

/// Learns from the moves of a block and predicts the next.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::{Cursor, Position, Variant};
/// use archive::streams::moves::{MoveContext, Setting, linear::Linear};
///
/// let (cursor, setting) = (Cursor::new(Position::initial(Variant::Atomic)), Setting::default());
/// let turn = MoveContext::at(&cursor, &setting);
/// let new = || Linear::new(Variant::Atomic);
/// let mut encoder = range::Encoder::new();
/// new().code(&mut encoder, &turn, 13);
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// assert_eq!(new().code(&mut decoder, &turn, 0), 13);
/// ```
#[derive(Clone)]
pub struct Linear {
    books: Books,
    weights: Weights,
    logits: Vec<i32>,
    widths: Vec<u32>,
    tilted: Vec<u32>,
    surprise: Surprise,
}

impl Linear {
    /// The state at the start of every block. In crazyhouse the weights are those of standard chess at first, else nothing.
    pub fn new(variant: Variant) -> Self {
        match variant {
            Variant::Crazyhouse => Self::beginning_with(STANDARD),
            _ => Self::with(Weights::new()),
        }
    }

    /// The same for a variant of whose moves most are good for the reasons they are in standard chess: with its weights, which are signed
    /// bytes in units of 2^-4 bit.
    pub fn beginning_with(standard: &[u8; WEIGHTS]) -> Self {
        Self::with(Weights::beginning_with(standard))
    }

    fn with(weights: Weights) -> Self {
        Self {
            books: Books::new(),
            weights,
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
            self.weights.learn(&self.widths, played);
        }
        self.books.note(turn.legal[played]);
    }

    /// Opens the books, and gives each legal move of a position its width if there is a choice.
    #[inline(always)]
    fn weigh(&mut self, turn: &MoveContext) {
        let (hash, legal) = (turn.position.hash(), turn.legal);
        self.books.fetch(turn, hash);
        if legal.len() == 1 {
            return self.books.open(turn, hash);
        }
        let position = PositionFeatures::new(turn);
        self.books.open(turn, hash);
        let (pages, logits) = (self.books.pages(), &mut self.logits);
        self.weights.weigh(&position, legal, pages, logits);
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
