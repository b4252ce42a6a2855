//! Options of `blob`.

use super::{Knowledge, OneGame};
use clap::{Args as Arguments, Subcommand};

pub const MORE: &str = "\
A blob holds only the moves of one game and its start position, for a row of a
database. If result, tags, comments or variations are left out, this is reported
on standard error. A blob records the level that it was made with, and has a check
value: at most 1 in 4,096 damaged blobs is taken for a game. --bare leaves both
out, which saves 2.5 bytes; then a damaged blob, or another level, gives another
game without an error.

With --lines, encode reads a whole file (PGN, plain or packed, or an archive) and
writes a line of base64 for each game; decode does the reverse. A game with illegal
moves or unknown rules becomes the line -, so that line n is always game n.

Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob
  pgnz blob decode 17.blob
  pgnz blob encode --lines games.pgn.zst > games.txt
  pgnz blob decode --lines games.txt > moves.pgn

Exit status: 0 success, though parts of games may have been left out; 1 an error;
2 a warning: a game or a line was skipped.";

const LEVEL: &str = "The level that codes the moves: fast, default or best [default: default]";

const DECODE_LEVEL: &str = "The level that a bare blob was made with; other blobs record it";

const ENCODE_MORE: &str = "\
Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob
  pgnz blob encode --lines games.pgn.zst > games.txt

Exit status: 0 success, though parts of games may have been left out; 1 an error;
2 a warning: a game was skipped.";

const DECODE_MORE: &str = "\
Examples:
  pgnz blob decode 17.blob
  pgnz blob encode --base64 1. e4 e5 | pgnz blob decode --base64
  pgnz blob decode --lines games.txt > moves.pgn

Exit status: 0 success; 1 an error; 2 a warning: a line without a game.";

/// The two directions of `blob`.
#[derive(Debug, Subcommand)]
pub enum Blob {
    /// Encode a game as a blob, or games as lines of text, on standard output
    #[command(after_help = ENCODE_MORE)]
    #[command(mut_arg("level", |arg| arg.help(LEVEL)))]
    Encode(BlobEncode),
    /// Decode a blob to its game, or lines of text to games
    #[command(after_help = DECODE_MORE)]
    #[command(mut_arg("level", |arg| arg.help(DECODE_LEVEL)))]
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
    /// Write a line of text for each game of the file
    #[arg(long, conflicts_with_all = ["game", "fen", "chess960", "variant"])]
    pub lines: bool,
    /// Leave out the byte that names the model, and the check value; decoding then needs the same options
    #[arg(long)]
    pub bare: bool,
    /// Print errors only: neither warnings nor what was left out
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}

/// Options of `blob decode`.
#[derive(Debug, Arguments)]
pub struct BlobDecode {
    /// The file of the blob, or with --base64 the blob itself as text; without one, or for -, standard input is read
    #[arg(value_name = "FILE|TEXT")]
    pub blob: Option<String>,
    /// The blob is text, in base64
    #[arg(long)]
    pub base64: bool,
    /// Each line of the file is a blob in base64
    #[arg(long)]
    pub lines: bool,
    /// The blob was made with --bare
    #[arg(long)]
    pub bare: bool,
    /// Print errors only: no warnings
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}
