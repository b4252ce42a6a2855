//! Options of `show`.

use super::Knowledge;
use clap::Args as Arguments;
use std::path::PathBuf;

/// Options of `show`.
#[derive(Debug, Arguments)]
pub struct Show {
    /// A PGN file, wrapped or not, or an archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game of this number, from 1
    #[arg(long, value_name = "N")]
    pub game: u64,
    /// The position after so many plies [default: the last]
    #[arg(long, value_name = "P")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub knowledge: Knowledge,
}
