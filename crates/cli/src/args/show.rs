//! Options of `show`.

use super::Knowledge;
use clap::Args as Arguments;
use std::path::PathBuf;

pub const LEVEL: &str = "What judges the moves: fast or default [default: default]";

pub const MORE: &str = "\
A ply is a move by one player: --ply 0 is the start, --ply 2 the position after
the first move of both. The chances are those that the level gives to each move;
what is likely takes few bits in an archive.

Examples:
  pgnz show game.pgn
  pgnz show games.pgn --game 17
  pgnz show games.pgnz --game 17 --ply 24

Exit status: 0 all is well; 1 an error; 2 done, with a warning, such as a game
that cannot be followed to its end.";

/// Options of `show`.
#[derive(Debug, Arguments)]
pub struct Show {
    /// A PGN file, wrapped or not, or an archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game with this number, counted from 1; not needed for a file of one game
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,
    /// The position after so many plies, 0 for the start [default: the last]
    #[arg(long, value_name = "P")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub knowledge: Knowledge,
}
