//! Options of `test`.

use super::{Loudness, Models, Threads};
use clap::Args as Arguments;
use std::path::PathBuf;

/// Options of `test`.
#[derive(Debug, Arguments)]
pub struct Test {
    /// Archives; none or - stands for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
