//! Options of `man`.

use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
A page is written in the format of manual pages (roff), for man or mandoc.

Examples:
  pgnz man compress | man -l -
  pgnz man --output-dir ~/.local/share/man/man1

Exit status: 0 success; 1 an error.";

/// Options of `man`.
#[derive(Debug, Arguments)]
pub struct Man {
    /// The command whose page is printed, such as compress or blob encode; without one, the page of pgnz itself
    #[arg(value_name = "COMMAND", conflicts_with = "output_dir")]
    pub command: Vec<String>,
    /// Write every page to this folder instead of one to standard output
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
}
