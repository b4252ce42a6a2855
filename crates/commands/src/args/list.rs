//! Options of `list`.

use super::{Choice, Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
One archive is shown as a table of its parts (streams): moves, tags, clocks and
so on, with the bytes that each takes. Several are shown one a line, with totals
at the end, and as tables with -v. With --json every archive is one JSON object
on a line of its own; docs/json.md explains its fields. Figures come from the
index at the end of a file; standard input is read to its end.

With --games the games are listed: number, players, ratings, result, date, event,
ECO, plies; a table on a terminal, otherwise lines with tabs between (--tsv), or
one JSON object a line (--json). --columns chooses others: number, the fields of
filters (docs/filters.md), and tag:NAME for any tag. Filters choose among the
games, and need no --games. Columns that follow from tags alone are read about
ten times as fast: all but eco, opening, variation, termination, ending and plies.

Examples:
  pgnz list games.pgnz
  pgnz list --games games.pgnz --player Carlsen --rating 2700..
  pgnz list --columns number,white,black --where 'date >= 2023' --tsv games.pgnz
  pgnz list --json *.pgnz | jq -r '[.path, .games, .ratio] | @tsv'

Of a damaged or cut archive, the sound blocks are listed.

Exit status: 0 all is well; 1 an error; 2 a warning: the archive is damaged.";

/// Options of `list`.
#[derive(Debug, Arguments)]
pub struct List {
    /// Archives; without one, or for -, standard input is read
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// List the games
    #[arg(long, conflicts_with = "tags")]
    pub games: bool,
    /// Print one JSON object for each archive, or with --games for each game, on a line of its own
    #[arg(long)]
    pub json: bool,
    /// Show also how many bytes each tag takes; for this the tags are decoded, which takes a file, not standard input
    #[arg(long)]
    pub tags: bool,
    /// Of the games: print lines with tabs between, the names of the columns first. In a value, a tab is written \t, a line end \n, and a backslash \\
    #[arg(long, conflicts_with_all = ["json", "tags"])]
    pub tsv: bool,
    /// Of the games: print a table with columns of fixed width, also where that is not on a terminal
    #[arg(long, conflicts_with_all = ["json", "tsv", "tags"])]
    pub table: bool,
    /// Of the games: print these columns, with commas between
    #[arg(long, value_name = "LIST", conflicts_with = "tags")]
    pub columns: Option<String>,
    #[command(flatten)]
    pub choice: Choice,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}
