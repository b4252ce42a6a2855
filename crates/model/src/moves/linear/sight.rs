//! What the model sees of a position, move by move.

use legal::{LegalMoves, Move, Position};

use super::super::{History, Setting};
use super::book::Book;
use super::features::{Features, VIEWS};

/// Follows the games of a block and tells the weights that make up each legal move's logit.
///
/// ```
/// use legal::Position;
/// use model::moves::{History, Setting, linear::{Sight, WEIGHTS}};
///
/// let position = Position::standard();
/// let legal = position.legal_moves();
/// let mut sight = Sight::new();
/// assert!(sight.look(&position, &legal, &History::default(), &Setting::default()));
/// assert_eq!(sight.moves().len(), legal.len());
/// assert!(sight.moves().iter().flatten().all(|&weight| (weight as usize) < WEIGHTS));
/// sight.note(legal[13]);
/// ```
pub struct Sight {
    /// What was played from each position: by anyone, and by the player to move.
    books: [Book; 2],
    pages: [usize; 2],
    moves: Vec<[u32; VIEWS]>,
}

impl Default for Sight {
    fn default() -> Self {
        Self::new()
    }
}

impl Sight {
    /// At the start of a block.
    pub fn new() -> Self {
        Self {
            books: [Book::new(), Book::new()],
            pages: [0; 2],
            moves: Vec::new(),
        }
    }

    /// Looks at a position with at least one legal move. Whether there is a choice; if not, [`moves`](Self::moves) stays as it was.
    pub fn look(
        &mut self,
        position: &Position,
        legal: &LegalMoves,
        history: &History,
        setting: &Setting,
    ) -> bool {
        let hash = position.hash();
        let player = u64::from(setting.players[usize::from(position.turn().is_black())]);
        let of_player = hash ^ player.wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.pages = [
            self.books[0].open(hash, history.depth),
            self.books[1].open(of_player, history.depth),
        ];
        if legal.len() == 1 {
            return false;
        }
        let pages = [0, 1].map(|book: usize| self.books[book].page(self.pages[book]));
        Features::new(position, history, setting, hash).of_moves(legal, pages, &mut self.moves);
        true
    }

    /// For each legal move of the position looked at, the index of its weight in each view, all below
    /// [`WEIGHTS`](super::WEIGHTS).
    pub fn moves(&self) -> &[[u32; VIEWS]] {
        &self.moves
    }

    /// Notes what was played from the position looked at.
    pub fn note(&mut self, m: Move) {
        for (book, page) in self.books.iter_mut().zip(self.pages) {
            book.note(page, m);
        }
    }
}
