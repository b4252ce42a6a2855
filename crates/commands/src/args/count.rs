//! Options of `count`.

use super::{Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Without filters, the number comes from the index at the end of the archive. With
filters, blocks (parts of an archive) whose dates or ratings cannot pass are skipped
(-v reports how many), and moves are decoded only if a filter needs them.

If there are several archives, each has a line, and the last line is their sum. With
--json, each archive is a JSON object on a separate line; docs/json.md explains it.

Examples:
  pgnz count games.pgnz
  pgnz count games.pgnz --player Carlsen --result draw
  pgnz count --where \"white_rating >= 2500 and not bot\" *.pgnz

Exit status: 0 success; 1 an error, or a game is missing; 2 a warning: the archive
is damaged, but not in these games.";

/// Options of `count`.
#[derive(Debug, Arguments)]
pub struct Count {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON object for each archive, on a separate line
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
