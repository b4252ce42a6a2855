//! Codes the moves of a game and its end in a blob.
//!
//! Format: "Blobs".

use entropy::Code;
use legal::{Cursor, LegalMoves, Move, Position};
use model::repetitions::Repetitions;
use streams::EndContext;
use streams::moves::{Alone, MoveContext, Setting};

use super::start::spelled;
use crate::Model;

/// The state of a game up to the current position.
pub(super) struct Replay {
    cursor: Cursor,
    repetitions: Repetitions,
    setting: Setting,
    moves: Alone,
}

impl Replay {
    /// The start of a game. Whether it is a set-up position follows from `start`, not from `setting`.
    pub fn new(start: Position, setting: &Setting, model: &Model) -> Self {
        let mut repetitions = Repetitions::default();
        repetitions.step(start.hash(), start.halfmoves());
        let setting = Setting {
            set_up: spelled(&start).is_some(),
            ..*setting
        };
        Self {
            cursor: Cursor::new(start),
            repetitions,
            setting,
            moves: Alone::new(model.knowledge()),
        }
    }

    /// The legal moves of the current position.
    pub fn legal(&self) -> &LegalMoves {
        self.cursor.legal()
    }

    /// Codes whether the game ends here. Nothing is coded in a position without legal moves.
    pub fn end(&self, coder: &mut impl Code, ends: bool) -> bool {
        let context = EndContext {
            position: self.cursor.position(),
            history: self.cursor.history(),
            setting: &self.setting,
            met: self.repetitions.times(),
            check: self.legal().is_check(),
        };
        self.legal().is_empty() || coder.bit(ends, context.chance())
    }

    /// Codes a move, by its index among the legal ones, and plays it.
    pub fn play(&mut self, coder: &mut impl Code, index: usize) -> (usize, Move) {
        let turn = MoveContext::at(&self.cursor, &self.setting);
        let index = self.moves.code(coder, &turn, index);
        let m = self.legal()[index];
        self.cursor.play_move(m);
        let position = self.cursor.position();
        self.repetitions.step(position.hash(), position.halfmoves());
        (index, m)
    }
}
