//! Options of `cat`.

use super::{Filters, Loudness, Models, Pick, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
A game is read by decoding the tags before it in its block, the block's first group
of games and its own, some 200 to 300 games (compress --group-games). Games that are
asked for out of order are put into theirs in memory, some 32 MB of text at a time,
so that a block is not decoded again for each of them.

A range that goes past the last game is cut to what is there, with a warning.
--every, --random and --first choose, in this order, among the games that --games
or --numbers name, or all, and that pass the filters. -v says how many blocks were
passed over because they cannot hold such a game.

Examples:
  pgnz cat games.pgnz --game 17
  pgnz cat games.pgnz --games 1..10,15,9000.. > some.pgn
  sort -R numbers.txt | pgnz cat games.pgnz --numbers -
  pgnz cat games.pgnz --random 1000 --seed 1 > sample.pgn
  pgnz cat games.pgnz --player Carlsen --date 2023 --result 1-0,0-1
  pgnz cat games.pgnz --where 'white_rating >= 2500 and not bot' --first 50

Of a damaged archive, the games that are sound are written and the others are
named.

Exit status: 0 all is well; 1 an error, or a game that is missing; 2 a warning:
the archive is damaged, but not in these games, or it has fewer games.";

/// Options of `cat`.
#[derive(Debug, Arguments)]
pub struct Cat {
    /// The archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub pick: Pick,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}
