//! Options of `index`.

use super::{Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
The index file of games.pgnz is games.pgnz.parquet. It has a row for each game, with
the usual tags, the number of plies (moves by one player), the pieces on the board at
the end, and the first moves. list --games, count, cat, export, tree and stats use it
automatically to choose games, so that they decode only the games that they show;
list --games and stats decode nothing if it has all that they show. It is ordinary
Parquet, which DuckDB, Polars and pandas read; docs/index.md explains the columns.

The index has the first 32 plies of each game. With --moves it has all moves, so that
searches for positions and trees need no moves from the archive. That makes the index
about twice as large.

An index records which archive it was made from. If the archive has changed since, for
example because games were added, the index is not used, with a warning, until pgnz
index makes it again. An index may be deleted at any time.

With --tree it writes the opening tree instead, games.pgnz.tree: what was played after
any first moves, by rating class and pace. tree and view use it automatically and answer
at once; docs/explorer.md explains it.

Examples:
  pgnz index games.pgnz
  pgnz index --tree games.pgnz
  pgnz index --moves *.pgnz
  duckdb -c \"SELECT opening, count(*) FROM 'games.pgnz.parquet' GROUP BY 1\"

Exit status: 0 success; 1 an error.";

/// Options of `index`.
#[derive(Debug, Arguments)]
pub struct Index {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Store all moves in the index
    #[arg(long)]
    pub moves: bool,
    /// Write the opening tree instead (games.pgnz.tree), from which tree and view answer at once
    #[arg(long, conflicts_with = "moves")]
    pub tree: bool,
    /// Overwrite a file of the index's name that is not an index; an index is always overwritten
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}
