//! Options of `convert`.

use super::{Knowledge, Loudness, Threads};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Archives of releases 0.x have formats that this release does not read. The old program
expands the archive, and its text is compressed anew as it comes. Then the new archive
is decoded, and the SHA-256 of its text is compared with that of the text that the old
program gave. Only if they are equal, and the old program ended well, does the new
archive get its name. The old archive is never changed.

The old program is a file with the name pgnz-0.3 in a folder of PATH, or the one that
--with names: pgnz of release 0.3.0 for archives of that release (install it with cargo
install --version 0.3.0, or unpack it from the files of that release), pgnz 0.2.0 for
those of 0.2.0.

The archive keeps the name of the text's file, and its provenance records the old archive
and the program. An archive of several files becomes an archive of their joint text: to
keep the files, expand them with the old program, and compress them.

Examples:
  pgnz convert games.pgnz             makes games-1.0.pgnz
  pgnz convert games.pgnz -o new.pgnz --with ~/old/pgnz

Exit status: 0 success; 1 an error.";

/// Options of `convert`.
#[derive(Debug, Arguments)]
pub struct Convert {
    /// The archive of a release 0.x
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// Write the new archive to this file [default: for games.pgnz, games-1.0.pgnz beside it]
    #[arg(short, long, value_name = "NEW")]
    pub output: Option<PathBuf>,
    /// The program that made the archive
    #[arg(long, value_name = "PROGRAM", default_value = "pgnz-0.3")]
    pub with: PathBuf,
    /// Overwrite the output
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}
