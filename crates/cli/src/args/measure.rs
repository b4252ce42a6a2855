//! Options of `measure`.

use super::Models;
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Encodings are those of the literature, for games and for positions, then
engine-arithmetic (the default model, each game alone), blob (the same with
start, end and tags known), fast and default (the models as they learn from
game to game in an archive), and on the whole text zstd, xz, bzip2 and brotli.
Files are held in memory; --sample keeps that and the time small.

Examples:
  pgnz measure games.pgn
  pgnz measure --html report.html --sample 5000 lichess.pgn.zst twic.pgn
  pgnz measure --json --codecs game-number,default games.pgnz

Exit status: 0 all is well; 1 an error.";

/// Options of `measure`.
#[derive(Debug, Arguments)]
pub struct Measure {
    /// PGN files, wrapped or not, and archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// One JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Write a report with plots, one file for a browser
    #[arg(long, value_name = "REPORT.html")]
    pub html: Option<PathBuf>,
    /// Only these encodings, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub codecs: Option<Vec<String>>,
    /// At most N games of each file, spread over it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Overwrite the report
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub models: Models,
}
