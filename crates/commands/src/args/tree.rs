//! Options of `tree`.

use super::{Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Each row is a move that was played in the position. It has the number of games with
the move, their share, White's wins, draws and Black's wins, White's score, the mean
rating of the players to move, their performance rating (from their opponents'
ratings and their score), the first and the last year, and the number of the game
with the highest ratings.

Without --moves and --position the position is the usual start. With --moves, the
games that begin with these moves count; with --position, all games that reach the
position, by any order of moves. A game counts once. Filters choose among the games.

Examples:
  pgnz tree games.pgnz
  pgnz tree games.pgnz --moves \"1. e4 c5 2. Nf3 d6\" --rating 2200..
  pgnz tree *.pgnz --position \"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\"
  pgnz tree games.pgnz --white Carlsen --json

The moves of the games must be decoded for this, unless there is an index file with
all moves: see pgnz help index.

Exit status: 0 success; 1 an error, or a game is missing; 2 a warning: the archive
is damaged, but not in these games.";

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
