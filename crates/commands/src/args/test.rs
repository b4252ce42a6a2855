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

Exit status: 0 success; 1 an error, or games are missing; 2 a warning: the archive
is damaged, but all games are there, or an append to it was interrupted.";

/// Options of `test`.
#[derive(Debug, Arguments)]
pub struct Test {
    /// Archives; without one, or for -, standard input is read
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
