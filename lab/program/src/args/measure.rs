//! Options of `measure`.

use clap::Args as Arguments;
use commands::common::{Filters, Models};
use std::path::PathBuf;

pub const MORE: &str = "\
The command compares the published encodings of games and of positions
(lab/notes/classic.md describes them); engine-arithmetic (level default, each game
alone) and blob (the same with start, end and tags known); fast, default and best (the
levels, which learn from game to game in an archive); and zstd, xz and bzip2 on
the whole text. Figures are bits per ply; a ply is a move by one player. Files
are kept in memory, so use --sample for large ones. docs/json.md explains the
fields of --json.

Examples:
  pgnz-lab measure games.pgn
  pgnz-lab measure --html report.html --sample 5000 lichess.pgn.zst twic.pgn
  pgnz-lab measure --json --codecs game-number,default games.pgnz
  pgnz-lab measure --rating 2500.. games.pgnz

Exit status: 0 success; 1 an error.";

/// Options of `measure`.
#[derive(Debug, Arguments)]
pub struct Measure {
    /// PGN files, plain or packed, and archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Write a page with plots to this file
    #[arg(long, value_name = "REPORT.html")]
    pub html: Option<PathBuf>,
    /// Measure only these encodings, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub codecs: Option<Vec<String>>,
    /// Measure at most N games of each file, spread evenly over it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Overwrite an existing report
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
}
