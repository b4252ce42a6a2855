//! Options of `list`.

use super::{Choice, Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
For one archive, list prints a table of its streams (the kinds of data: moves, tags,
clocks and so on), with the bytes that each takes. Several archives are listed one per
line, with totals at the end, or with -v as tables. With --json each archive is a JSON
object on a separate line; docs/json.md explains its fields. The figures come from the
index at the end of a file; standard input is read to its end.

With --games the games are listed: number, players, ratings, result, date, event, ECO,
plies. They are printed as a table on a terminal, otherwise as lines with tabs between
the values (--tsv), or as one JSON object per line (--json). --columns chooses other
columns: those of pgnz export that are not lists (docs/export.md), and tag:NAME for any
tag.
Filters choose among the games, also without --games. Columns that need tags only are
read about ten times as fast: all but eco, opening, variation, termination, ending and
plies.

Examples:
  pgnz list games.pgnz
  pgnz list --games games.pgnz --player Carlsen --rating 2700..
  pgnz list --columns number,white,black --where 'date >= 2023' --tsv games.pgnz
  pgnz list --json *.pgnz | jq -r '[.path, .games, .ratio] | @tsv'

If an archive is damaged or truncated, its undamaged blocks are listed.

Exit status: 0 success; 1 an error; 2 a warning: the archive is damaged.";

/// Options of `list`.
#[derive(Debug, Arguments)]
pub struct List {
    /// Archives; without one, or for -, standard input is read
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// List the games
    #[arg(long, conflicts_with = "tags")]
    pub games: bool,
    /// Print one JSON object for each archive, or with --games for each game, on a separate line
    #[arg(long)]
    pub json: bool,
    /// Also show how many bytes each tag takes; this decodes the tags and needs a file, not standard input
    #[arg(long)]
    pub tags: bool,
    /// List the games as lines with tabs between the values, the names of the columns first. In a value, a tab is written \t, a line end \n, and a backslash \\
    #[arg(long, conflicts_with_all = ["json", "tags"])]
    pub tsv: bool,
    /// List the games as a table with columns of fixed width, even if the output is not a terminal
    #[arg(long, conflicts_with_all = ["json", "tsv", "tags"])]
    pub table: bool,
    /// List these columns of the games, with commas between
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
