//! Options of the commands about single positions and games.

use super::{Knowledge, Models};
use clap::{ArgGroup, Args as Arguments, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The two directions of `position`.
#[derive(Debug, Subcommand)]
pub enum Position {
    /// A FEN to bits
    Encode(PositionEncode),
    /// Bits to a FEN
    Decode(PositionDecode),
}

/// Options of `position encode`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct PositionEncode {
    /// The position; none or - reads it from standard input
    #[arg(value_name = "FEN")]
    pub fen: Vec<String>,
    /// The encoding
    #[arg(long, value_name = "NAME", group = "which")]
    pub codec: Option<String>,
    /// A table of what every encoding takes
    #[arg(long, group = "which")]
    pub all: bool,
    #[command(flatten)]
    pub spelling: Spelling,
}

/// Options of `position decode`.
#[derive(Debug, Arguments)]
pub struct PositionDecode {
    /// The bits, as `position encode` prints them; none or - reads them from standard input
    #[arg(value_name = "BITS")]
    pub bits: Option<String>,
    /// The encoding
    #[arg(long, value_name = "NAME")]
    pub codec: String,
    #[command(flatten)]
    pub spelling: Spelling,
}

/// How bits are spelled.
#[derive(Debug, Clone, Copy, Arguments)]
pub struct Spelling {
    /// How bits are spelled: hex and base64 begin with their number and a colon
    #[arg(long = "as", value_name = "SPELLING", default_value = "hex")]
    pub spelling: BitsAs,
}

/// Spellings of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BitsAs {
    /// 12:a5f
    Hex,
    /// 12:pfA=
    Base64,
    /// 101001011111
    Bits,
}

/// The two directions of `number`.
#[derive(Debug, Subcommand)]
pub enum Number {
    /// A game to its number
    Encode(NumberEncode),
    /// A number to its game
    Decode(NumberDecode),
}

/// Options of `number encode`.
#[derive(Debug, Arguments)]
pub struct NumberEncode {
    #[command(flatten)]
    pub game: OneGame,
    /// Let the number say where the game ends
    #[arg(long)]
    pub end: bool,
    /// Print the number in hexadecimal
    #[arg(long)]
    pub hex: bool,
}

/// Options of `number decode`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("length").required(true))]
pub struct NumberDecode {
    /// The number, decimal or hexadecimal with 0x in front; none or - reads it from standard input
    #[arg(value_name = "NUMBER")]
    pub number: Option<String>,
    /// How many plies the game has
    #[arg(long, value_name = "N", group = "length")]
    pub plies: Option<usize>,
    /// The number says where the game ends
    #[arg(long, group = "length")]
    pub end: bool,
    #[command(flatten)]
    pub start: Start,
}

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

/// Options of `chess960`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("what").required(true))]
pub struct Chess960 {
    /// The start position of this number, 0 to 959
    #[arg(value_name = "N", group = "what")]
    pub number: Option<u32>,
    /// The number of a start position: a FEN, or the eight letters of White's first rank
    #[arg(long, value_name = "FEN", group = "what")]
    pub fen: Option<String>,
    /// A start position drawn at random
    #[arg(long, group = "what")]
    pub random: bool,
    /// All 960
    #[arg(long, group = "what")]
    pub list: bool,
    /// Draw by throwing a die, as Bodlaender proposed
    #[arg(long, requires = "random", conflicts_with_all = ["number", "fen", "list"])]
    pub dice: bool,
    /// Draw the same again
    #[arg(long, value_name = "S", requires = "random", conflicts_with_all = ["number", "fen", "list"])]
    pub seed: Option<u64>,
}

/// Options of `show`.
#[derive(Debug, Arguments)]
pub struct Show {
    /// A PGN file, wrapped or not, or an archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game of this number, from 1
    #[arg(long, value_name = "N")]
    pub game: u64,
    /// The position after so many plies [default: the last]
    #[arg(long, value_name = "P")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub knowledge: Knowledge,
}

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

/// Options of `measure`.
#[derive(Debug, Arguments)]
pub struct Measure {
    /// PGN files, wrapped or not, and archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// One JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Write a report with plots, one file for a browser
    #[arg(long, value_name = "REPORT.html")]
    pub html: Option<PathBuf>,
    /// Only these encodings, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub codecs: Option<Vec<String>>,
    /// At most N games of each file, spread over it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Overwrite the report
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub models: Models,
}
