//! The model of moves at work in a block: a network's predictions, corrected by what the block has shown so far.
//!
//! Format: "Stream moves".
//!
//! Two kinds of things are learned: corrections of the logits (see [`corrections`]), and the moves played from each position, by all
//! players and by the player to move (see [`book`]), which are joined with the probabilities. Variants that no network knows are coded in
//! the same way; learning starts there from a network's logits, or from logits of 0.

mod book;
mod corrections;
mod pages;

use std::sync::Arc;

use entropy::{Code, Frequencies, TOTAL};
use legal::{LegalMoves, Variant};

use super::net::{Asked, BEST, Network, Networks};
use super::{Kind, MoveContext, is_known, surprise};
use book::Book;
use corrections::{Corrected, Corrections};
use game::parts::Surprise;
use model::simd::{Task, run};
use model::softmax;

/// Learns from the moves of a block and predicts the next.
#[derive(Clone)]
pub(super) struct Deep<const C: usize> {
    asked: Asked<C>,
    corrections: Corrections,
    /// What was played from each position: by anyone, and by the player to move.
    books: [Book; 2],
    /// The page of the current position in each book.
    pages: [usize; 2],
    /// Probabilities of the moves: from the logits, after the first book, after the second.
    widths: [Vec<u32>; 3],
}

/// Initial concentrations of the books, as places in the list of them, by class of position; found by trying on many collections.
const USUAL: [[u32; 8]; 2] = [[5, 6, 6, 7, 7, 8, 8, 8], [3, 3, 3, 3, 4, 4, 4, 4]];
/// The initial logit of a drop, which no network knows, is this much below that of the likeliest other move, in units of 2^-16 bit.
const DROP: i32 = 5 << 16;

impl<const C: usize> Deep<C> {
    /// The state at the start of every block.
    pub(super) fn new(networks: Arc<Networks<C>>) -> Self {
        Self {
            asked: Asked::new(networks),
            corrections: Corrections::default(),
            books: USUAL.map(Book::new),
            pages: [0; 2],
            widths: Default::default(),
        }
    }

    /// Codes the index of the move played among the legal ones, of which there is at least one. Also returns how surprising it was. A
    /// forced move costs nothing.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        played: usize,
        reweight: &mut impl FnMut(&mut [u32]),
    ) -> (usize, Surprise) {
        self.predict(turn);
        if turn.legal.len() == 1 {
            self.learn(turn, 0);
            return (0, Surprise::default());
        }
        let widths = &mut self.widths[2];
        reweight(widths);
        let played = coder.code(played, &Frequencies::new(widths));
        let surprise = surprise::of(widths, played);
        self.learn(turn, played);
        (played, surprise)
    }

    /// The probability of each legal move, out of [`TOTAL`]. [`learn`](Self::learn) must be called before the next prediction.
    pub(super) fn predict(&mut self, turn: &MoveContext) -> &[u32] {
        let everyone = turn.position.hash();
        let hashes = [everyone, everyone ^ player(turn)];
        let (legal, depth) = (turn.legal, turn.history.depth);
        let books = self.books.iter().zip(hashes);
        books
            .clone()
            .for_each(|(book, hash)| book.fetch_place(hash));
        if legal.len() == 1 {
            self.pages = std::array::from_fn(|at| self.books[at].open(hashes[at], depth));
            self.widths[2].clear();
            self.widths[2].push(TOTAL);
            return &self.widths[2];
        }
        let corrected = Self::corrected(turn);
        match corrected {
            Corrected::All { asked: false } => {
                self.asked.features.extract(Network::<C>::DETAIL, turn);
                self.asked.logits.clear();
                self.asked.logits.resize(legal.len(), 0);
            }
            _ => self.asked.look(turn),
        }
        books.for_each(|(book, hash)| book.fetch_page(hash));
        if corrected != (Corrected::All { asked: false }) {
            self.asked.weigh(turn.setting.kind());
        }
        let Asked {
            features, logits, ..
        } = &mut self.asked;
        if corrected == (Corrected::All { asked: true }) {
            weigh_drops(turn, logits);
        }
        self.corrections
            .add(corrected, player(turn), &features.moves, logits);
        self.pages = std::array::from_fn(|at| self.books[at].open(hashes[at], depth));
        run(Probabilities { deep: self, legal });
        &self.widths[2]
    }

    /// Learns which move was played after the last prediction.
    pub(super) fn learn(&mut self, turn: &MoveContext, played: usize) {
        let forced = turn.legal.len() == 1;
        let books = self.books.iter_mut().zip(self.pages);
        for ((book, page), widths) in books.zip(&self.widths) {
            let before = if forced { TOTAL } else { widths[played] };
            book.note(page, turn.legal[played], before);
        }
        if !forced {
            let moves = &self.asked.features.moves;
            let (of, player) = (Self::corrected(turn), player(turn));
            self.corrections
                .learn(of, player, moves, &self.widths[0], played);
        }
    }

    fn corrected(turn: &MoveContext) -> Corrected {
        match turn.position.variant() {
            // Most moves are good for the same reasons as in standard chess.
            Variant::Crazyhouse => Corrected::All { asked: true },
            variant if !is_known(variant) => Corrected::All { asked: false },
            _ if C != BEST => Corrected::Nothing,
            _ if turn.setting.kind() == Kind::Online => Corrected::Habits,
            _ => Corrected::Rows,
        }
    }
}

/// Fills the probabilities of the moves, from their logits and the pages of the position.
struct Probabilities<'a, const C: usize> {
    deep: &'a mut Deep<C>,
    legal: &'a LegalMoves,
}

impl<const C: usize> Task for Probabilities<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { deep, legal } = self;
        let [alone, after_first, after_both] = &mut deep.widths;
        softmax::widths(&deep.asked.logits, alone);
        after_first.clone_from(alone);
        deep.books[0].join(deep.pages[0], legal, after_first);
        after_both.clone_from(after_first);
        deep.books[1].join(deep.pages[1], legal, after_both);
    }
}

/// Sets the logit of each drop to [`DROP`] below that of the likeliest other move.
fn weigh_drops(turn: &MoveContext, logits: &mut [i32]) {
    let moves = || turn.legal.as_slice().iter();
    let others = moves().zip(&*logits).filter(|(m, _)| m.from().is_some());
    let likeliest = others.map(|(_, &logit)| logit).max().unwrap_or(0);
    for (_, logit) in moves().zip(logits).filter(|(m, _)| m.from().is_none()) {
        *logit = likeliest - DROP;
    }
}

/// The hash of the player to move, spread over 64 bits.
fn player(turn: &MoveContext) -> u64 {
    let hash = turn.setting.players[usize::from(turn.position.turn().is_black())];
    u64::from(hash).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests;
