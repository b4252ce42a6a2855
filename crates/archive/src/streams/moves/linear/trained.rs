//! What trained weights make of a position's moves: the same sums as of the [views](super::views), with fewer additions.
//!
//! Format: "Stream moves".

use std::sync::Arc;

use legal::{LegalMoves, Move, Role};

use super::super::{MoveContext, name};
use super::UNIT_SHIFT;
use super::book::{Page, say};
use super::learned::{BYTE_SHIFT, Context, Entry, Learned};
use super::move_features::MoveFeatures;
use super::piece_features::PieceFeatures;
use super::position_features::{PositionFeatures, flip, is_early, opening, place};
use super::sums::{CachedSum, MoveSum, PieceSum, PositionSum};
use super::visit::Visitor;
use super::weights;
use model::simd::{Task, run};

/// Trained weights in a block.
#[derive(Clone)]
pub(super) struct Trained {
    known: Arc<weights::Trained>,
    learned: Learned,
    /// Of White and of Black.
    kept: [CachedSum; 2],
    /// The position at hand.
    context: Context,
    moves: Vec<Entry>,
    spots: Vec<MoveSum>,
    names: Vec<u16>,
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
            spots: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Asks for what will soon be needed.
    #[inline(always)]
    pub fn fetch(&mut self, turn: &MoveContext, hash: u64) {
        let MoveContext {
            position,
            legal,
            history,
            ..
        } = *turn;
        let flip = flip(position.turn());
        let rows = [place(history.last, flip), place(history.own, flip)];
        self.learned.fetch_rows(rows);
        self.moves.resize(legal.len(), Entry::default());
        if is_early(history) {
            for (entry, m) in self.moves.iter_mut().zip(legal.iter()) {
                entry.opening = opening(hash, m);
                self.learned.fetch_opening(entry.opening);
            }
        }
    }

    /// Fills `logits` with that of each legal move, less what is the same for all.
    #[inline(always)]
    pub fn weigh(
        &mut self,
        position: &PositionFeatures,
        legal: &LegalMoves,
        pages: [&Page; 2],
        logits: &mut Vec<i32>,
    ) {
        let kept = &mut self.kept[usize::from(position.flip > 0)];
        self.context = Context {
            rows: [position.last_square, position.own_square],
            early: position.early,
            met: pages.map(|page| page.total() > 0),
        };
        let ground = PositionSum::new(&self.known.sums, position, kept);
        self.spots.resize(legal.len(), MoveSum::default());
        let places = self.spots.iter_mut().zip(&mut self.moves);
        let mut finder = Finder { ground, places };
        position.each_move(legal, &mut finder);
        let ground = finder.ground;

        if self.context.met.contains(&true) {
            self.names.resize(legal.len(), 0);
            for (place, m) in self.names.iter_mut().zip(legal.iter()) {
                *place = name(m);
            }
        }
        for (at, page) in pages.into_iter().enumerate() {
            if self.context.met[at] {
                let said = self.moves.iter_mut().map(|entry| &mut entry.said[at]);
                say(page, &self.names, said);
            }
        }
        let learned = self.learned.of(&self.context);
        logits.resize(legal.len(), 0);
        for (logit, (spot, entry)) in logits.iter_mut().zip(self.spots.iter().zip(&self.moves)) {
            let fixed = ground.sum(spot) << BYTE_SHIFT;
            *logit = (fixed + learned.sum(entry)) << UNIT_SHIFT;
        }
        learned.add_rare(&self.moves, logits, UNIT_SHIFT);
    }

    /// Learns which move was played of those just weighed.
    pub fn learn(&mut self, widths: &[u32], played: usize) {
        run(Learn {
            trained: self,
            widths,
            played,
        });
    }
}

/// A move to learn from.
struct Learn<'a> {
    trained: &'a mut Trained,
    widths: &'a [u32],
    played: usize,
}

impl Task for Learn<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Trained {
            learned,
            context,
            moves,
            ..
        } = self.trained;
        learned.learn(context, moves, self.widths, self.played);
    }
}

/// Finds where the weights of moves lie.
struct Finder<'a, P> {
    ground: PositionSum<'a>,
    /// A spot and an entry for each move that is still to come.
    places: P,
}

impl<'a, 'p, P> Visitor for Finder<'a, P>
where
    P: Iterator<Item = (&'p mut MoveSum, &'p mut Entry)>,
{
    type PieceSum = PieceSum<'a>;

    #[inline(always)]
    fn prepare(&mut self, position: &PositionFeatures, piece: &PieceFeatures) -> PieceSum<'a> {
        self.ground.base(position, piece)
    }

    #[inline(always)]
    fn visit(
        &mut self,
        position: &PositionFeatures,
        _: Move,
        role: Role,
        piece: &PieceFeatures,
        base: &PieceSum<'a>,
        features: &MoveFeatures,
    ) {
        if let Some((spot, entry)) = self.places.next() {
            *spot = self.ground.spot(position, role, piece, base, features);
            entry.set_way([role as u32 - 1, piece.from, features.to]);
        }
    }
}
