//! Options of `position`.

use clap::{ArgGroup, Args as Arguments, Subcommand, ValueEnum};

pub const MORE: &str = "\
Examples:
  pgnz-lab position encode --all rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  pgnz-lab position encode --codec rle 8/8/8/4k3/8/8/4K3/8 w - - 0 1
  pgnz-lab position decode --codec rle 48:0c60007c000b

Exit status: 0 success; 1 an error.";

const ENCODE_MORE: &str = "\
lab/notes/classic.md describes the encodings.

Examples:
  pgnz-lab position encode --all rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  pgnz-lab position encode --codec rle 8/8/8/4k3/8/8/4K3/8 w - - 0 1

Exit status: 0 success; 1 an error.";

const DECODE_MORE: &str = "\
Examples:
  pgnz-lab position decode --codec rle 48:0c60007c000b

Exit status: 0 success; 1 an error.";

/// The two directions of `position`.
#[derive(Debug, Subcommand)]
pub enum Position {
    /// Encode a FEN (a position in one line of text) as bits
    #[command(after_help = ENCODE_MORE)]
    Encode(PositionEncode),
    /// Decode bits to a FEN
    #[command(after_help = DECODE_MORE)]
    Decode(PositionDecode),
}

/// Options of `position encode`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct PositionEncode {
    /// The position; without one, or for -, it is read from standard input
    #[arg(value_name = "FEN")]
    pub fen: Vec<String>,
    /// The name of the encoding; --all lists them
    #[arg(long, value_name = "NAME", group = "which")]
    pub codec: Option<String>,
    /// Print a table of all encodings, with the bits that each takes
    #[arg(long, group = "which")]
    pub all: bool,
    #[command(flatten)]
    pub spelling: Spelling,
}

/// Options of `position decode`.
#[derive(Debug, Arguments)]
pub struct PositionDecode {
    /// The bits, as printed by position encode; without them, or for -, they are read from standard input
    #[arg(value_name = "BITS")]
    pub bits: Option<String>,
    /// The name of the encoding
    #[arg(long, value_name = "NAME")]
    pub codec: String,
    #[command(flatten)]
    pub spelling: Spelling,
}

/// How bits are written.
#[derive(Debug, Clone, Copy, Arguments)]
pub struct Spelling {
    /// How bits are written; hex and base64 begin with the number of bits and a colon
    #[arg(long = "as", value_name = "SPELLING", default_value = "hex")]
    pub spelling: BitsAs,
}

/// Ways to write bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BitsAs {
    /// 12:a5f
    Hex,
    /// 12:pfA=
    Base64,
    /// 101001011111
    Bits,
}
