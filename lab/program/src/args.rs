//! The command line: one file for each subcommand.

mod chess960;
mod measure;
mod number;
mod position;

pub use chess960::Chess960;
use clap::{Parser, Subcommand};
pub use measure::Measure;
pub use number::{Number, NumberDecode, NumberEncode};
pub use position::{BitsAs, Position, PositionDecode, PositionEncode};

/// What games and positions cost in the encodings of the literature
#[derive(Debug, Parser)]
#[command(
    name = "pgnz-lab",
    version,
    arg_required_else_help = true,
    subcommand_value_name = "COMMAND"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare the sizes of games in many encodings and models, as tables, JSON or a page with plots
    #[command(after_help = measure::MORE)]
    #[command(mut_arg("no_index", |arg| arg.hide(true)))]
    Measure(Box<Measure>),
    /// Encode a game as one integer, or decode it
    #[command(subcommand, after_help = number::MORE)]
    Number(Number),
    /// Encode a position as bits, by one of the published encodings, or decode it
    #[command(subcommand, after_help = position::MORE)]
    Position(Position),
    /// Print start positions of Chess960
    #[command(after_help = chess960::MORE)]
    Chess960(Chess960),
}
