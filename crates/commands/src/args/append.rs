//! Options of `append`.

use super::{Knowledge, Loudness, Threads, Verifying};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
The new games are written after those of the archive, in the same file. The
existing games are neither read nor compressed again (--new-only reads their tags). If
there is no archive, it is created. Either all files are added
or none. If the run is interrupted, the archive is still complete: readers ignore
the unfinished end, with a warning, and the next append removes it. Two runs
cannot add to the same archive at the same time.

The files may be PGN, plain or packed, or archives, whose blocks are copied
unchanged. If the archive keeps the names of its files, the names of the added
files are kept too. The level is that of the archive, unless you choose one.

Examples:
  pgnz append all.pgnz twic1599.pgn
  pgnz append all.pgnz week.pgn.zst other.pgnz
  pgnz append all.pgnz export.pgn --new-only
  zcat week.pgn.gz | pgnz append all.pgnz -

Exit status: 0 success; 1 an error: nothing was added; 2 done, with a warning,
such as an unfinished end that was removed.";

/// Options of `append`.
#[derive(Debug, Arguments)]
pub struct Append {
    /// The archive to which games are added
    #[arg(value_name = "ARCHIVE")]
    pub archive: PathBuf,
    /// What to add: PGN files, plain or packed, and archives; - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub knowledge: Knowledge,
    /// Do not store the model of --model in the archive; expanding then needs its file again
    #[arg(long, requires = "model")]
    pub no_embed: bool,
    #[command(flatten)]
    pub threads: Threads,
    /// Games in a block
    #[arg(long, value_name = "N", default_value_t = pgnz::CompressOptions::BLOCK_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub block_games: u32,
    /// Games in a group; the first group of a block has twice as many, four times as many if games have comments, three quarters as many if they were played online. A group has at least 4 KiB of text, so more games if games are very short
    #[arg(long, value_name = "N", default_value_t = pgnz::CompressOptions::GROUP_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub group_games: u32,
    /// Skip games that are there already: the same game of a website (the tags GameId or FICSGamesDBGameNo, or the link to Lichess or chess.com), or a duplicate as pgnz dedupe finds it
    #[arg(long)]
    pub new_only: bool,
    #[command(flatten)]
    pub verifying: Verifying,
    /// If a packed file is truncated or damaged, add the complete games before that place, with a warning
    #[arg(long)]
    pub partial: bool,
    /// Print what was done as a JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}
