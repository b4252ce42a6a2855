//! Options of `blob`.

use super::{Knowledge, OneGame};
use clap::{Args as Arguments, Subcommand};

pub const MORE: &str = "\
A blob holds the moves of one game and its start, for a row of a database. It
is read with the same level or model that it was made with.

Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob
  pgnz blob decode 17.blob

Exit status: 0 all is well; 1 an error.";

/// The two directions of `blob`.
#[derive(Debug, Subcommand)]
pub enum Blob {
    /// A game to a blob, on standard output
    Encode(BlobEncode),
    /// A blob to its game
    Decode(BlobDecode),
}

/// Options of `blob encode`.
#[derive(Debug, Arguments)]
pub struct BlobEncode {
    #[command(flatten)]
    pub game: OneGame,
    /// Print it as a line of text
    #[arg(long)]
    pub base64: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}

/// Options of `blob decode`.
#[derive(Debug, Arguments)]
pub struct BlobDecode {
    /// The file of the blob, or with --base64 its text; none or - reads standard input
    #[arg(value_name = "FILE|TEXT")]
    pub blob: Option<String>,
    /// The blob is text
    #[arg(long)]
    pub base64: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}
