//! Options of `show`.

use super::Knowledge;
use clap::{Args as Arguments, ValueEnum};
use std::path::PathBuf;

pub const LEVEL: &str = "What predicts the moves: fast, default or best [default: default]";

pub const MORE: &str = "\
A ply is a move by one player: --ply 0 is the start position, --ply 2 the position
after the first move of both. The probability of each move is that of the level's
model; likely moves take few bits in an archive.

Examples:
  pgnz show game.pgn
  pgnz show games.pgn --game 17
  pgnz show games.pgnz --game 17 --ply 24
  pgnz show games.pgnz --game 17 --ply 24 --svg board.svg
  pgnz show games.pgnz --game 17 --ply 10,20,30 --svg boards.svg

Exit status: 0 success; 1 an error; 2 done, with a warning, for example because
the game has an illegal move.";

/// Options of `show`.
#[derive(Debug, Arguments)]
pub struct Show {
    /// A PGN file, plain or packed, or an archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game with this number, counted from 1; not needed for a file of one game
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,
    /// The position after this number of plies, 0 for the start [default: the last]; with --svg several, with commas between
    #[arg(long, value_name = "P", value_delimiter = ',')]
    pub ply: Vec<usize>,
    /// How the board shows pieces and pawns [default: unicode on a UTF-8 terminal, otherwise letters]
    #[arg(long, value_name = "HOW", conflicts_with_all = ["json", "svg"])]
    pub pieces: Option<Pieces>,
    /// Write a picture of the board to this file (- for standard output) instead of the text; of several plies it has the boards in rows
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Overwrite the picture
    #[arg(short, long)]
    pub force: bool,
    /// Print a JSON object
    #[arg(long, conflicts_with = "svg")]
    pub json: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}

/// How pieces and pawns are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Pieces {
    /// K, Q, R, B, N, P, lower case for Black
    Letters,
    /// Chess symbols
    Unicode,
}
