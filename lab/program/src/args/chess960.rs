//! Options of `chess960`.

use clap::{ArgGroup, Args as Arguments};

pub const MORE: &str = "\
The numbers are those of Scharnagl, 0 to 959; 518 is the usual start position. Each
line has the number, White's first rank and the FEN.

Examples:
  pgnz-lab chess960 356
  pgnz-lab chess960 --fen NBBRKRQN
  pgnz-lab chess960 --random --seed 7

Exit status: 0 success; 1 an error.";

/// Options of `chess960`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("what").required(true))]
pub struct Chess960 {
    /// Print the start position with this number, 0 to 959
    #[arg(value_name = "N", group = "what")]
    pub number: Option<u32>,
    /// Print the number of a start position, given as a FEN or as the eight letters of White's first rank
    #[arg(long, value_name = "FEN", group = "what")]
    pub fen: Option<String>,
    /// Choose a start position at random
    #[arg(long, group = "what")]
    pub random: bool,
    /// Print all 960
    #[arg(long, group = "what")]
    pub list: bool,
    /// Choose by rolling a die, as Bodlaender proposed
    #[arg(long, requires = "random", conflicts_with_all = ["number", "fen", "list"])]
    pub dice: bool,
    /// The seed of the random choice: the same seed gives the same position
    #[arg(long, value_name = "S", requires = "random", conflicts_with_all = ["number", "fen", "list"])]
    pub seed: Option<u64>,
}
