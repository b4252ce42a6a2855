//! A game that is given by its moves or by its place in a file, and where it starts.

use clap::Args as Arguments;

/// A game, given by its moves or by its place in a file.
#[derive(Debug, Arguments)]
pub struct OneGame {
    /// The moves, or with --game the file; none or - reads moves from standard input
    #[arg(value_name = "MOVES|FILE")]
    pub words: Vec<String>,
    /// The game of this number in a PGN file or an archive, from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "chess960", "variant"])]
    pub game: Option<u64>,
    #[command(flatten)]
    pub start: Start,
}

/// Where a game starts.
#[derive(Debug, Arguments)]
pub struct Start {
    /// The game starts from this position
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The game starts from the Chess960 position of this number
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub chess960: Option<u32>,
    /// The rules, by the name that PGN files give them
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}
