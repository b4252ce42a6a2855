//! A log-linear model over cheap features, learned while coding: each feature of a move (what moves where, what it takes,
//! what stands en prise, how it answers the last move, whether it was played here before) has a weight; a move's share is two to the
//! power of its weights' sum, cut to the legal moves. After each move the weights take a step towards what was played. The
//! state starts the same for every block.

mod book;
mod features;

use entropy::{Code, Frequencies};
use legal::{LegalMoves, Position};

use super::{History, softmax};
use book::Book;
use features::{Features, Views};

/// Learns from the moves of a block and predicts the next.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::Position;
/// use model::moves::{History, linear::Linear};
///
/// let (position, history) = (Position::standard(), History::default());
/// let legal = position.legal_moves();
/// let mut encoder = range::Encoder::new();
/// Linear::new().code(&mut encoder, &position, &legal, &history, 13);
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// assert_eq!(Linear::new().code(&mut decoder, &position, &legal, &history, 0), 13);
/// ```
pub struct Linear {
    /// Units of 2^-16 bit; as many as 16 bits can index.
    weights: Box<[i32; 1 << 16]>,
    book: Book,
    coded: u32,
    views: Views,
    /// For each piece, the sum of the weights its moves share; later, the sum of its moves' errors.
    shared: Vec<i32>,
    logits: Vec<i32>,
    widths: Vec<u32>,
}

impl Default for Linear {
    fn default() -> Self {
        Self::new()
    }
}

impl Linear {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            weights: vec![0; 1 << 16]
                .try_into()
                .unwrap_or_else(|_| Box::new([0; 1 << 16])),
            book: Book::new(),
            coded: 0,
            views: Views::default(),
            shared: Vec::new(),
            logits: Vec::new(),
            widths: Vec::new(),
        }
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
        played: usize,
    ) -> usize {
        let page = self.book.open(position, history.depth);
        if legal.len() == 1 {
            self.book.note(page, legal[0]);
            return 0;
        }
        Features::new(position, history).of_moves(legal, self.book.page(page), &mut self.views);
        let weights = &self.weights;
        let sum = |views: &[u16]| {
            views
                .iter()
                .map(|&view| weights[usize::from(view)])
                .sum::<i32>()
        };
        self.shared.clear();
        self.shared
            .extend(self.views.pieces.iter().map(|views| sum(views)));
        self.logits.clear();
        let moves = self.views.moves.iter();
        self.logits
            .extend(moves.map(|(views, piece)| self.shared[usize::from(*piece)] + sum(views)));
        softmax::widths(&self.logits, &mut self.widths);
        let played = coder.code(played, &Frequencies::new(&self.widths));
        self.learn(played);
        self.book.note(page, legal[played]);
        played
    }

    /// Moves each weight along the gradient of the cost: up by what the move's share lacked of one, down by its share.
    fn learn(&mut self, played: usize) {
        let rate = rate(self.coded);
        self.coded += 1;
        self.shared.fill(0);
        for (at, ((views, piece), &width)) in self.views.moves.iter().zip(&self.widths).enumerate()
        {
            let target = if at == played {
                entropy::TOTAL as i32
            } else {
                0
            };
            let error = target - width as i32;
            if error.abs() < 100 {
                continue; // too small to matter, and most moves are such
            }
            let step = (error * rate) >> 10;
            self.shared[usize::from(*piece)] += step;
            for &view in views {
                self.weights[usize::from(view)] += step;
            }
        }
        for (views, &step) in self.views.pieces.iter().zip(&self.shared) {
            for &view in views {
                self.weights[usize::from(view)] += step;
            }
        }
    }
}

/// Step per error, in units of 2^-10, after `coded` moves.
fn rate(coded: u32) -> i32 {
    match coded {
        0..2_000 => 200,
        2_000..10_000 => 100,
        10_000..60_000 => 50,
        _ => 20,
    }
}
