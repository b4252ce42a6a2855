//! A game move by move, as a blob codes it.
//!
//! Format: "Blobs".

use entropy::Code;
use legal::{LegalMoves, Move, Position};
use model::ends::Scene;
use model::moves::{Alone, History, Setting, Turn};
use model::repetitions::Repetitions;

use crate::Model;

/// A game as far as it has been played.
pub(super) struct Replay<'a> {
    position: Position,
    legal: LegalMoves,
    history: History,
    repetitions: Repetitions,
    setting: &'a Setting,
    moves: Alone,
}

impl<'a> Replay<'a> {
    pub fn new(start: Position, setting: &'a Setting, model: &Model) -> Self {
        let mut repetitions = Repetitions::default();
        repetitions.step(start.hash(), start.halfmoves());
        Self {
            legal: start.legal_moves(),
            repetitions,
            position: start,
            history: History::default(),
            setting,
            moves: Alone::new(model.knowledge()),
        }
    }

    /// The legal moves of the position at hand.
    pub fn legal(&self) -> &LegalMoves {
        &self.legal
    }

    /// Codes whether the game ends here. Nothing is said where there is no move.
    pub fn end(&self, coder: &mut impl Code, ends: bool) -> bool {
        let scene = Scene {
            position: &self.position,
            history: &self.history,
            setting: self.setting,
            met: self.repetitions.times(),
            check: self.legal.is_check(),
        };
        self.legal.is_empty() || coder.bit(ends, scene.chance())
    }

    /// Codes a move, by its index among the legal ones, and plays it.
    pub fn play(&mut self, coder: &mut impl Code, index: usize) -> (usize, Move) {
        let turn = Turn {
            position: &self.position,
            legal: &self.legal,
            history: &self.history,
            setting: self.setting,
        };
        let index = self.moves.code(coder, &turn, index);
        let m = self.legal[index];
        self.position.play(m);
        self.position.legal_moves_into(&mut self.legal);
        self.history = self.history.then(m);
        let position = &self.position;
        self.repetitions.step(position.hash(), position.halfmoves());
        (index, m)
    }
}
