//! What can be asked of the program.

mod single;

use archive::Level;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgGroup, Args as Arguments, Parser, Subcommand};
pub use single::*;
use std::path::PathBuf;

const STATUS: &str = "\
Exit status: 0 all is well; 1 an error; 2 a warning, such as a file that was
passed over.";

const COMPRESS_MORE: &str = "\
Names: games.pgn becomes games.pgnz, and so does games.pgn.zst. Any other name
keeps its extension: other.txt becomes other.txt.pgnz. The output has the
permissions and the time of the file it was made from, and appears under its
name when it is complete and safe on the disk, not before.

Files wrapped by zstd, gzip, bzip2 or xz are recognised by their content, and
what is compressed is the text inside. With -o or -c, several files become one
archive after another, which read as one.

Levels: -1 (fast) weighs what a move looks like, -5 (default) asks a network
that looks at the whole position. An archive says which one it needs, and that
comes with the program; the file of --model does not: keep it, for expanding
needs it too.

Examples:
  pgnz compress games.pgn             makes games.pgnz, keeps games.pgn
  pgnz compress -1 games.pgn          a larger archive, sooner
  pgnz compress -v dump.pgn.zst       straight from a Lichess dump; ends with a
                                      table of what each stream and, in a file,
                                      each tag costs
  pgnz compress --rm *.pgn            removes each file once its archive is
                                      verified and on the disk
  zcat games.pgn.gz | pgnz compress -o games.pgnz

Exit status: 0 all is well; 1 an error; 2 a warning, such as a file that was
passed over.";

const EXPAND_MORE: &str = "\
Names: games.pgnz becomes games.pgn, other.txt.pgnz becomes other.txt. An
archive under another name needs -o or -c.

Examples:
  pgnz expand games.pgnz              makes games.pgn, keeps games.pgnz
  pgnz expand -c games.pgnz | head    the first games; little more is read
  pgnz expand -c damaged.pgnz > rescued.pgn
                                      what stands before the damage

Exit status: 0 all is well; 1 an error; 2 a warning.";

const LIST_MORE: &str = "\
One archive is shown as a table of its streams and what each costs; several
are shown one a line, and as tables with -v. With --json every archive is one
JSON object on a line of its own. Figures come from the index at the end of a
file; standard input is read through.

Examples:
  pgnz list games.pgnz
  pgnz list --json *.pgnz | jq -r '[.path, .games, .ratio] | @tsv'

Exit status: 0 all is well; 1 an error.";

const CAT_MORE: &str = "\
Only the blocks that hold these games are decoded.

Examples:
  pgnz cat games.pgnz --game 17
  pgnz cat games.pgnz --games 100..199
  pgnz cat games.pgnz --games 9000.. > rest.pgn

Exit status: 0 all is well; 1 an error.";

const POSITION_MORE: &str = "\
Examples:
  pgnz position encode --all rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  pgnz position encode --codec rle 8/8/8/4k3/8/8/4K3/8 w - - 0 1
  pgnz position decode --codec rle 64:0a060f0c0f060f09

Exit status: 0 all is well; 1 an error.";

const NUMBER_MORE: &str = "\
The index of each move among the legal ones is a digit, their number its base;
the first move is the lowest digit. How many plies there are is not in the
number, unless --end marks where the game ends.

Examples:
  pgnz number encode 1. e4 e5 2. Nf3 f6
  pgnz number decode 225833 --plies 4
  pgnz number encode games.pgn --game 17 --end
  pgnz number encode --chess960 356 1. e4 e5

Exit status: 0 all is well; 1 an error.";

const CHESS960_MORE: &str = "\
Numbers are Scharnagl's, 0 to 959; 518 is the usual start. Each line has the
number, White's first rank and the FEN.

Examples:
  pgnz chess960 356
  pgnz chess960 --fen NBBRKRQN
  pgnz chess960 --random --seed 7

Exit status: 0 all is well; 1 an error.";

const MEASURE_MORE: &str = "\
Encodings are those of the literature, for games and for positions, then
engine-arithmetic (the default model, each game alone), blob (the same with
start, end and tags known), fast and default (the models as they learn from
game to game in an archive), and on the whole text zstd, xz, bzip2 and brotli.
Files are held in memory; --sample keeps that and the time small.

Examples:
  pgnz measure games.pgn
  pgnz measure --html report.html --sample 5000 lichess.pgn.zst twic.pgn
  pgnz measure --json --codecs game-number,default games.pgnz

Exit status: 0 all is well; 1 an error.";

const BLOB_MORE: &str = "\
A blob holds the moves of one game and its start, for a row of a database. It
is read with the same level or model that it was made with.

Examples:
  pgnz blob encode --base64 1. e4 e5 2. Nf3 Nc6 3. Bb5
  pgnz blob encode games.pgn --game 17 > 17.blob
  pgnz blob decode 17.blob

Exit status: 0 all is well; 1 an error.";

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
    #[command(after_help = COMPRESS_MORE)]
    Compress(Compress),
    /// Expand archives to the files they were made from, byte for byte
    #[command(after_help = EXPAND_MORE)]
    Expand(Expand),
    /// Check archives by expanding them to nowhere
    #[command(after_help = STATUS)]
    Test(Test),
    /// Show what archives hold and what each stream costs
    #[command(after_help = LIST_MORE)]
    List(List),
    /// Write some games of an archive to standard output
    #[command(after_help = CAT_MORE)]
    Cat(Cat),
    /// Measure what games cost by every encoding and model there is, as tables, JSON or a page with plots
    #[command(after_help = MEASURE_MORE)]
    Measure(Measure),
    /// Show a position of a game, what follows from the moves before it, and how likely each legal move is
    #[command(after_help = STATUS)]
    Show(Show),
    /// One game as a few bytes, for a row of a database
    #[command(subcommand, after_help = BLOB_MORE)]
    Blob(Blob),
    /// A game as one number
    #[command(subcommand, after_help = NUMBER_MORE)]
    Number(Number),
    /// A position as bits, by any of the encodings of the literature
    #[command(subcommand, after_help = POSITION_MORE)]
    Position(Position),
    /// The start positions of Chess960
    #[command(after_help = CHESS960_MORE)]
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

/// Options of `compress`.
#[derive(Debug, Arguments)]
pub struct Compress {
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub knowledge: Knowledge,
    #[command(flatten)]
    pub threads: Threads,
    /// Games in a block: smaller blocks are read in smaller steps and take more room
    #[arg(long, value_name = "N", default_value_t = archive::Config::BLOCK_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub block_games: u32,
    /// Do not decode and compare each block before it is written
    #[arg(long)]
    pub no_verify: bool,
    /// Keep the bytes of a file wrapped by zstd, gzip, bzip2 or xz as they are, instead of the text inside
    #[arg(long)]
    pub no_unwrap: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}

/// Options of `expand`.
#[derive(Debug, Arguments)]
pub struct Expand {
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}

/// Options of `test`.
#[derive(Debug, Arguments)]
pub struct Test {
    /// Archives; none or - stands for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub loudness: Loudness,
}

/// Options of `list`.
#[derive(Debug, Arguments)]
pub struct List {
    /// Archives; none or - stands for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// One JSON object for each archive, on a line of its own
    #[arg(long)]
    pub json: bool,
    /// Also what each tag costs, by name; for this the tags are decoded, which standard input does not allow
    #[arg(long)]
    pub tags: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub loudness: Loudness,
}

/// Options of `cat`.
#[derive(Debug, Arguments)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct Cat {
    /// The archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game of this number, from 1
    #[arg(long, value_name = "N", group = "which")]
    pub game: Option<u64>,
    /// The games from number A to number B, both included; A.. goes to the last, ..B starts at the first
    #[arg(long, value_name = "A..B", group = "which", value_parser = crate::cat::parse_range)]
    pub games: Option<crate::cat::GameRange>,
    #[command(flatten)]
    pub models: Models,
}

/// What is known of chess before the first move.
#[derive(Debug, Arguments)]
#[group(multiple = false)]
pub struct Knowledge {
    /// The same as --level fast
    #[arg(short = '1')]
    pub fast: bool,
    /// The same as --level default
    #[arg(short = '5')]
    pub default: bool,
    /// People who know zstd or xz will try it.
    #[arg(short = '9', hide = true, action = ArgAction::SetTrue, default_missing_value = "max", value_parser = no_level)]
    pub max: bool,
    /// How small, at the cost of time [default: default]
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Option<Level>,
    /// Use the model in this file, as the program train writes it, instead of a level's
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
}

/// Reads the name of a level; what levels there are stands in the help.
fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| name.parse::<Level>())
}

/// Reads a flag of a level that does not exist: an error if it is given.
fn no_level(name: &str) -> Result<bool, archive::Error> {
    match name {
        "false" => Ok(false),
        name => name.parse::<Level>().map(|_| true),
    }
}

/// Models that archives may need and that do not come with the program.
#[derive(Debug, Arguments)]
pub struct Models {
    /// The file of a model that the archive was written with; may be given several times
    #[arg(long = "model", value_name = "FILE")]
    pub model_files: Vec<PathBuf>,
}

/// What is read and where it goes.
#[derive(Debug, Arguments)]
pub struct Files {
    /// Files; none or - stands for standard input, whose result goes to standard output
    #[arg(value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
    /// Write to this file; - stands for standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "stdout")]
    pub output: Option<PathBuf>,
    /// Write to standard output
    #[arg(short = 'c', long)]
    pub stdout: bool,
    /// Overwrite files, compress archives once more, write archives to a terminal
    #[arg(short, long)]
    pub force: bool,
    /// Keep the files that were read (the default)
    #[arg(short, long, overrides_with = "rm")]
    pub keep: bool,
    /// Remove each file once its result is verified and safe on the disk
    #[arg(long, overrides_with = "keep", conflicts_with = "stdout")]
    pub rm: bool,
}

/// How many threads work.
#[derive(Debug, Clone, Copy, Arguments)]
pub struct Threads {
    /// Threads; 0 stands for one for each core. The result is the same for any number
    #[arg(short = 'T', long = "threads", value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(0..=1024))]
    count: u16,
}

impl Threads {
    /// The number, 0 for one for each core.
    pub fn count(self) -> usize {
        self.count.into()
    }
}

/// How much is said about the work.
#[derive(Debug, Clone, Copy, Default, Arguments)]
pub struct Loudness {
    /// Say nothing but errors: no progress, no warnings
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: figures about each archive
    #[arg(short, long)]
    pub verbose: bool,
}
