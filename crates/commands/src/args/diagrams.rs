//! Options of `diagrams`.

use super::Models;
use clap::Args as Arguments;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub const MORE: &str = "\
Writes a page of diagrams to print: the players, a board after every N plies and at
the end, and below each board the moves that lead to it. A browser prints it on A4,
six diagrams a page. A ply is a move by one player.

Examples:
  pgnz diagrams game.pgn -o game.html
  pgnz diagrams games.pgnz --game 17 --every 20 -o game-17.html

Exit status: 0 success; 1 an error; 2 done, with a warning, for example because
the game has an illegal move.";

/// Options of `diagrams`.
#[derive(Debug, Arguments)]
pub struct Diagrams {
    /// A PGN file, plain or packed, or an archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game with this number, counted from 1; not needed for a file of one game
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,
    /// Plies from one diagram to the next
    #[arg(long, value_name = "N", default_value = "10")]
    pub every: NonZeroUsize,
    /// Write to this file [default: standard output]
    #[arg(
        short,
        long,
        value_name = "FILE",
        default_value = "-",
        hide_default_value = true
    )]
    pub output: PathBuf,
    /// Overwrite an existing file
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub models: Models,
}
