//! Options of `cat`.

use super::Models;
use clap::{ArgGroup, Args as Arguments};
use std::path::PathBuf;

pub const MORE: &str = "\
Only the blocks that hold these games are decoded: one or two for a game. Archives
with smaller blocks (compress --block-games) give single games sooner.

Examples:
  pgnz cat games.pgnz --game 17
  pgnz cat games.pgnz --games 100..199
  pgnz cat games.pgnz --games 9000.. > rest.pgn

Of a damaged archive, the games that are sound are written and the others are
named.

Exit status: 0 all is well; 1 an error, or a game that is missing; 2 a warning:
the archive is damaged, but not in these games.";

/// Options of `cat`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct Cat {
    /// The archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print the game with this number, counted from 1
    #[arg(long, value_name = "N", group = "which")]
    pub game: Option<u64>,
    /// Print the games from number A to number B, both included; A.. goes on to the last, ..B begins with the first
    #[arg(long, value_name = "A..B", group = "which", value_parser = crate::cat::parse_range)]
    pub games: Option<crate::cat::GameRange>,
    #[command(flatten)]
    pub models: Models,
}
