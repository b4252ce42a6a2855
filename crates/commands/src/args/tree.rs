//! Options of `tree`.

use super::{Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
A row has a move that is played in the position: how many games play it, their share,
White's wins, draws and Black's wins, White's score, the mean rating of the players
to move, their performance (by their opponents' ratings and their score), the first
and the last year, and the number of a game, that of the highest ratings.

Without --moves and --position it is the usual start. With --moves, games count that
begin so; with --position, all that come to the position, by any order of moves. A
game counts once. Filters choose among the games.

Examples:
  pgnz tree games.pgnz
  pgnz tree games.pgnz --moves \"1. e4 c5 2. Nf3 d6\" --rating 2200..
  pgnz tree *.pgnz --position \"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\"
  pgnz tree games.pgnz --white Carlsen --json

Moves have to be decoded for this, unless there is an index with all moves: see
pgnz help index.

Exit status: 0 all is well; 1 an error; 2 a warning: the archive is damaged.";

/// Options of `tree`.
#[derive(Debug, Arguments)]
pub struct Tree {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
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
