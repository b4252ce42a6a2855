//! Options of `stats`.

use super::{Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Summarises the games: results, ratings, the most active players, openings, time
controls, lengths, endings, dates. Several archives count as one. Filters choose
among the games.

Examples:
  pgnz stats games.pgnz
  pgnz stats games.pgnz --player Carlsen --date 2020..
  pgnz stats --html stats.html *.pgnz
  pgnz stats --engines match.pgnz --anchor 'Stockfish 17=3600'

--engines tells of matches between engines: Elo ratings with 95 % errors, the
likelihood of superiority (LOS), results by pair of players and of opening pairs,
losses on time, depth, time and speed. docs/engines.md has the formulas.

Lengths, openings and endings need the moves; --quick leaves them out and is about
ten times as fast.

Exit status: 0 success; 1 an error, or a game is missing; 2 a warning: an archive
is damaged, but not in these games.";

/// Options of `stats`.
#[derive(Debug, Arguments)]
pub struct Stats {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Leave out what needs the moves: lengths, openings, endings
    #[arg(long)]
    pub quick: bool,
    /// Tell of matches between engines: ratings, opening pairs, depth, speed
    #[arg(long, conflicts_with = "quick")]
    pub engines: bool,
    /// Give this player this rating; without it the mean rating is 0
    #[arg(long, value_name = "NAME=ELO", requires = "engines", value_parser = Anchor::read)]
    pub anchor: Option<Anchor>,
    /// How many players, openings, time controls and events to list; with --engines, how many players and their matches [default: 10; with --engines, all]
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Overwrite an existing page
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}

/// A player whose rating is given.
#[derive(Clone, Debug)]
pub struct Anchor {
    pub name: String,
    pub elo: f64,
}

impl Anchor {
    fn read(text: &str) -> Result<Self, String> {
        let found = text.rsplit_once('=').and_then(|(name, elo)| {
            let elo: f64 = elo.trim().parse().ok()?;
            let is_rating = elo.is_finite() && elo.abs() <= 10_000.0;
            is_rating.then(|| Self {
                name: name.trim().to_owned(),
                elo,
            })
        });
        found.ok_or_else(|| {
            "a player and a rating are needed, as in \"Stockfish 17=3600\"".to_owned()
        })
    }
}

impl Stats {
    /// How many rows the lists of the glance have.
    pub fn rows(&self) -> usize {
        self.top.unwrap_or(10)
    }
}
