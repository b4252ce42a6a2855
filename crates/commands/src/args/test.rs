//! Options of `test`.

use super::{Loudness, Models, Threads};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Every block (a part of an archive) is decoded and compared with its checksums. Every
damaged place is reported on a line, with the games that are missing.

Examples:
  pgnz test games.pgnz
  pgnz test -q *.pgnz && echo no damage
  pgnz test --sha256 sha256sums.txt lichess_db_standard_rated_2013-01.pgnz
                                      whether it is of a file in a published list

Exit status: 0 success; 1 an error, or games are missing; 2 a warning: the archive
is damaged, but all games are there, or an append to it was interrupted.";

/// Options of `test`.
#[derive(Debug, Arguments)]
pub struct Test {
    /// Archives; without one, or for -, standard input is read
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compare the archives with a list of SHA-256 sums, as sha256sum writes them: each text must be that of a sum, or was packed in the file of a sum
    #[arg(long, value_name = "FILE")]
    pub sha256: Option<PathBuf>,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
