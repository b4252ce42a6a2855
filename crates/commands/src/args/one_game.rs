//! Options for one game, given by its moves or by its number in a file, and for its start position.

use clap::Args as Arguments;

/// A game, given by its moves or by its number in a file.
#[derive(Debug, Arguments)]
pub struct OneGame {
    /// The moves, or with --game a file; without them, or for -, moves are read from standard input
    #[arg(value_name = "MOVES|FILE")]
    pub words: Vec<String>,
    /// The game with this number, counted from 1, in a PGN file or an archive
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "chess960", "variant"])]
    pub game: Option<u64>,
    /// Where the moves start, if they do not start as usual.
    #[command(flatten)]
    pub start: Start,
}

/// Where a game starts.
#[derive(Debug, Arguments)]
pub struct Start {
    /// The start position of the game
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The number of the Chess960 start position of the game, 0 to 959
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub chess960: Option<u32>,
    /// The variant, as in the tag Variant of PGN files, such as Crazyhouse
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}
