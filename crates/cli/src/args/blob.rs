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

const LEVEL: &str = "The level that codes the moves: fast or default [default: default]";

const ENCODE_MORE: &str = "\
Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob

Exit status: 0 all is well; 1 an error.";

const DECODE_MORE: &str = "\
Examples:
  pgnz blob decode 17.blob
  pgnz blob encode --base64 1. e4 e5 | pgnz blob decode --base64

Exit status: 0 all is well; 1 an error.";

/// The two directions of `blob`.
#[derive(Debug, Subcommand)]
pub enum Blob {
    /// Encode a game as a blob, on standard output
    #[command(after_help = ENCODE_MORE)]
    #[command(mut_arg("level", |arg| arg.help(LEVEL)))]
    Encode(BlobEncode),
    /// Decode a blob to its game
    #[command(after_help = DECODE_MORE)]
    #[command(mut_arg("level", |arg| arg.help(LEVEL)))]
    Decode(BlobDecode),
}

/// Options of `blob encode`.
#[derive(Debug, Arguments)]
pub struct BlobEncode {
    #[command(flatten)]
    pub game: OneGame,
    /// Write the blob as a line of text, in base64
    #[arg(long)]
    pub base64: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}

/// Options of `blob decode`.
#[derive(Debug, Arguments)]
pub struct BlobDecode {
    /// The file of the blob, or with --base64 its text; without one, or for -, standard input is read
    #[arg(value_name = "FILE|TEXT")]
    pub blob: Option<String>,
    /// The blob is text, in base64
    #[arg(long)]
    pub base64: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}
