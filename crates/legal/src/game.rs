//! A game as a start and its moves.
//!
//! Not part of the format.

use crate::{Move, Position};

/// A start position and the moves from it.
///
/// ```
/// use legal::{Game, Position, Variant};
///
/// let start = Position::initial(Variant::Standard);
/// let mut game = Game::new(start.clone());
/// game.moves.push(start.legal_moves()[0]);
/// assert_ne!(game.last_position().to_fen(), start.to_fen());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it starts.
    pub start: Position,
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// Whether the players agreed to a draw, so that it ends where moves were left.
    pub agreed: bool,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.start.to_setup() == other.start.to_setup()
            && self.moves == other.moves
            && self.agreed == other.agreed
    }
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            start,
            moves: Vec::new(),
            agreed: false,
        }
    }

    /// The position after the last move; moves that are not legal give an unspecified one.
    #[must_use]
    pub fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|&m| position.play(m));
        position
    }
}
