//! Options of `stats`.

use super::{Filters, Loudness, Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Summarises the games: results, ratings, the most active players, openings, time
controls, lengths, endings, dates. Several archives count as one. Filters choose
among the games.

Examples:
  pgnz stats games.pgnz
  pgnz stats games.pgnz --player Carlsen --date 2020..
  pgnz stats --html stats.html *.pgnz

Lengths, openings and endings need the moves; --quick leaves them out and is about
ten times as fast.

Exit status: 0 success; 1 an error; 2 a warning: an archive is damaged.";

/// Options of `stats`.
#[derive(Debug, Arguments)]
pub struct Stats {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Leave out what needs the moves: lengths, openings, endings
    #[arg(long)]
    pub quick: bool,
    /// How many players, openings, time controls and events to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Overwrite an existing page
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}
