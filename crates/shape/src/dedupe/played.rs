//! The data of a game that decide whether it is a duplicate, and which of the duplicates is kept.
//!
//! Not part of the format.

use super::facts::Facts;
use super::key::{Seeded, played, start};
use super::{By, Rule};
use archive::{Game, Line};
use query::Person;

/// These data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// The names of White and Black, if they are known.
    pub players: [Option<Person>; 2],
    /// What else it states.
    pub facts: Facts,
    /// A hash of the start position.
    pub start: u128,
    /// A hash of the moves, and of the text that could not be read as moves; `None` if there are none.
    pub line: Option<u128>,
    /// The moves, each with a line end after it, and that text; only for [`By::Prefix`].
    pub moves: Vec<u8>,
    pub plies: usize,
    pub annotations: usize,
}

/// Games with fewer moves may agree by chance, if not all of the players and the date is known of both.
const TELLING_PLIES: usize = 20;

impl Played {
    pub fn of(game: &Game, rule: Rule, seeded: Seeded) -> Self {
        let moves = played(game);
        Self {
            players: players(game, rule.strict),
            facts: Facts::of(game, seeded),
            start: seeded.of(start(game).as_bytes()),
            line: (!moves.is_empty()).then(|| seeded.of(&moves)),
            moves: match rule.by {
                By::Prefix => moves,
                _ => Vec::new(),
            },
            ..Self::figures(game)
        }
    }

    /// Only what decides which game is kept.
    pub fn figures(game: &Game) -> Self {
        Self {
            plies: game.main_line().plies.len(),
            annotations: annotations(game.main_line()),
            ..Self::default()
        }
    }

    /// Whether the moves are so many that games with the same moves are the same, if no fact speaks against it.
    pub fn is_telling(&self) -> bool {
        self.plies >= TELLING_PLIES
    }

    /// Whether the game can be compared with others by its moves.
    pub fn is_comparable(&self) -> bool {
        self.line.is_some() && (self.is_telling() || !self.players.contains(&None))
    }
}

/// The names of White and Black, if they are known.
pub fn players(game: &Game, strict: bool) -> [Option<Person>; 2] {
    game.tags().players().map(|player| {
        let name = query::text(player?);
        match strict {
            true => Person::exactly(&name),
            false => Person::new(&name),
        }
    })
}

/// The number of comments, glyphs, variations, evaluations and clock times.
fn annotations(line: &Line) -> usize {
    let of_lines = |lines: &[Line]| {
        lines
            .iter()
            .map(|line| 1 + annotations(line))
            .sum::<usize>()
    };
    let plies = line.plies.iter().map(|ply| {
        ply.nags.len()
            + ply.comments.len()
            + of_lines(&ply.variations)
            + usize::from(ply.clock().is_some())
            + usize::from(ply.eval().is_some())
    });
    line.comments.len() + of_lines(&line.variations) + plies.sum::<usize>()
}
