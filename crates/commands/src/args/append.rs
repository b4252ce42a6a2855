//! Options of `append`.

use super::{Knowledge, Loudness, Threads};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
The games are put after those of the archive, in the same file; nothing that is
there is coded again, or even read. All files are added, or none. Whatever
interrupts the run, the archive stays as it was: readers pass over an end that
is not finished and say so, and the next append removes it. Two runs cannot add
to one archive at a time.

Files may be PGN, packed or not, or archives, whose blocks are copied as they
are. Where an archive keeps names of files, those that are added are kept with
theirs. The level is that of the archive unless one is given.

Examples:
  pgnz append all.pgnz twic1599.pgn
  pgnz append all.pgnz week.pgn.zst other.pgnz
  zcat week.pgn.gz | pgnz append all.pgnz -

Exit status: 0 all is well; 1 an error: nothing was added; 2 done, with a
warning, such as an unfinished end that was removed.";

/// Options of `append`.
#[derive(Debug, Arguments)]
pub struct Append {
    /// The archive that grows
    #[arg(value_name = "ARCHIVE")]
    pub archive: PathBuf,
    /// What is added: PGN files, packed or not, and archives; - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub knowledge: Knowledge,
    /// Leave the model of --model out of the archive: expanding needs the file again
    #[arg(long, requires = "model")]
    pub no_embed: bool,
    #[command(flatten)]
    pub threads: Threads,
    /// Games in a block
    #[arg(long, value_name = "N", default_value_t = archive::Config::BLOCK_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub block_games: u32,
    /// Games in a group; twice as many in the first group of a block, four times if games have comments, three quarters as many if they were played online
    #[arg(long, value_name = "N", default_value_t = archive::Config::GROUP_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub group_games: u32,
    /// Do not decode and compare each block before it is written
    #[arg(long)]
    pub no_verify: bool,
    /// Where a wrapped file is cut short or damaged, add the whole games before that place; a warning
    #[arg(long)]
    pub partial: bool,
    /// Print what was done as a JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}
