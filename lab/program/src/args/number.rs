//! Options of `number`.

use clap::{ArgGroup, Args as Arguments, Subcommand};
use commands::common::{OneGame, Start};

pub const MORE: &str = "\
Each move is a digit: its index among the legal moves. The base of the digit is the
number of legal moves, and the first move is the lowest digit. The number of plies
(moves by one player) is not part of the result, unless --end marks where the game
ends.

Examples:
  pgnz-lab number encode 1. e4 e5 2. Nf3 f6
  pgnz-lab number decode 225833 --plies 4
  pgnz-lab number encode games.pgn --game 17 --end
  pgnz-lab number encode --chess960 356 1. e4 e5

Exit status: 0 success; 1 an error.";

const ENCODE_MORE: &str = "\
Examples:
  pgnz-lab number encode 1. e4 e5 2. Nf3 f6
  pgnz-lab number encode games.pgn --game 17 --end
  pgnz-lab number encode --chess960 356 1. e4 e5

Exit status: 0 success; 1 an error.";

const DECODE_MORE: &str = "\
Examples:
  pgnz-lab number decode 225833 --plies 4

Exit status: 0 success; 1 an error.";

/// The two directions of `number`.
#[derive(Debug, Subcommand)]
pub enum Number {
    /// Encode a game as its number
    #[command(after_help = ENCODE_MORE)]
    Encode(NumberEncode),
    /// Decode a number to its game
    #[command(after_help = DECODE_MORE)]
    Decode(NumberDecode),
}

/// Options of `number encode`.
#[derive(Debug, Arguments)]
pub struct NumberEncode {
    #[command(flatten)]
    pub game: OneGame,
    /// Make a number that also records where the game ends
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
    /// The number, decimal or hexadecimal with 0x in front; without one, or for -, it is read from standard input
    #[arg(value_name = "NUMBER")]
    pub number: Option<String>,
    /// The number of plies (moves by one player) of the game
    #[arg(long, value_name = "N", group = "length")]
    pub plies: Option<usize>,
    /// The number was made with --end and records where the game ends
    #[arg(long, group = "length")]
    pub end: bool,
    #[command(flatten)]
    pub start: Start,
}
