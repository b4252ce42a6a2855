//! Options of `expand`.

use super::{Files, Loudness, Models, Threads};
use clap::Args as Arguments;

pub const INPUTS: &str = "Archives to expand; without one, or for -, standard input is read and the text goes to standard output";
pub const FORCE: &str = "Overwrite existing files";
pub const RM: &str = "Remove each archive once its text is complete and safe on the disk";

pub const MORE: &str = "\
Names: games.pgnz becomes games.pgn, other.txt.pgnz becomes other.txt. An
archive under another name needs -o or -c.

Examples:
  pgnz expand games.pgnz              makes games.pgn, keeps games.pgnz
  pgnz expand -c games.pgnz | head    the first games; little more is read
  pgnz expand -c damaged.pgnz > rescued.pgn
                                      what stands before the damage

Exit status: 0 all is well; 1 an error; 2 done, with a warning.";

/// Options of `expand`.
#[derive(Debug, Arguments)]
pub struct Expand {
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
