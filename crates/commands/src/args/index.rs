//! Options of `index`.

use super::{Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
The index of games.pgnz is games.pgnz.parquet: a row for each game with the usual
tags, the number of plies, the pieces that are left at the end, and the first moves.
list --games, count, cat, export, tree and stats use it by themselves to choose
games, so that they decode only those that they show; list --games and stats
decode nothing where it has all that is shown. It is plain Parquet, which DuckDB, Polars and pandas read;
docs/index.md has the columns.

It has the first 32 plies of each game. With --moves it has all moves, so that searches
for positions and trees need no moves of the archive at all. That makes the index about
twice as large.

An index knows the archive that it was made of. When games have been added, or the
archive was made anew, it is not used, with a warning, until pgnz index makes it
again. An index may be deleted at any time.

Examples:
  pgnz index games.pgnz
  pgnz index --moves *.pgnz
  duckdb -c \"SELECT opening, count(*) FROM 'games.pgnz.parquet' GROUP BY 1\"

Exit status: 0 all is well; 1 an error.";

/// Options of `index`.
#[derive(Debug, Arguments)]
pub struct Index {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Keep all moves
    #[arg(long)]
    pub moves: bool,
    /// Overwrite a file of the name that is no index; an index is always overwritten
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}
