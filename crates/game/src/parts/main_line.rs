//! Facts about a game's main line (positions, repetitions, last position) from which derived tags are predicted.
//!
//! Not part of the format.

use legal::{Bitboard, Position};

use legal::Cursor;
use model::repetitions::Repetitions;

/// The main line of a game, as far as it can be followed.
#[derive(Clone, Debug, Default)]
pub struct MainLine {
    /// A hash of each position, from the start to the last; empty where the game's tags set up no position.
    pub positions: Vec<u64>,
    /// How often the last of them has stood on the board.
    pub repetitions: Repetitions,
    /// The squares from which a piece or pawn has moved.
    pub left: Bitboard,
    /// The last position.
    pub last: Option<Position>,
    /// Whether there is no legal move in the last position.
    pub over: bool,
}

impl MainLine {
    /// Forgets the last game but keeps the memory.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.repetitions.clear();
        self.left = Bitboard::EMPTY;
        self.last = None;
        self.over = false;
    }

    /// Adds the position of the cursor, at the start of a game or after a move or null move.
    pub fn step(&mut self, cursor: &Cursor) {
        if cursor.variations() == 0 {
            let position = cursor.position();
            self.positions.push(position.hash());
            self.repetitions.step(position.hash(), position.halfmoves());
            if let Some(square) = cursor.history().last.and_then(|m| m.from()) {
                self.left.add(square);
            }
        }
    }

    /// Ends a game.
    pub fn end(&mut self, cursor: &Cursor) {
        let position = cursor.main_line();
        self.over = if cursor.variations() == 0 {
            cursor.legal().is_empty()
        } else {
            position.legal_moves().is_empty()
        };
        self.last = Some(position.clone());
    }

    /// Plies of the main line.
    pub fn plies(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }

    /// How often the last position stood on the board in the whole game.
    pub fn occurrences(&self) -> usize {
        let last = self.positions.last();
        self.positions
            .iter()
            .filter(|&hash| Some(hash) == last)
            .count()
    }
}
