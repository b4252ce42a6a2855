//! The data of one game for the statistics of engines.
//!
//! Not part of the format.

use super::Work;
use crate::ending;
use crate::fields::row::Row;
use crate::fields::{Known, OneGame};
use archive::{Columns, Game, Outcome, Position};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The data of one game that are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRecord {
    /// White and Black; `None` unless the game names two different players.
    pub players: Option<[String; 2]>,
    /// The result.
    pub result: Outcome,
    /// How the game ended, as in the field `ending`, or as the tag `TerminationDetails` or the last comment says it.
    pub ending: Option<&'static str>,
    /// A number that games with the same start position and book moves share; `None` for the usual start without book moves.
    pub opening: Option<u64>,
    /// A number that games of the same event and round share; `None` if the round is not known.
    pub round: Option<u64>,
    /// What White and Black reported of their searches.
    pub work: [Work; 2],
}

impl EngineRecord {
    /// The parts of a game that are needed.
    #[must_use]
    pub fn needs() -> Columns {
        let fields = [Known::Result, Known::Round, Known::Ending, Known::Fen];
        let lists = [Known::EngineDepths, Known::Evals, Known::Spent];
        let all = fields.iter().chain(&lists);
        all.fold(Columns::TAGS, |all, field| all | field.needs())
    }

    /// The record of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let one = OneGame::new(game);
        let row: &dyn Row<'_> = &one;
        let text = |field| row.text(field);
        let players = match (text(Known::White), text(Known::Black)) {
            (Some(white), Some(black)) if white != black => Some([white, black]),
            _ => None,
        };
        let round = text(Known::Round).map(|round| number(&(text(Known::Event), round)));
        let searches = Searches::of(game);
        Self {
            players: players.map(|players| players.map(Into::into)),
            result: row.result(),
            ending: ending::of_programs(game),
            opening: opening(text(Known::Fen).as_deref(), game, searches.book),
            round,
            work: searches.work,
        }
    }
}

/// What the comments of a game say.
struct Searches {
    work: [Work; 2],
    /// The number of plies at the start that come from a book.
    book: usize,
}

impl Searches {
    fn of(game: &Game) -> Self {
        let plies = &game.main_line().plies;
        let white_begins = game.start().is_none_or(Position::white_to_move);
        let mut work = [Work::default(); 2];
        let mut first = None;
        for (at, (info, ply)) in game.engine_infos().into_iter().zip(plies).enumerate() {
            let depth = info.and_then(|info| info.depth).or_else(|| ply.depth());
            let spent = info.and_then(|info| info.spent).or_else(|| ply.spent());
            let nodes = info.and_then(|info| info.nodes);
            if info.is_some() || ply.eval().is_some() {
                first = first.or(Some(at));
            }
            let work = &mut work[usize::from(white_begins != (at % 2 == 0))];
            work.add(&Work {
                depths: depth.map_or((0, 0), |depth| (1, depth.into())),
                times: spent.map_or((0, 0), |spent| (1, spent)),
                nodes: nodes.zip(spent).unwrap_or_default(),
            });
        }
        let marked = plies.iter().take_while(|ply| ply.is_book()).count();
        let book = match marked {
            0 => first.unwrap_or(0),
            marked => marked,
        };
        Self { work, book }
    }
}

/// A number for a start position other than the usual one, and the moves of the book.
fn opening(fen: Option<&str>, game: &Game, book: usize) -> Option<u64> {
    let moves: Vec<&str> = game.main_line().plies[..book]
        .iter()
        .map(|ply| &*ply.san)
        .collect();
    (fen.is_some() || book > 0).then(|| number(&(fen, moves)))
}

/// The same for equal values, and in the same version of the program.
fn number(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
