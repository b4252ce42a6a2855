//! Options of `blob`.

use super::{Knowledge, OneGame};
use clap::{Args as Arguments, Subcommand};

pub const MORE: &str = "\
A blob holds the moves of one game and its start, for a row of a database, and
nothing else: result, tags, comments and variations that it leaves out are
named on standard error. It says which level it was made with and has a check:
of damaged blobs 1 in 4,096 at most passes for a game. --bare leaves both out,
which saves 2.5 bytes; then damage, or another level, makes another game of it.

With --lines a whole file goes in, PGN in any wrapping or an archive, and a
line of base64 comes out for each game; and back. The line of a game that has
illegal moves or rules that are not known is -, so that line n stays game n.

Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob
  pgnz blob decode 17.blob
  pgnz blob encode --lines games.pgn.zst > games.txt
  pgnz blob decode --lines games.txt > moves.pgn

Exit status: 0 all is well, though parts of games may have been left out; 1 an
error; 2 a warning: a game or a line that was passed over.";

const LEVEL: &str = "The level that codes the moves: fast or default [default: default]";

const DECODE_LEVEL: &str = "The level that a bare blob was made with; others say it themselves";

const ENCODE_MORE: &str = "\
Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob
  pgnz blob encode --lines games.pgn.zst > games.txt

Exit status: 0 all is well, though parts of games may have been left out; 1 an
error; 2 a warning: a game that was passed over.";

const DECODE_MORE: &str = "\
Examples:
  pgnz blob decode 17.blob
  pgnz blob encode --base64 1. e4 e5 | pgnz blob decode --base64
  pgnz blob decode --lines games.txt > moves.pgn

Exit status: 0 all is well; 1 an error; 2 a warning: a line without a game.";

/// The two directions of `blob`.
#[derive(Debug, Subcommand)]
pub enum Blob {
    /// Encode a game as a blob, or games as lines, on standard output
    #[command(after_help = ENCODE_MORE)]
    #[command(mut_arg("level", |arg| arg.help(LEVEL)))]
    Encode(BlobEncode),
    /// Decode a blob to its game, or lines to games
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
    /// A line of text for each game of the file
    #[arg(long, conflicts_with_all = ["game", "fen", "chess960", "variant"])]
    pub lines: bool,
    /// Leave out the byte that names the model and the check: decoding takes the same options then
    #[arg(long)]
    pub bare: bool,
    /// Say nothing but errors: neither warnings nor what was left out
    #[arg(short, long)]
    pub quiet: bool,
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
    /// The file has a blob as text on each line
    #[arg(long)]
    pub lines: bool,
    /// The blob was made with --bare
    #[arg(long)]
    pub bare: bool,
    /// Say nothing but errors: no warnings
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
}
