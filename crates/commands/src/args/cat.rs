//! Options of `cat`.

use super::{Filters, Loudness, Models, Pick, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
A block is a part of an archive that can be decoded without the others. To read a
game, pgnz decodes the tags before it in its block, the block's first group of games
and the game's own group: about 200 to 300 games (see compress --group-games). If
you ask for games out of order, about 32 MB of text at a time are put in your order
in memory, so that a block is not decoded again for each game.

If a range goes beyond the last game, the games that exist are written, with a
warning. --every, and then --random or --first, choose among the games that
--games or --numbers name (or all games) and that pass the filters. -v reports how
many blocks were skipped because they cannot contain such a game.

Examples:
  pgnz cat games.pgnz --game 17
  pgnz cat games.pgnz --games 1..10,15,9000.. > some.pgn
  sort -R numbers.txt | pgnz cat games.pgnz --numbers -
  pgnz cat games.pgnz --random 1000 --seed 1 > sample.pgn
  pgnz cat games.pgnz --player Carlsen --date 2023 --result 1-0,0-1
  pgnz cat games.pgnz --where 'white_rating >= 2500 and not bot' --first 50
  pgnz cat 2023.pgnz 2024.pgnz --player Carlsen -o carlsen.pgn

If the archive is damaged, the undamaged games are written and the others are
reported.

Exit status: 0 success; 1 an error, or a game is missing; 2 a warning: the archive
is damaged, but not in these games, or it has fewer games.";

/// Options of `cat`.
#[derive(Debug, Arguments)]
pub struct Cat {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output; it gets its name when it is complete
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(short, long, requires = "output")]
    pub force: bool,
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
