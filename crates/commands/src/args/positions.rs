//! Options of `positions`.

use super::{Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use pgnz::Plies;
use std::path::PathBuf;

pub const MORE: &str = "\
Lists the positions that most games reach after so many plies (moves by one player),
by any order of moves. With a range of plies, there is a list for each of them. The
columns are those of pgnz tree: games, their share of all games that have so many
plies, results, ratings, years, and the number of the game with the highest ratings.
Several archives count as one. Filters choose among the games.

Examples:
  pgnz positions games.pgnz
  pgnz positions games.pgnz --ply 8..12 --top 3
  pgnz positions *.pgnz --ply 20 --min-count 100 --rating 2400..
  pgnz positions games.pgnz --eco B90..B99 --ply 24 --json

At most 900,000 positions are kept, in about 400 MB. If there are more, the rarest so
far are dropped now and then; the counts are then said to be too small by at most
some number of games. Fewer plies or a filter give exact counts.

Exit status: 0 success; 1 an error, or a game is missing; 2 a warning: an archive
is damaged, but not in these games.";

/// Options of `positions`.
#[derive(Debug, Arguments)]
pub struct Positions {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The number of plies, 0 for the start, or a range of them
    #[arg(long, value_name = "N|A..B", default_value = "10", value_parser = plies)]
    pub ply: Plies,
    /// How many positions to list for each number of plies
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Only positions that at least so many games reach
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_count: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}

fn plies(text: &str) -> Result<Plies, String> {
    Plies::parse(text).map_err(|error| error.to_string())
}
