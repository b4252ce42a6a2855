//! Options of `list`.

use super::{Loudness, Models};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
One archive is shown as a table of its streams and what each costs; several
are shown one a line, and as tables with -v. With --json every archive is one
JSON object on a line of its own. Figures come from the index at the end of a
file; standard input is read through.

Examples:
  pgnz list games.pgnz
  pgnz list --json *.pgnz | jq -r '[.path, .games, .ratio] | @tsv'

Exit status: 0 all is well; 1 an error.";

/// Options of `list`.
#[derive(Debug, Arguments)]
pub struct List {
    /// Archives; none or - stands for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// One JSON object for each archive, on a line of its own
    #[arg(long)]
    pub json: bool,
    /// Also what each tag costs, by name; for this the tags are decoded, which standard input does not allow
    #[arg(long)]
    pub tags: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub loudness: Loudness,
}
