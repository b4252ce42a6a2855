//! The moves that were played in a position, with games, results and ratings.
//!
//! Not part of the format.

mod branch;

use crate::Error;
use crate::board::{self, Found, Goal, Line, Opening, Positions, Step};
use crate::fields::row::Row;
use crate::fields::{Known, OneGame};
use archive::{Game, Move, Outcome, Position};
pub use branch::Branch;
use legal::LegalMoves;
use std::collections::HashMap;

/// The position of a tree, and how games reach it.
///
/// ```
/// use archive::Game;
/// use query::{Facts, Root, Tree, Visit};
///
/// let root = Root::of_moves("1. e4")?;
/// let mut tree = Tree::new(&root);
/// for (number, text) in ["1. e4 e5 1-0", "1. e4 c5 2. Nf3 0-1", "1. d4 *"].iter().enumerate() {
///     let game = Game::parse(text.as_bytes());
///     if let Visit::Here(next) = root.visit(&game) {
///         tree.add((0, number as u64), next, &Facts::of(&game));
///     }
/// }
/// assert_eq!(tree.total().games, 2);
/// assert_eq!(tree.branches()[0].1, "c5");
/// # Ok::<(), query::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Root {
    goal: Goal,
    position: Position,
    /// The ranks of the moves before it and the legal moves there, if the position is given by moves.
    opening: Option<(Vec<u8>, Box<LegalMoves>)>,
}

/// Whether a game reaches the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Yes, with the move played there the first time; `None` if the game ends there, or continues with a null move.
    Here(Option<Move>),
    /// No.
    Elsewhere,
    /// Unknown: the moves are not known up to there.
    Unknown,
}

/// The data of a game that a tree counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The result.
    pub result: Outcome,
    /// Ratings of White and Black.
    pub ratings: [Option<u16>; 2],
    /// The year in which it was played.
    pub year: Option<u16>,
}

/// The moves of games in a position.
#[derive(Clone, Debug)]
pub struct Tree {
    position: Position,
    total: Branch,
    branches: HashMap<Option<Move>, Branch>,
}

impl Root {
    /// The usual start position.
    #[must_use]
    pub fn start() -> Self {
        Self::of(Opening::default())
    }

    /// The position after these moves, written as for [`crate::Conditions::moves`]: for games that begin with them.
    ///
    /// # Errors
    ///
    /// A move is not legal; the error has its place.
    pub fn of_moves(moves: &str) -> Result<Self, Error> {
        let opening = Opening::parse(moves);
        opening
            .map(Self::of)
            .map_err(|(at, what)| Error::in_condition("moves", moves, at, what))
    }

    fn of(opening: Opening) -> Self {
        let (ranks, end) = opening.ranks();
        Self {
            opening: Some((ranks, Box::new(end.legal_moves()))),
            position: Position::of(end),
            goal: Goal::Opening(opening),
        }
    }

    /// The position of a FEN, by any order of moves.
    ///
    /// # Errors
    ///
    /// The FEN cannot be read.
    pub fn of_position(fen: &str) -> Result<Self, Error> {
        let position = board::position(fen);
        let position = position.map_err(|what| Error::in_condition("position", fen, 0, what))?;
        Ok(Self {
            goal: Goal::Positions(Positions::new(std::iter::once(position.clone()))),
            position: Position::of(position),
            opening: None,
        })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Follows a game until it reaches the position for the first time.
    #[must_use]
    pub fn visit(&self, line: &dyn Line) -> Visit {
        let Some(start) = line.start() else {
            return Visit::Elsewhere;
        };
        let mut steps = line.steps();
        match self.goal.find(start, &mut *steps) {
            Found::Nowhere => Visit::Elsewhere,
            Found::Unknown => Visit::Unknown,
            Found::At(position) => match steps.next(&position) {
                Step::Move(m) => Visit::Here(Some(Move::of(m))),
                Step::Null | Step::End => Visit::Here(None),
                Step::Unknown => Visit::Unknown,
            },
        }
    }

    /// The legal move of a rank.
    fn legal_move(&self, rank: Option<u8>) -> Option<Move> {
        let (_, legal) = self.opening.as_ref()?;
        legal.unrank(usize::from(rank?)).map(Move::of)
    }

    /// The ranks of the moves before it and the legal moves there, if the position is given by moves.
    pub(crate) fn opening(&self) -> Option<(&[u8], &LegalMoves)> {
        self.opening
            .as_ref()
            .map(|(ranks, legal)| (&ranks[..], &**legal))
    }

    /// The ranks of the moves before it, in the order of legal moves that archives use; `None` if the position is not given by moves.
    #[must_use]
    pub fn ranks(&self) -> Option<&[u8]> {
        self.opening().map(|(ranks, _)| ranks)
    }

    pub(crate) fn goal(&self) -> &Goal {
        &self.goal
    }
}

impl Facts {
    /// The data of a game whose values are known.
    #[must_use]
    pub fn new(result: Outcome, ratings: [Option<u16>; 2], year: Option<u16>) -> Self {
        Self {
            result,
            ratings,
            year,
        }
    }

    /// The fields from which it is made.
    pub(crate) const FIELDS: [Known; 4] = [
        Known::Result,
        Known::WhiteRating,
        Known::BlackRating,
        Known::Year,
    ];

    /// The data of a game with decoded tags.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self::of_row(&OneGame::new(game))
    }

    pub(crate) fn of_row<'a>(row: &dyn Row<'a>) -> Self {
        Self {
            result: row.result(),
            ratings: [row.whole(Known::WhiteRating), row.whole(Known::BlackRating)],
            year: row.whole(Known::Year),
        }
    }
}

impl Tree {
    /// A tree without games.
    #[must_use]
    pub fn new(root: &Root) -> Self {
        Self {
            position: root.position.clone(),
            total: Branch::default(),
            branches: HashMap::new(),
        }
    }

    /// Counts a game that reaches the position: the number of its archive and its own number, both from 0, and the move played there.
    pub fn add(&mut self, game: (usize, u64), next: Option<Move>, facts: &Facts) {
        let is_white = self.position.white_to_move();
        self.total.add(game, is_white, facts);
        let branch = self.branches.entry(next).or_default();
        branch.add(game, is_white, facts);
    }

    /// As [`Tree::add`], of the tree's root and with the rank of the move among the legal ones; a rank that no move has counts as none.
    pub fn add_rank(&mut self, root: &Root, game: (usize, u64), rank: Option<u8>, facts: &Facts) {
        self.add(game, root.legal_move(rank), facts);
    }

    /// Counts all games of a branch, which come from the archive of this number.
    pub fn merge(&mut self, root: &Root, rank: Option<u8>, archive: usize, branch: &Branch) {
        let mut branch = branch.clone();
        branch.example = branch.example.map(|(_, game)| (archive, game));
        self.total.merge(&branch);
        let sum = self.branches.entry(root.legal_move(rank)).or_default();
        sum.merge(&branch);
    }

    /// All games.
    #[must_use]
    pub fn total(&self) -> &Branch {
        &self.total
    }

    /// The number of games that end there, or continue with a null move.
    #[must_use]
    pub fn ended(&self) -> u64 {
        self.branches.get(&None).map_or(0, |branch| branch.games)
    }

    /// The moves that were played, with their standard algebraic notation: the most frequent first, equally frequent ones by notation.
    #[must_use]
    pub fn branches(&self) -> Vec<(Move, String, &Branch)> {
        let named = |(m, branch)| {
            let m: Move = Option::<Move>::clone(m)?;
            Some((m, self.position.san(m).ok()?, branch))
        };
        let mut found: Vec<_> = self.branches.iter().filter_map(named).collect();
        found.sort_by(|a, b| b.2.games.cmp(&a.2.games).then_with(|| a.1.cmp(&b.1)));
        found
    }
}
