//! A log-linear model: each of two dozen views of a move has a weight; a move's share is two to the power of its weights' sum, cut to the
//! legal moves. The weights are trained beforehand. After each move those of the first views take a step towards what was played.
//!
//! Format: "Stream moves".

mod book;
mod classes;
mod learned;

mod look;
mod maps;
mod piece;
mod planes;
mod scene;
mod sight;
mod sums;
mod trained;
mod untrained;
mod views;
mod weights;

use entropy::{Code, Frequencies, TOTAL};
use legal::Variant;

use super::{Outlook, Turn, softmax};
use crate::simd::{Task, run};
use book::Books;
use scene::Scene;
pub use sight::Sight;
use trained::Trained;
use untrained::Untrained;
pub use views::{VIEWS, WEIGHTS};
pub use weights::Weights;

/// Weights are in units of 2^-11 bit; shifted by so much they are in those of logits, 2^-16 bit.
const UNIT_SHIFT: u32 = 5;

/// Learns from the moves of a block and predicts the next.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::{Cursor, Position};
/// use model::moves::{Turn, Setting, linear::{Linear, Weights}};
///
/// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
/// let turn = Turn::at(&cursor, &setting);
/// let new = || Linear::new(&Weights::shipped());
/// let mut encoder = range::Encoder::new();
/// new().code(&mut encoder, &turn, 13);
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// assert_eq!(new().code(&mut decoder, &turn, 0), 13);
/// ```
pub struct Linear {
    books: Books,
    model: Model,
    logits: Vec<i32>,
    widths: Vec<u32>,
    tilted: Vec<u32>,
    outlook: Outlook,
}

/// What is known of chess.
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
            outlook: Outlook::default(),
        }
    }

    /// How the move that was coded last had looked.
    pub(super) fn outlook(&self) -> Outlook {
        self.outlook
    }

    /// Codes the index of the move played among the legal ones, of which there is one at least. A forced move costs nothing.
    ///
    /// Returns an index below their number, whatever the coder reads.
    pub fn code(&mut self, coder: &mut impl Code, turn: &Turn, played: usize) -> usize {
        self.code_tilted(coder, turn, played, &mut |_| {})
    }

    /// As [`Linear::code`], with the shares changed by `tilt` before they are used.
    pub(super) fn code_tilted(
        &mut self,
        coder: &mut impl Code,
        turn: &Turn,
        played: usize,
        tilt: &mut impl FnMut(&mut [u32]),
    ) -> usize {
        self.predict(turn);
        if turn.legal.len() == 1 {
            self.learn(turn, 0);
            self.outlook = Outlook::default();
            return 0;
        }
        self.tilted.clone_from(&self.widths);
        tilt(&mut self.tilted);
        let played = coder.code(played, &Frequencies::new(&self.tilted));
        self.outlook = Outlook::of(&self.tilted, played);
        self.learn(turn, played);
        played
    }

    /// How likely each legal move is, out of [`entropy::TOTAL`]. [`Linear::learn`] has to follow before the next turn.
    pub(super) fn predict(&mut self, turn: &Turn) -> &[u32] {
        run(Weigh { linear: self, turn });
        if turn.legal.len() == 1 {
            self.widths.clear();
            self.widths.push(TOTAL);
        }
        &self.widths
    }

    /// Learns what was played at the turn that was predicted last.
    pub(super) fn learn(&mut self, turn: &Turn, played: usize) {
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
    fn weigh(&mut self, turn: &Turn) {
        let (hash, legal) = (turn.position.hash(), turn.legal);
        self.books.fetch(turn, hash);
        if let Model::Trained(model) = &mut self.model {
            model.fetch(turn, hash);
        }
        if legal.len() == 1 {
            return self.books.open(turn, hash);
        }
        let scene = Scene::new(turn);
        self.books.open(turn, hash);
        let (pages, logits) = (self.books.pages(), &mut self.logits);
        match &mut self.model {
            Model::Trained(model) => model.weigh(&scene, legal, pages, logits),
            Model::Untrained(model) => model.weigh(&scene, legal, pages, logits),
        }
        softmax::widths(logits, &mut self.widths);
    }
}

/// [`Linear::weigh`], which counts and finds bits all the time.
struct Weigh<'a> {
    linear: &'a mut Linear,
    turn: &'a Turn<'a>,
}

impl Task for Weigh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.linear.weigh(self.turn);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setting;
    use super::*;
    use entropy::{Encode, Meter, range};
    use legal::History;
    use legal::{Position, san};
    use proptest::prelude::*;

    /// Plays as the numbers say, from the start again whenever a game is over.
    fn walk(
        start: &Position,
        choices: &[u16],
        mut code: impl FnMut(&Turn, usize) -> usize,
    ) -> Vec<usize> {
        let (mut position, mut history) = (start.clone(), History::default());
        let setting = Setting {
            players: [1, 2],
            ratings: [1500, 2500],
            ..Setting::default()
        };
        let mut played = Vec::new();
        for &choice in choices {
            let mut legal = position.legal_moves();
            if legal.is_empty() {
                (position, history) = (start.clone(), History::default());
                legal = position.legal_moves();
            }
            let index = usize::from(choice) % legal.len();
            let turn = Turn {
                position: &position,
                legal: &legal,
                history: &history,
                setting: &setting,
            };
            let index = code(&turn, index);
            played.push(index);
            position.play(legal[index]);
            history = history.then(legal[index]);
        }
        played
    }

    /// What codes games from `start`: what was trained, or else what was not.
    fn linear(start: &Position, trained: bool) -> Linear {
        match trained {
            true => Linear::new(&Weights::shipped()),
            false => Linear::untrained(start.variant()),
        }
    }

    fn encode(mut linear: Linear, start: &Position, choices: &[u16]) -> (Vec<u8>, Vec<usize>) {
        let mut encoder = range::Encoder::new();
        let played = walk(start, choices, |turn, index| {
            linear.code(&mut encoder, turn, index)
        });
        (encoder.finish(), played)
    }

    fn starts() -> Vec<Position> {
        let chess960 = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1";
        let mut starts: Vec<_> = Variant::ALL.into_iter().map(Position::initial).collect();
        starts.push(Position::from_fen(chess960, Variant::Standard).unwrap());
        starts
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn moves_come_back_whatever_the_rules(
            choices in proptest::collection::vec(any::<u16>(), 1..300),
            start in 0..9_usize,
            trained: bool,
        ) {
            let start = &starts()[start];
            let (bytes, played) = encode(linear(start, trained), start, &choices);
            let mut linear = linear(start, trained);
            let mut decoder = range::Decoder::new(&bytes);
            let zeros: Vec<u16> = vec![0; choices.len()];
            let back = walk(start, &zeros, |turn, _| {
                linear.code(&mut decoder, turn, 0)
            });
            prop_assert_eq!(back, played);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn trained_weights_add_up_as_the_views_say_on_every_processor(
            choices in proptest::collection::vec(any::<u16>(), 1..200),
            start in 0..9_usize,
            seed: u64,
        ) {
            let mix = |at: usize| (seed ^ at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
            let bytes: Vec<u8> = (0..WEIGHTS).map(|at| mix(at) as u8).collect();
            let weights = Weights::from_bytes(&bytes).unwrap();
            let (mut linear, mut plain) = (Linear::new(&weights), Linear::new(&weights));
            let mut sight = Sight::new();
            walk(&starts()[start], &choices, |turn, index| {
                let linear_too = &mut linear;
                run(Weigh { linear: linear_too, turn });
                plain.weigh(turn);
                if sight.look(turn) {
                    let byte = |&view: &u32| i32::from(bytes[view as usize] as i8) << 12;
                    let sums = sight.moves().iter().map(|views| views.iter().map(byte).sum());
                    let sums: Vec<i32> = sums.collect();
                    // What a view adds to all moves alike does not matter.
                    for (at, sum) in sums.iter().enumerate() {
                        assert_eq!(linear.logits[at] - linear.logits[0], sum - sums[0]);
                    }
                    assert_eq!(linear.logits, plain.logits);
                    assert_eq!(linear.widths, plain.widths);
                }
                let played = turn.legal[index];
                linear.books.note(played);
                plain.books.note(played);
                sight.note(played);
                index
            });
        }
    }

    #[test]
    fn the_same_moves_give_the_same_bytes() {
        let choices: Vec<u16> = (0..400_u16).map(|n| n.wrapping_mul(40_503) >> 3).collect();
        for start in starts() {
            let (bytes, _) = encode(linear(&start, true), &start, &choices);
            assert_eq!(encode(linear(&start, true), &start, &choices).0, bytes);
        }
    }

    #[test]
    fn crazyhouse_begins_with_what_standard_chess_is_known_for() {
        let cost = |variant: Variant, trained: bool| {
            let (mut position, mut history) = (Position::initial(variant), History::default());
            let mut linear = linear(&position, trained);
            let mut meter = Meter::default();
            for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"] {
                let legal = position.legal_moves();
                let index = san::read(text.as_bytes(), &position, &legal).unwrap();
                let turn = Turn {
                    position: &position,
                    legal: &legal,
                    history: &history,
                    setting: &Setting::default(),
                };
                linear.code(&mut meter, &turn, index);
                position.play(legal[index]);
                history = history.then(legal[index]);
            }
            meter.cost() >> 16
        };
        assert!(cost(Variant::Crazyhouse, false) < 2 * cost(Variant::Standard, true));
        assert!(2 * cost(Variant::Crazyhouse, false) <= cost(Variant::Atomic, false));
    }
}
