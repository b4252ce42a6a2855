//! Options of `repair`.

use super::{Loudness, Models, Threads};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
A block is a part of an archive that can be decoded without the others. All blocks
are decoded, and the undamaged ones are written to a new archive, with new headers
and a new index. The source files are not changed. If you give a second copy of the
same archive, which is damaged in other places, each block is taken from the copy in
which it is undamaged. A damaged block is left out as a whole; pgnz expand
--keep-going gives the undamaged games in it, as text.

Examples:
  pgnz repair damaged.pgnz -o repaired.pgnz
  pgnz repair from-disk.pgnz from-stick.pgnz -o repaired.pgnz

Exit status: 0 every block was recovered; 1 an error, or no block was recovered;
2 some blocks are missing.";

/// Options of `repair`.
#[derive(Debug, Arguments)]
pub struct Repair {
    /// The damaged archive
    #[arg(value_name = "DAMAGED")]
    pub damaged: PathBuf,
    /// Another copy of it, which may be damaged too
    #[arg(value_name = "OTHER-COPY")]
    pub other: Option<PathBuf>,
    /// Write the repaired archive to this file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Overwrite the output
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
