//! Matches between engines: results by pair, ratings with errors, opening pairs, losses by the rules of the match, depth and speed.
//!
//! Not part of the format.
//!
//! The formulas, with their sources, are in docs/engines.md.

mod chance;
mod opening_pairs;
mod ratings;
mod record;
mod score;
mod standings;

pub use record::EngineRecord;
pub use score::{Elo, PairScore, Score};
pub use standings::{Match, Standing, Standings};

use archive::Outcome;
use opening_pairs::OpeningPairs;
use std::collections::{BTreeMap, HashMap};

/// Matches between engines, or other players, counted game by game.
///
/// ```
/// use archive::Game;
/// use query::{EngineRecord, Engines};
///
/// let mut engines = Engines::default();
/// for text in [
///     "[White \"Anna 2\"]\n[Black \"Anna 1\"]\n[Result \"1-0\"]\n\n1. e4 {book} e5 {+0.10/8 1.0s} 1-0\n",
///     "[White \"Anna 1\"]\n[Black \"Anna 2\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {book} e5 {+0.20/9 1.5s} 1/2-1/2\n",
/// ] {
///     engines.add(&EngineRecord::of(&Game::parse(text.as_bytes())));
/// }
/// let standings = engines.standings(None)?;
/// let first = &standings.engines[0];
/// assert_eq!((&*first.name, first.engine.score.wins, first.engine.score.draws), ("Anna 2", 1, 1));
/// assert_eq!(standings.matches[0].pairs.0, [0, 0, 0, 1, 0]);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Engines {
    /// The number of games that were counted.
    pub games: u64,
    /// Games that were not counted, because they do not name two different players.
    pub nameless: u64,
    names: Vec<String>,
    by_name: HashMap<String, usize>,
    engines: Vec<Engine>,
    /// By the places of two engines in `names`, the smaller one first.
    meetings: BTreeMap<(usize, usize), Meeting>,
    opening_pairs: OpeningPairs,
}

/// The figures of one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Engine {
    /// Its results.
    pub score: Score,
    /// Games without a result.
    pub unfinished: u64,
    /// Games lost on time.
    pub lost_on_time: u64,
    /// Games lost because it crashed, stalled or left.
    pub lost_by_leaving: u64,
    /// Games lost by an illegal move or another breach of the rules.
    pub lost_by_infraction: u64,
    /// What it reported of its searches.
    pub work: Work,
}

/// What engines report of their searches, summed over moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The number of moves with a depth, and the sum of the depths in plies.
    pub depths: (u64, u64),
    /// The number of moves with a time, and the sum of the times in milliseconds.
    pub times: (u64, u64),
    /// The nodes of the moves that have nodes and a time, and the sum of their times in milliseconds.
    pub nodes: (u64, u64),
}

/// The games of two engines, as the first one of them sees them.
#[derive(Clone, Copy, Debug, Default)]
struct Meeting {
    /// All games with a result.
    score: Score,
    unfinished: u64,
    /// Of these, those that belong to no opening pair.
    single: Score,
    pairs: PairScore,
}

impl Work {
    /// The mean depth in plies.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        ratio(self.depths.1, self.depths.0)
    }

    /// The mean time for a move, in seconds.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        ratio(self.times.1, self.times.0).map(|millis| millis / 1000.0)
    }

    /// Nodes per second: all nodes by all time.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        ratio(self.nodes.0, self.nodes.1).map(|by_millis| by_millis * 1000.0)
    }

    fn add(&mut self, other: &Self) {
        let add = |sum: &mut (u64, u64), more: (u64, u64)| {
            *sum = (sum.0.saturating_add(more.0), sum.1.saturating_add(more.1));
        };
        add(&mut self.depths, other.depths);
        add(&mut self.times, other.times);
        add(&mut self.nodes, other.nodes);
    }
}

fn ratio(sum: u64, parts: u64) -> Option<f64> {
    (parts > 0).then(|| sum as f64 / parts as f64)
}

impl Engines {
    /// Counts a game.
    pub fn add(&mut self, game: &EngineRecord) {
        let Some([white, black]) = &game.players else {
            self.nameless += 1;
            return;
        };
        self.games += 1;
        let sides = [self.place(white), self.place(black)];
        for (side, place) in sides.into_iter().enumerate() {
            let engine = &mut self.engines[place];
            engine.work.add(&game.work[side]);
            match points(game.result, side) {
                Some(points) => engine.score.add(points),
                None => engine.unfinished += 1,
            }
            if points(game.result, side) == Some(0) {
                match game.ending {
                    Some("time") => engine.lost_on_time += 1,
                    Some("abandoned") => engine.lost_by_leaving += 1,
                    Some("infraction") => engine.lost_by_infraction += 1,
                    _ => {}
                }
            }
        }
        let [white, black] = sides;
        let first = usize::from(black < white);
        let key = (white.min(black), white.max(black));
        let meeting = self.meetings.entry(key).or_default();
        let Some(points) = points(game.result, first) else {
            meeting.unfinished += 1;
            return;
        };
        meeting.score.add(points);
        match self.opening_pairs.partner(key, first == 0, points, game) {
            Some(other) => {
                meeting.single.take(other);
                meeting.pairs.add(points, other);
            }
            None => meeting.single.add(points),
        }
    }

    /// The place of an engine in the lists.
    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.by_name.get(name) {
            return place;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), place);
        self.engines.push(Engine::default());
        place
    }
}

/// The half points of White (0) or Black (1).
fn points(result: Outcome, side: usize) -> Option<u8> {
    let white = result.half_points()?;
    Some(if side == 0 { white } else { 2 - white })
}

#[cfg(test)]
mod tests;
