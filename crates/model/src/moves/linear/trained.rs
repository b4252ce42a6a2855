//! What trained weights make of a position's moves: the same sums as of the [views](super::views), with fewer additions.

use std::sync::Arc;

use legal::{LegalMoves, Move, Position, Role};

use super::super::History;
use super::UNIT_SHIFT;
use super::book::Page;
use super::learned::{BYTE_SHIFT, Context, Entry, Learned, Row};
use super::look::Look;
use super::piece::Piece;
use super::scene::{Scene, Visitor, flip, is_early, opening, place};
use super::sums::{Base, Ground, Kept};
use super::weights;

/// Trained weights in a block.
pub(super) struct Trained {
    known: Arc<weights::Trained>,
    learned: Learned,
    /// Of White and of Black.
    kept: [Kept; 2],
    /// The position at hand.
    context: Context,
    moves: Vec<Entry>,
}

impl Trained {
    /// At the start of a block.
    pub fn new(known: Arc<weights::Trained>) -> Self {
        Self {
            learned: known.learned.clone(),
            known,
            kept: Default::default(),
            context: Context::default(),
            moves: Vec::new(),
        }
    }

    /// Asks for what will soon be needed.
    #[inline(always)]
    pub fn fetch(&self, position: &Position, legal: &LegalMoves, history: &History, hash: u64) {
        let flip = flip(position.turn());
        let rows = [place(history.last, flip), place(history.own, flip)];
        self.learned.fetch_rows(rows);
        if is_early(history) {
            for m in legal.iter() {
                self.learned.fetch_opening(opening(hash, m));
            }
        }
    }

    /// Fills `logits` with that of each legal move, less what is the same for all.
    #[inline(always)]
    pub fn weigh(
        &mut self,
        scene: &Scene,
        legal: &LegalMoves,
        pages: [&Page; 2],
        logits: &mut Vec<i32>,
    ) {
        let kept = &mut self.kept[usize::from(scene.flip > 0)];
        self.context = Context {
            rows: [scene.last_square, scene.own_square],
            hash: scene.hash,
            early: scene.early,
            met: pages.map(|page| page.total() > 0),
        };
        logits.resize(legal.len(), 0);
        self.moves.resize(legal.len(), Entry::default());
        let mut adder = Adder {
            ground: Ground::new(&self.known.sums, scene, kept),
            learned: &self.learned,
            context: &self.context,
            rows: self.learned.rows(&self.context),
            pages,
            places: logits.iter_mut().zip(&mut self.moves),
        };
        scene.each_move(legal, &mut adder);
    }

    /// Learns which move was played of those just weighed.
    pub fn learn(&mut self, widths: &[u32], played: usize) {
        self.learned
            .learn(&self.context, &self.moves, widths, played);
    }
}

/// Adds up the weights of moves.
struct Adder<'a> {
    ground: Ground<'a>,
    learned: &'a Learned,
    context: &'a Context,
    rows: [&'a Row; 2],
    pages: [&'a Page; 2],
    /// A logit and an entry for each move that is still to come.
    places: std::iter::Zip<std::slice::IterMut<'a, i32>, std::slice::IterMut<'a, Entry>>,
}

impl<'a> Visitor for Adder<'a> {
    type Base = Base<'a>;

    #[inline(always)]
    fn prepare(&mut self, scene: &Scene, piece: &Piece) -> Base<'a> {
        self.ground.base(scene, piece)
    }

    #[inline(always)]
    fn visit(
        &mut self,
        scene: &Scene,
        m: Move,
        role: Role,
        piece: &Piece,
        base: &Base<'a>,
        look: &Look,
    ) {
        let fixed = self.ground.sum(scene, role, piece, base, look) << BYTE_SHIFT;
        if let Some((logit, entry)) = self.places.next() {
            let way = [role as u32 - 1, piece.from, look.to];
            entry.fill(self.context, self.pages, m, way);
            let learned = self.learned.sum(self.context, self.rows, entry);
            *logit = (fixed + learned) << UNIT_SHIFT;
        }
    }
}
