//! What can be asked of the program: one file for each subcommand, and one for each group of options that several share.

mod blob;
mod cat;
mod chess960;
mod compress;
mod expand;
mod files;
mod knowledge;
mod list;
mod loudness;
mod measure;
mod number;
mod one_game;
mod position;
mod show;
mod test;
mod threads;

pub use blob::{Blob, BlobDecode, BlobEncode};
pub use cat::Cat;
pub use chess960::Chess960;
use clap::{Parser, Subcommand};
pub use compress::Compress;
pub use expand::Expand;
pub use files::Files;
pub use knowledge::{Knowledge, Models};
pub use list::List;
pub use loudness::Loudness;
pub use measure::Measure;
pub use number::{Number, NumberDecode, NumberEncode};
pub use one_game::{OneGame, Start};
pub use position::{BitsAs, Position, PositionDecode, PositionEncode};
pub use show::Show;
pub use test::Test;
pub use threads::Threads;

const STATUS: &str = "\
Exit status: 0 all is well; 1 an error; 2 a warning, such as a file that was
passed over.";

/// A lossless compressor and archive for chess games (PGN)
#[derive(Debug, Parser)]
#[command(name = "pgnz", version, after_help = STATUS)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compress PGN files, or any others, to archives
    #[command(after_help = compress::MORE)]
    Compress(Compress),
    /// Expand archives to the files they were made from, byte for byte
    #[command(after_help = expand::MORE)]
    Expand(Expand),
    /// Check archives by expanding them to nowhere
    #[command(after_help = STATUS)]
    Test(Test),
    /// Show what archives hold and what each stream costs
    #[command(after_help = list::MORE)]
    List(List),
    /// Write some games of an archive to standard output
    #[command(after_help = cat::MORE)]
    Cat(Cat),
    /// Measure what games cost by every encoding and model there is, as tables, JSON or a page with plots
    #[command(after_help = measure::MORE)]
    Measure(Measure),
    /// Show a position of a game, what follows from the moves before it, and how likely each legal move is
    #[command(after_help = STATUS)]
    Show(Show),
    /// One game as a few bytes, for a row of a database
    #[command(subcommand, after_help = blob::MORE)]
    Blob(Blob),
    /// A game as one number
    #[command(subcommand, after_help = number::MORE)]
    Number(Number),
    /// A position as bits, by any of the encodings of the literature
    #[command(subcommand, after_help = position::MORE)]
    Position(Position),
    /// The start positions of Chess960
    #[command(after_help = chess960::MORE)]
    Chess960(Chess960),
}

impl Command {
    /// How much is said about the work.
    pub fn loudness(&self) -> Loudness {
        match self {
            Self::Compress(Compress { loudness, .. })
            | Self::Expand(Expand { loudness, .. })
            | Self::Test(Test { loudness, .. })
            | Self::List(List { loudness, .. }) => *loudness,
            Self::Cat(_)
            | Self::Measure(_)
            | Self::Show(_)
            | Self::Blob(_)
            | Self::Number(_)
            | Self::Position(_)
            | Self::Chess960(_) => Loudness::default(),
        }
    }
}
