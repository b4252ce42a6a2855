//! The order of the engines, and their matches.
//!
//! Not part of the format.

use super::chance::{OF_95_PERCENT, normal};
use super::ratings::{Ratings, comparable};
use super::{Engine, Engines, Meeting, PairScore, Score};
use std::cmp::Ordering;

/// The time for ratings grows with the third power of the number of engines.
const MOST: usize = 1000;

/// The engines by rating, and their matches.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standings {
    /// The engines: those with a rating in its order, then the others by points.
    pub engines: Vec<Standing>,
    /// The matches, in the order of the engines.
    pub matches: Vec<Match>,
}

/// An engine in the standings.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its rating in Elo points. `None` if it cannot be compared: if it won all games, or lost all, or met only such engines.
    pub elo: Option<f64>,
    /// Half of the 95 % interval of the rating: against the mean of all, or against the engine that has a given rating.
    pub error: Option<f64>,
    /// The likelihood, 0 to 1, that it is stronger than the next one in the list.
    pub los_to_next: Option<f64>,
    /// Its figures.
    pub engine: Engine,
}

/// The games of two engines, as the first one of them sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Match {
    /// The places of both in [`Standings::engines`], the one that stands higher first.
    pub engines: [usize; 2],
    /// The games with a result.
    pub score: Score,
    /// The number of games without a result.
    pub unfinished: u64,
    /// The opening pairs among the games: same opening, colours reversed.
    pub pairs: PairScore,
}

impl Engines {
    /// Rates the engines. The mean rating is 0, unless the engine with a name is given a rating.
    ///
    /// # Errors
    ///
    /// [`archive::ErrorKind::InvalidArgument`]: there are more than 1,000 engines, there is no engine with this name, or it cannot be compared with
    /// others.
    pub fn standings(&self, anchor: Option<(&str, f64)>) -> Result<Standings, archive::Error> {
        if self.names.len() > MOST {
            return Err(archive::Error::argument(format!(
                "there are {} players, and at most {MOST} can be rated together: choose games by filters, as by --player or --event",
                self.names.len()
            )));
        }
        let rated = comparable(self.names.len(), &self.meetings);
        let place = |engine: &usize| rated.binary_search(engine).ok();
        let meetings: Vec<((usize, usize), Meeting)> = self
            .meetings
            .iter()
            .filter_map(|((a, b), meeting)| Some(((place(a)?, place(b)?), *meeting)))
            .collect();
        let ratings = Ratings::of(rated.len(), &meetings);
        let fixed = anchor.map(|(name, elo)| {
            let engine = self.by_name.get(name).ok_or_else(|| {
                format!("--anchor: there is no player '{name}' in these games")
            })?;
            let fixed = place(engine).ok_or_else(|| {
                format!("--anchor: '{name}' has no rating, because it won or lost all games against the others")
            })?;
            Ok::<_, String>((fixed, elo))
        });
        let fixed = fixed.transpose().map_err(archive::Error::argument)?;
        let shift = fixed.map_or(0.0, |(at, elo)| elo - ratings.elo[at]);
        let basis = fixed.map(|(at, _)| at);

        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let elo = |engine: &usize| place(engine).map(|at| ratings.elo[at] + shift);
        order.sort_by(|a, b| {
            let points = |engine: &usize| self.engines[*engine].score.points();
            let by_elo = descending(elo(a).unwrap_or(f64::MIN), elo(b).unwrap_or(f64::MIN));
            by_elo
                .then(descending(points(a), points(b)))
                .then_with(|| self.names[*a].cmp(&self.names[*b]))
        });
        let standing = |(at, engine): (usize, &usize)| {
            let own = place(engine);
            let next = order.get(at + 1).and_then(place);
            let los = |(own, next): (usize, usize)| {
                let deviation = ratings.variance(own, Some(next)).sqrt();
                let lead = ratings.elo[own] - ratings.elo[next];
                (deviation > 0.0).then(|| normal(lead / deviation))
            };
            Standing {
                name: self.names[*engine].clone(),
                elo: elo(engine),
                error: own.map(|own| OF_95_PERCENT * ratings.variance(own, basis).sqrt()),
                los_to_next: own.zip(next).and_then(los),
                engine: self.engines[*engine],
            }
        };
        let engines = order.iter().enumerate().map(standing).collect();
        let mut ranks = vec![0; order.len()];
        for (rank, engine) in order.iter().enumerate() {
            ranks[*engine] = rank;
        }
        let seen = |((a, b), meeting): (&(usize, usize), &Meeting)| {
            let (a, b) = (ranks[*a], ranks[*b]);
            let is_first = a < b;
            Match {
                engines: [a.min(b), a.max(b)],
                score: if is_first {
                    meeting.score
                } else {
                    meeting.score.turned()
                },
                unfinished: meeting.unfinished,
                pairs: if is_first {
                    meeting.pairs
                } else {
                    meeting.pairs.turned()
                },
            }
        };
        let mut matches: Vec<Match> = self.meetings.iter().map(seen).collect();
        matches.sort_by_key(|one| one.engines);
        Ok(Standings { engines, matches })
    }
}

fn descending(a: f64, b: f64) -> Ordering {
    b.total_cmp(&a)
}
