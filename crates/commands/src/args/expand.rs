//! Options of `expand`.

use super::{Files, Loudness, Models, Threads};
use clap::Args as Arguments;

pub const INPUTS: &str = "Archives to expand; without one, or for -, standard input is read and the text goes to standard output";
pub const FORCE: &str = "Overwrite existing files";
pub const RM: &str = "Remove each archive once its text is complete and safe on the disk";

pub const MORE: &str = "\
Names: games.pgnz becomes games.pgn, other.txt.pgnz becomes other.txt. An
archive under another name needs -o or -c. An archive of several files (see pgnz
list) gives these files back, next to it or in the folder of -o DIR/ or
--output-dir; with --as-one, -c or -o FILE it becomes one text.

Examples:
  pgnz expand games.pgnz              makes games.pgn, keeps games.pgnz
  pgnz expand club.pgnz -o club/      the files that club.pgnz was made from
  pgnz expand -c games.pgnz | head    the first games; little more is read
  pgnz expand --keep-going damaged.pgnz
                                      all undamaged games, and a list of the games
                                      that are missing

Exit status: 0 success; 1 an error; 2 a warning: with --keep-going, something is
damaged; otherwise, an append to the archive was interrupted.";

/// Options of `expand`.
#[derive(Debug, Arguments)]
pub struct Expand {
    #[command(flatten)]
    pub files: Files,
    /// From a damaged or truncated archive, write all undamaged games and report which are missing; the archive is kept, even with --rm
    #[arg(long)]
    pub keep_going: bool,
    /// From an archive of several files, make one text, named after the archive
    #[arg(long)]
    pub as_one: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
