//! Options of `list`.

use super::{Loudness, Models};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
One archive is shown as a table of its parts (streams): moves, tags, clocks and
so on, with the bytes that each takes. Several are shown one a line, with totals
at the end, and as tables with -v. With --json every archive is one JSON object
on a line of its own; docs/json.md explains its fields. Figures come from the
index at the end of a file; standard input is read to its end.

Examples:
  pgnz list games.pgnz
  pgnz list --json *.pgnz | jq -r '[.path, .games, .ratio] | @tsv'

Of a damaged or cut archive, the sound blocks are listed.

Exit status: 0 all is well; 1 an error; 2 a warning: the archive is damaged.";

/// Options of `list`.
#[derive(Debug, Arguments)]
pub struct List {
    /// Archives; without one, or for -, standard input is read
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object for each archive, on a line of its own
    #[arg(long)]
    pub json: bool,
    /// Show also how many bytes each tag takes; for this the tags are decoded, which takes a file, not standard input
    #[arg(long)]
    pub tags: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub loudness: Loudness,
}
