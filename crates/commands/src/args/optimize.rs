//! Options of `optimize`.

use super::Loudness;
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
A program that reads an archive over a network, such as the npm package, first asks
for its beginning and then for the index at its end. With a copy of the index at the
beginning, one request opens it. Games are not compressed again, and everything else
stays as it is. Without -o the archive is replaced. The copy takes some 50 bytes for
4,096 games.

Several archives in one file have to be put together first (pgnz merge). A command
that makes a new archive of this one leaves the copy out; one that pgnz append has
added to is read by its end again.

Examples:
  pgnz optimize games.pgnz
  pgnz optimize games.pgnz -o for-the-web.pgnz";

/// Options of `optimize`.
#[derive(Debug, Arguments)]
pub struct Optimize {
    /// The archive
    #[arg(value_name = "ARCHIVE")]
    pub archive: PathBuf,
    /// Write the archive to this file, instead of replacing it
    #[arg(short, long, value_name = "NEW")]
    pub output: Option<PathBuf>,
    /// Overwrite the output
    #[arg(short, long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}
