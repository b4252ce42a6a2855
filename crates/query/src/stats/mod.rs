//! Statistics of games: their number, players, ratings, openings, endings, lengths and dates.
//!
//! Not part of the format.

mod engines;
mod record;

use archive::Outcome;
pub use engines::{
    Elo, Engine, EngineRecord, Engines, Match, PairScore, Score, Standing, Standings, Work,
};
pub use record::Record;
use std::collections::BTreeMap;

/// The results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Black won.
    pub black: u64,
    /// The result is unknown.
    pub unknown: u64,
}

/// The figures of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Player {
    /// Games played.
    pub games: u64,
    /// Games whose result is known, and the points in them: 1 for a win, 0.5 for a draw.
    pub rated: (u64, f64),
    /// The number of games with a rating of the player, and the sum of these ratings.
    pub ratings: (u64, u64),
}

/// Statistics of games.
///
/// ```
/// use archive::Game;
/// use query::{Record, Stats};
///
/// let mut stats = Stats::default();
/// for text in ["[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", "[White \"Anna\"]\n\n1. d4 *\n"] {
///     stats.add(&Record::of(&Game::parse(text.as_bytes())));
/// }
/// assert_eq!((stats.games, stats.plies, stats.results.white), (2, 3, 1));
/// assert_eq!(stats.most_active(5)[0].1.games, 2);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// The number of games.
    pub games: u64,
    /// The number of plies of their main lines.
    pub plies: u64,
    /// The results.
    pub results: Results,
    /// The kinds of ending, as in the field `ending`.
    pub endings: BTreeMap<&'static str, u64>,
    /// How often a player had a rating in each hundred.
    pub ratings: BTreeMap<u16, u64>,
    /// The results of the games whose players have a mean rating in each hundred.
    pub results_by_rating: BTreeMap<u16, Results>,
    /// The number of games in each class of time control.
    pub speeds: BTreeMap<&'static str, u64>,
    /// The number of games in each year, month (`2023.06`) or day, as far as the date is known.
    pub years: BTreeMap<String, u64>,
    /// See [`Stats::years`].
    pub months: BTreeMap<String, u64>,
    /// See [`Stats::years`].
    pub days: BTreeMap<String, u64>,
    /// The number of games of each length, in tens of plies.
    pub lengths: BTreeMap<u32, u64>,
    /// The plies of the longest game.
    pub longest: Option<u32>,
    openings: BTreeMap<String, Opening>,
    controls: BTreeMap<String, u64>,
    events: BTreeMap<String, u64>,
    players: BTreeMap<String, Player>,
}

/// The games with one ECO code.
#[derive(Clone, Debug, Default)]
struct Opening {
    results: Results,
    names: BTreeMap<String, u64>,
}

/// Days are kept for up to this many dates; for larger collections, months are sufficient.
const MOST_DAYS: usize = 400;

impl Results {
    fn add(&mut self, result: Outcome) {
        match result {
            Outcome::White => self.white += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Black => self.black += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }

    /// All games, with any result.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// White's mean score, over the games with a known result.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let known = self.white + self.draws + self.black;
        (known > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / known as f64)
    }
}

impl Player {
    /// The mean score.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.rated.0 > 0).then(|| self.rated.1 / self.rated.0 as f64)
    }

    /// The mean rating.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        (self.ratings.0 > 0).then(|| self.ratings.1 as f64 / self.ratings.0 as f64)
    }
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, game: &Record) {
        if let Some(plies) = game.plies {
            self.plies += u64::from(plies);
            *self.lengths.entry(plies / 10 * 10).or_default() += 1;
            self.longest = self.longest.max(Some(plies));
        }
        self.games += 1;
        self.results.add(game.result);
        if let Some(ending) = game.ending {
            *self.endings.entry(ending).or_default() += 1;
        }
        if let Some(speed) = game.speed {
            *self.speeds.entry(speed).or_default() += 1;
        }
        for (from, to) in [
            (&game.time_control, &mut self.controls),
            (&game.event, &mut self.events),
        ] {
            if let Some(name) = from {
                count(to, name);
            }
        }
        self.date(game);
        if let Some(eco) = &game.eco {
            let opening = match self.openings.get_mut(eco) {
                Some(opening) => opening,
                None => self.openings.entry(eco.clone()).or_default(),
            };
            opening.results.add(game.result);
            if let Some(name) = &game.opening {
                count(&mut opening.names, name);
            }
        }
        if let [Some(white), Some(black)] = game.ratings {
            let class = white.midpoint(black) / 100 * 100;
            let results = self.results_by_rating.entry(class).or_default();
            results.add(game.result);
        }
        let of_white = game
            .result
            .half_points()
            .map(|points| f64::from(points) / 2.0);
        let points = of_white.map(|points| [points, 1.0 - points]);
        for side in 0..2 {
            if let Some(rating) = game.ratings[side] {
                *self.ratings.entry(rating / 100 * 100).or_default() += 1;
            }
            let Some(name) = &game.players[side] else {
                continue;
            };
            let player = match self.players.get_mut(name) {
                Some(player) => player,
                None => self.players.entry(name.clone()).or_default(),
            };
            player.games += 1;
            if let Some(points) = points {
                player.rated.0 += 1;
                player.rated.1 += points[side];
            }
            if let Some(rating) = game.ratings[side] {
                player.ratings.0 += 1;
                player.ratings.1 += u64::from(rating);
            }
        }
    }

    fn date(&mut self, game: &Record) {
        let Some(year) = game.date.and_then(|date| date.year) else {
            return;
        };
        let (month, day) = game
            .date
            .map_or((None, None), |date| (date.month, date.day));
        count(&mut self.years, &format!("{year:04}"));
        if let Some(month) = month {
            count(&mut self.months, &format!("{year:04}.{month:02}"));
            if let Some(day) = day
                && self.days.len() <= MOST_DAYS
            {
                count(&mut self.days, &format!("{year:04}.{month:02}.{day:02}"));
            }
        }
    }

    /// The dates of the games, in the unit that gives a few dozen rows: the name of the unit, and the number of games by date.
    #[must_use]
    pub fn dates(&self) -> (&'static str, &BTreeMap<String, u64>) {
        match (self.years.len(), self.months.len(), self.days.len()) {
            (0..3, 0..3, 0..=MOST_DAYS) => ("day", &self.days),
            (0..4, ..) => ("month", &self.months),
            _ => ("year", &self.years),
        }
    }

    /// The number of players, by name.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// The players with the most games.
    #[must_use]
    pub fn most_active(&self, most: usize) -> Vec<(&str, &Player)> {
        top(&self.players, most, |player| player.games)
    }

    /// The most frequent openings: ECO code, most frequent name, results.
    #[must_use]
    pub fn openings(&self, most: usize) -> Vec<(&str, Option<&str>, Results)> {
        let found = top(&self.openings, most, |opening| opening.results.games());
        let named = |(code, opening)| {
            let opening: &Opening = opening;
            let name = top(&opening.names, 1, |&games| games)
                .first()
                .map(|(name, _)| *name);
            (code, name, opening.results)
        };
        found.into_iter().map(named).collect()
    }

    /// The most frequent time controls.
    #[must_use]
    pub fn time_controls(&self, most: usize) -> Vec<(&str, u64)> {
        counted(top(&self.controls, most, |&games| games))
    }

    /// The most frequent events.
    #[must_use]
    pub fn events(&self, most: usize) -> Vec<(&str, u64)> {
        counted(top(&self.events, most, |&games| games))
    }
}

/// Counts one more of this name.
fn count(map: &mut BTreeMap<String, u64>, name: &str) {
    match map.get_mut(name) {
        Some(games) => *games += 1,
        None => _ = map.insert(name.to_owned(), 1),
    }
}

/// The greatest first; equal ones are ordered by name.
fn top<T>(map: &BTreeMap<String, T>, most: usize, size: impl Fn(&T) -> u64) -> Vec<(&str, &T)> {
    let mut all: Vec<(&str, &T)> = map.iter().map(|(name, value)| (&**name, value)).collect();
    all.sort_by(|a, b| size(b.1).cmp(&size(a.1)).then_with(|| a.0.cmp(b.0)));
    all.truncate(most);
    all
}

fn counted<'a>(top: Vec<(&'a str, &u64)>) -> Vec<(&'a str, u64)> {
    top.into_iter()
        .map(|(name, &games)| (name, games))
        .collect()
}
