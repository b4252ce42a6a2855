//! A log-linear model: each of two dozen views of a move has a weight; a move's share is two to the power of its weights' sum, cut to the
//! legal moves. The weights are trained beforehand. After each move those of the first views take a step towards what was played.

mod book;
mod features;
mod planes;
mod sight;
mod weights;

use entropy::{Code, Frequencies};
use legal::{LegalMoves, Position};

use super::{History, Outlook, Setting, softmax};
pub use features::{VIEWS, WEIGHTS};
pub use sight::Sight;
pub use weights::Weights;
use weights::{Learning, Table, UNIT_SHIFT, place};

/// Learns from the moves of a block and predicts the next.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::Position;
/// use model::moves::{History, Setting, linear::{Linear, Weights}};
///
/// let (position, history, setting) = (Position::standard(), History::default(), Setting::default());
/// let legal = position.legal_moves();
/// let new = || Linear::new(&Weights::shipped());
/// let mut encoder = range::Encoder::new();
/// new().code(&mut encoder, &position, &legal, &history, &setting, 13);
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// assert_eq!(new().code(&mut decoder, &position, &legal, &history, &setting, 0), 13);
/// ```
pub struct Linear {
    /// Units of 2^-11 bit.
    weights: Box<Table>,
    learning: &'static Learning,
    coded: u32,
    sight: Sight,
    logits: Vec<i32>,
    widths: Vec<u32>,
    tilted: Vec<u32>,
    outlook: Outlook,
}

impl Linear {
    /// The state at the start of every block.
    pub fn new(weights: &Weights) -> Self {
        Self {
            weights: weights.table(),
            learning: weights.learning(),
            coded: 0,
            sight: Sight::new(),
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

    /// Codes the index of the move played among `legal`, which holds at least one move. A forced move costs nothing.
    ///
    /// Returns an index below `legal.len()`, whatever the coder reads.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        position: &Position,
        legal: &LegalMoves,
        history: &History,
        setting: &Setting,
        played: usize,
    ) -> usize {
        self.code_tilted(
            coder,
            position,
            legal,
            history,
            setting,
            played,
            &mut |_| {},
        )
    }

    /// As [`Linear::code`], with the shares changed by `tilt` before they are used.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn code_tilted(
        &mut self,
        coder: &mut impl Code,
        position: &Position,
        legal: &LegalMoves,
        history: &History,
        setting: &Setting,
        played: usize,
        tilt: &mut impl FnMut(&mut [u32]),
    ) -> usize {
        if !self.sight.look(position, legal, history, setting) {
            self.sight.note(legal[0]);
            self.outlook = Outlook::default();
            return 0;
        }
        let weights = &*self.weights;
        let sum = |views: &[u32; VIEWS]| {
            let weights = views.iter().map(|&view| i32::from(weights[place(view)]));
            weights.sum::<i32>() << UNIT_SHIFT
        };
        self.logits.clear();
        self.logits.extend(self.sight.moves().iter().map(sum));
        softmax::widths(&self.logits, &mut self.widths);
        self.tilted.clone_from(&self.widths);
        tilt(&mut self.tilted);
        let played = coder.code(played, &Frequencies::new(&self.tilted));
        self.outlook = Outlook::of(&self.tilted, played);
        self.learn(played);
        self.sight.note(legal[played]);
        played
    }

    /// Moves weights along the gradient of the cost: up by what the move's share lacked of one, down by its share.
    fn learn(&mut self, played: usize) {
        let rate = self.learning.rate(self.coded);
        self.coded = self.coded.saturating_add(1);
        for (at, (views, &width)) in self.sight.moves().iter().zip(&self.widths).enumerate() {
            let target = if at == played {
                entropy::TOTAL as i32
            } else {
                0
            };
            let step = ((target - width as i32) * rate + (1 << 15)) >> 16;
            if step == 0 {
                continue; // so it is for most moves
            }
            for &view in &views[..self.learning.views] {
                let weight = &mut self.weights[place(view)];
                *weight = weight.saturating_add(step as i16);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use legal::Variant;
    use proptest::prelude::*;

    /// Plays as the numbers say, from the start again whenever a game is over.
    fn walk(
        start: &Position,
        choices: &[u16],
        mut code: impl FnMut(&Position, &LegalMoves, &History, &Setting, usize) -> usize,
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
            let index = code(&position, &legal, &history, &setting, index);
            played.push(index);
            position.play(legal[index]);
            history = history.then(legal[index]);
        }
        played
    }

    fn encode(weights: &Weights, start: &Position, choices: &[u16]) -> (Vec<u8>, Vec<usize>) {
        let mut linear = Linear::new(weights);
        let mut encoder = range::Encoder::new();
        let played = walk(
            start,
            choices,
            |position, legal, history, setting, index| {
                linear.code(&mut encoder, position, legal, history, setting, index)
            },
        );
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
            let weights = if trained { (*Weights::shipped()).clone() } else { Weights::zero() };
            let (bytes, played) = encode(&weights, start, &choices);
            let mut linear = Linear::new(&weights);
            let mut decoder = range::Decoder::new(&bytes);
            let zeros: Vec<u16> = vec![0; choices.len()];
            let back = walk(start, &zeros, |position, legal, history, setting, _| {
                linear.code(&mut decoder, position, legal, history, setting, 0)
            });
            prop_assert_eq!(back, played);
        }
    }

    #[test]
    fn the_same_moves_give_the_same_bytes() {
        let choices: Vec<u16> = (0..400_u16).map(|n| n.wrapping_mul(40_503) >> 3).collect();
        let weights = Weights::shipped();
        for start in starts() {
            let (bytes, _) = encode(&weights, &start, &choices);
            assert_eq!(encode(&weights, &start, &choices).0, bytes);
        }
    }
}
