//! The position while a game's lines are walked through, variations included.
//!
//! Format: "Stream structure".

use legal::san::{Mark, MoveFacts};
use legal::{LegalMoves, Position, Variant};
use model::moves::History;

use super::course::Course;
use super::game::Game;

/// Variations within variations; deeper ones are not understood, so that each costs its reader no more than its text.
const MOST_OPEN: usize = 256;

/// Where a line stands.
#[derive(Clone)]
struct Place {
    position: Position,
    history: History,
}

/// What a game's tags set up, or `None` where they set up no position.
pub(crate) fn initial(game: &Game) -> Option<Position> {
    let variant = match game.tag(b"Variant") {
        None => Variant::Standard,
        Some(value) => Variant::from_tag(value)?,
    };
    match game.tag(b"FEN") {
        None => Some(Position::initial(variant)),
        Some(fen) => Position::from_fen(std::str::from_utf8(fen).ok()?, variant).ok(),
    }
}

/// Where a game stands.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub walk: &'a Walk,
    pub course: &'a Course,
}

impl Line<'_> {
    /// Whether it is a variation.
    pub fn inside(&self) -> bool {
        self.walk.variations() > 0
    }
}

/// A walk through the lines of one game.
pub(crate) struct Walk {
    now: Place,
    legal: Box<LegalMoves>,
    /// The list that the next position's moves go to; the two take turns because they are large.
    spare: Box<LegalMoves>,
    /// The place before the last move, from which a variation branches.
    before: Option<Box<Place>>,
    /// For each open variation, where the line around it goes on.
    around: Vec<(Place, Option<Box<Place>>)>,
}

impl Walk {
    /// At the start of a game, or `None` where there is no position to start from.
    pub fn new(game: &Game) -> Option<Self> {
        let position = initial(game)?;
        Some(Self {
            legal: Box::new(position.legal_moves()),
            spare: Box::default(),
            now: Place {
                position,
                history: History::default(),
            },
            before: None,
            around: Vec::new(),
        })
    }

    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The legal moves of the position; none after the game is over by a rule.
    pub fn legal(&self) -> &LegalMoves {
        &self.legal
    }

    pub fn history(&self) -> &History {
        &self.now.history
    }

    /// Plies since the start of the game, in this line.
    pub fn depth(&self) -> u16 {
        self.now.history.depth
    }

    /// Plies of the innermost line: since the start of the game, or since the variation that is open began.
    pub fn length(&self) -> u16 {
        let around = self.around.last();
        let begin = around.map_or(0, |(place, _)| place.history.depth.saturating_sub(1));
        self.depth().saturating_sub(begin)
    }

    /// The position that the main line has come to.
    pub fn main_line(&self) -> &Position {
        let place = self.around.first().map_or(&self.now, |(place, _)| place);
        &place.position
    }

    /// How many variations are open.
    pub fn variations(&self) -> usize {
        self.around.len()
    }

    /// Plays the legal move at `index` and tells what its text depends on.
    pub fn play(&mut self, index: usize) -> MoveFacts {
        let m = self.legal[index];
        let before = match &mut self.before {
            Some(before) => {
                (**before).clone_from(&self.now);
                &**before
            }
            empty => &**empty.insert(Box::new(self.now.clone())),
        };
        self.now.position.play(m);
        self.now.history = self.now.history.then(m);
        self.now.position.legal_moves_into(&mut self.spare);
        let mark = Mark::with(&self.now.position, &self.spare);
        let facts = MoveFacts::of(&before.position, &self.legal, index, mark);
        std::mem::swap(&mut self.legal, &mut self.spare);
        facts
    }

    /// The index of the move in whose place a variation begins here, if one does.
    pub fn replaced(&self) -> Option<usize> {
        let (place, _) = self.around.last()?;
        let begins = place.history.depth == self.depth().checked_add(1)?;
        self.legal.rank(place.history.last.filter(|_| begins)?)
    }

    /// Whether there can be a null move.
    pub fn can_pass(&self) -> bool {
        self.now.position.pass().is_some()
    }

    /// Plays a null move; `false` where there can be none.
    pub fn pass(&mut self) -> bool {
        let Some(position) = self.now.position.pass() else {
            return false;
        };
        self.before = Some(Box::new(self.now.clone()));
        self.go_to(Place {
            position,
            history: History {
                last: None,
                own: self.now.history.last,
                before: self.now.history.own,
                depth: self.depth().saturating_add(1),
            },
        });
        true
    }

    /// Whether one more variation may be opened.
    pub fn can_open(&self) -> bool {
        self.around.len() < MOST_OPEN
    }

    /// Begins a variation: an alternative to the last move of the line, or a line of its own before the first.
    pub fn open(&mut self) {
        let branch = self.before.as_deref().unwrap_or(&self.now).clone();
        self.around.push((self.now.clone(), self.before.take()));
        self.go_to(branch);
    }

    /// Ends a variation; `false` where none is open.
    pub fn close(&mut self) -> bool {
        let Some((place, before)) = self.around.pop() else {
            return false;
        };
        self.before = before;
        self.go_to(place);
        true
    }

    fn go_to(&mut self, place: Place) {
        place.position.legal_moves_into(&mut self.legal);
        self.now = place;
    }
}
