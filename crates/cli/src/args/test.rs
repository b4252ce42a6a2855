//! Options of `test`.

use super::{Loudness, Models, Threads};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Every block is decoded and compared with its checksums. Damage is named with the
file, the block and the byte where it was found.

Examples:
  pgnz test games.pgnz
  pgnz test -q *.pgnz && echo all sound

Exit status: 0 all is well; 1 an error; 2 done, with a warning.";

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
