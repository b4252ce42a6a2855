//! A walk through a game: positions, legal moves, the moves before, and the variations that are open.
//!
//! Not part of the format.

use crate::san::{Mark, MoveFacts};
use crate::{History, LegalMoves, Position};
use shakmaty::Move;
use std::cell::{OnceCell, RefCell};

/// A position of a game, and how the game came there.
#[derive(Clone, Debug)]
pub struct Place {
    /// The position.
    pub position: Position,
    /// The moves that led there.
    pub history: History,
    /// The number of the last move that led there, among all moves of the game in the order in which they were played, from 0; null moves
    /// have none.
    pub number: Option<u32>,
}

impl Place {
    /// The start of a game.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            history: History::default(),
            number: None,
        }
    }

    /// After a null move; `None` where there can be none.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        Some(Self {
            position: self.position.pass()?,
            history: self.history.then_null(),
            number: self.number,
        })
    }
}

/// What goes on where a variation ends.
#[derive(Clone, Debug)]
struct Around {
    now: Place,
    past: [Option<Box<Place>>; 2],
    begins: bool,
}

/// Walks through the lines of a game, in the order in which a text has them.
///
/// Legal moves are generated when they are first asked for, so that a walk along known moves does without them.
///
/// ```
/// use legal::{Cursor, Position, san};
///
/// // 1. e4 (1. d4) 1... e5
/// let mut cursor = Cursor::new(Position::standard());
/// let read = |cursor: &Cursor, word| san::read(word, cursor.position(), cursor.legal()).unwrap();
/// cursor.play(read(&cursor, b"e4"));
/// cursor.open();
/// assert_eq!(cursor.replaced(), Some(read(&cursor, b"e4")));
/// cursor.play(read(&cursor, b"d4"));
/// cursor.close();
/// cursor.play(read(&cursor, b"e5"));
/// assert_eq!(cursor.history().depth, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Cursor {
    now: Place,
    /// Before the last move of the line, and before the one before that.
    past: [Option<Box<Place>>; 2],
    /// Whether the line has no move yet.
    begins: bool,
    around: Vec<Around>,
    /// Moves played so far, null moves aside.
    played: u32,
    legal: OnceCell<Box<LegalMoves>>,
    /// Room for the next list: lists are large.
    spare: RefCell<Option<Box<LegalMoves>>>,
}

impl Cursor {
    /// At the start of a game.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::at(Place::new(start))
    }

    /// At a place of a game, with nothing before it to go back to.
    #[must_use]
    pub fn at(place: Place) -> Self {
        Self {
            now: place,
            past: [None, None],
            begins: true,
            around: Vec::new(),
            played: 0,
            legal: OnceCell::new(),
            spare: RefCell::new(None),
        }
    }

    /// Where the game stands.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.now
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The moves that led to the position, in this line.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.now.history
    }

    /// The legal moves of the position; none after the game is over by a rule.
    #[inline]
    pub fn legal(&self) -> &LegalMoves {
        self.legal.get_or_init(|| {
            let mut legal = self.spare.take().unwrap_or_default();
            self.now.position.legal_moves_into(&mut legal);
            legal
        })
    }

    /// Where the game stood before the last move (or null move) of the line, and before the one before that, as far as that is known.
    #[must_use]
    pub fn past(&self) -> [Option<&Place>; 2] {
        [self.past[0].as_deref(), self.past[1].as_deref()]
    }

    /// How many variations are open.
    #[must_use]
    pub fn variations(&self) -> usize {
        self.around.len()
    }

    /// Plies of the innermost line: since the start of the game, or since the variation that is open began.
    #[must_use]
    pub fn length(&self) -> u16 {
        let around = self.around.last();
        let begin = around.map_or(0, |around| around.now.history.depth.saturating_sub(1));
        self.now.history.depth.saturating_sub(begin)
    }

    /// The position that the main line has come to.
    #[must_use]
    pub fn main_line(&self) -> &Position {
        let place = self.around.first().map_or(&self.now, |around| &around.now);
        &place.position
    }

    /// The index of the move in whose place a variation begins here, if one does.
    #[must_use]
    pub fn replaced(&self) -> Option<usize> {
        let around = &self.around.last()?.now.history;
        let begins = around.depth == self.now.history.depth.checked_add(1)?;
        self.legal().rank(around.last.filter(|_| begins)?)
    }

    /// Plays the legal move at `index`, which is below the number of legal moves, and tells what its text depends on.
    pub fn play(&mut self, index: usize) -> MoveFacts {
        let played = self.legal()[index];
        let legal = self.legal.take().unwrap_or_default();
        self.go_on(played);
        let mark = Mark::with(&self.now.position, self.legal());
        let before = self.past[0].as_deref().unwrap_or(&self.now);
        let facts = MoveFacts::of(&before.position, &legal, index, mark);
        self.spare.replace(Some(legal));
        facts
    }

    /// Plays a move, which is legal.
    pub fn play_move(&mut self, played: Move) {
        self.forget_legal();
        self.go_on(played);
    }

    /// Plays a null move; `false` where there can be none.
    pub fn pass(&mut self) -> bool {
        let Some(next) = self.now.pass() else {
            return false;
        };
        self.remember();
        self.go_to(next);
        true
    }

    /// Begins a variation: an alternative to the last move of the line, or a line of its own before the first.
    pub fn open(&mut self) {
        let branch = self.past[0].as_deref().filter(|_| !self.begins);
        let branch = branch.unwrap_or(&self.now).clone();
        let past = [self.past[1].clone(), None];
        self.around.push(Around {
            now: self.now.clone(),
            past: std::mem::replace(&mut self.past, past),
            begins: std::mem::replace(&mut self.begins, true),
        });
        self.go_to(branch);
    }

    /// Ends a variation; `false` where none is open.
    pub fn close(&mut self) -> bool {
        let Some(around) = self.around.pop() else {
            return false;
        };
        (self.past, self.begins) = (around.past, around.begins);
        self.go_to(around.now);
        true
    }

    /// Takes down where the line stands before it goes on.
    fn remember(&mut self) {
        let [last, oldest] = &mut self.past;
        std::mem::swap(last, oldest);
        match last {
            Some(place) => (**place).clone_from(&self.now),
            None => *last = Some(Box::new(self.now.clone())),
        }
        self.begins = false;
    }

    /// The list of legal moves is that of another position now.
    fn forget_legal(&mut self) {
        if let Some(legal) = self.legal.take() {
            self.spare.replace(Some(legal));
        }
    }

    fn go_on(&mut self, played: Move) {
        self.remember();
        self.now.position.play(played);
        self.now.history = self.now.history.then(played);
        self.now.number = Some(self.played);
        self.played = self.played.saturating_add(1);
    }

    fn go_to(&mut self, place: Place) {
        self.forget_legal();
        self.now = place;
    }
}
