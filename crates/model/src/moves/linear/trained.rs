//! What trained weights make of a position's moves: the same sums as of the [views](super::views), with fewer additions.

use std::sync::Arc;

use legal::{LegalMoves, Position};

use super::super::History;
use super::UNIT_SHIFT;
use super::book::{Page, says};
use super::learned::{BYTE_SHIFT, Context, Entry, Learned};
use super::scene::{Scene, flip, is_early, opening, place};
use super::sums::{Ground, Kept};
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

    /// Appends the logit of each legal move.
    #[inline(always)]
    pub fn weigh(
        &mut self,
        scene: &Scene,
        legal: &LegalMoves,
        pages: [&Page; 2],
        logits: &mut Vec<i32>,
    ) {
        let kept = &mut self.kept[usize::from(scene.flip > 0)];
        let ground = Ground::new(&self.known.sums, scene, kept);
        self.context = Context {
            rows: [scene.last_square, scene.own_square],
            early: scene.early,
            met: pages.map(|page| page.total() > 0),
        };
        let (context, learned) = (&self.context, &self.learned);
        let rows = learned.rows(context);
        let moves = &mut self.moves;
        moves.clear();
        scene.each_move(
            legal,
            |piece| ground.base(scene, piece),
            |m, piece, base, look| {
                let place = piece.r << 6 | look.to;
                let entry = Entry {
                    place: place as u16,
                    way: ((piece.r << 6 | piece.from) << 6 | look.to) as u16,
                    said: [says(pages[0], m), says(pages[1], m)],
                    opening: if context.early {
                        opening(scene.hash, m)
                    } else {
                        0
                    },
                };
                moves.push(entry);
                let fixed = ground.sum(scene, piece, base, look) << BYTE_SHIFT;
                let learned = learned.sum(context, rows, &entry);
                logits.push((fixed + learned) << UNIT_SHIFT);
            },
        );
    }

    /// Learns which move was played of those just weighed.
    pub fn learn(&mut self, widths: &[u32], played: usize) {
        self.learned
            .learn(&self.context, &self.moves, widths, played);
    }
}
