//! Options of the commands that make archives of archives.

use super::{Filters, Knowledge, Loudness, Threads};
use ::shape::{By, Keep, Part};
use clap::{Args as Arguments, ValueEnum};
use std::path::PathBuf;

/// What these commands have in common.
#[derive(Debug, Arguments)]
pub struct Shaping {
    /// Overwrite existing files
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub knowledge: Knowledge,
    #[command(flatten)]
    pub threads: Threads,
    /// Do not decode and compare each block that is coded before it is written
    #[arg(long)]
    pub no_verify: bool,
    /// Print what was done as a JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}

pub const MERGE: &str = "\
Blocks are copied as they are, after a look at their checksums. Files that were
compressed together keep their names. Of one archive, such as one that has grown
by many appends, it makes one with a single index.

Examples:
  pgnz merge -o winter.pgnz january.pgnz february.pgnz
  pgnz merge -o tidy.pgnz grown.pgnz

Exit status: 0 all is well; 1 an error: nothing was written; 2 a warning.";

/// Options of `merge`.
#[derive(Debug, Arguments)]
pub struct Merge {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const DEDUPE: &str = "\
Of games that are there more than once one stays. Duplicates are, by --by:
  usual   both players, the date and the moves agree (and the times of day, where
          both games tell one). This is the default
  moves   start position and moves agree, whoever played
  text    the texts agree, but for white space around them
  id      the same game of a site: GameId, or a link to Lichess or chess.com
  prefix  as usual, but one game may stop where the other goes on, if its result
          is the same or unknown; the longest stays
Games without moves have no duplicates by moves, and games of two unknown players
none by players. Moves that cannot be read are compared as text. What stays comes
out byte for byte and in its order. Blocks that lose no game are copied; the
others are coded again.

Examples:
  pgnz dedupe all.pgnz --dry-run      what would go, and for which game
  pgnz dedupe all.pgnz -o clean.pgnz
  pgnz dedupe a.pgnz b.pgnz --by text -o both.pgnz
  pgnz dedupe all.pgnz --by id --keep most-annotated -o clean.pgnz

Exit status: 0 all is well; 1 an error: nothing was written; 2 a warning.";

/// What makes two games doubles.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum DoublesBy {
    /// Players, date and moves agree
    #[default]
    Usual,
    /// Start position and moves agree
    Moves,
    /// The texts agree
    Text,
    /// The same game of a site
    Id,
    /// One game stops where the other goes on
    Prefix,
}

impl From<DoublesBy> for By {
    fn from(by: DoublesBy) -> Self {
        match by {
            DoublesBy::Usual => Self::Usual,
            DoublesBy::Moves => Self::Moves,
            DoublesBy::Text => Self::Text,
            DoublesBy::Id => Self::Id,
            DoublesBy::Prefix => Self::Prefix,
        }
    }
}

/// Which of several doubles stays.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum DoubleKept {
    /// The first
    #[default]
    First,
    /// The one with the most moves
    Longest,
    /// The one with the most comments, variations, evaluations and clock times
    MostAnnotated,
}

impl From<DoubleKept> for Keep {
    fn from(keep: DoubleKept) -> Self {
        match keep {
            DoubleKept::First => Self::First,
            DoubleKept::Longest => Self::Longest,
            DoubleKept::MostAnnotated => Self::MostAnnotated,
        }
    }
}

/// Options of `dedupe`.
#[derive(Debug, Arguments)]
pub struct Dedupe {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    pub output: Option<PathBuf>,
    /// What makes two games doubles
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "WHAT"
    )]
    pub by: DoublesBy,
    /// Which of several doubles stays: first, longest or most-annotated
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "WHICH"
    )]
    pub keep: DoubleKept,
    /// Write nothing, but list the games that would go; with --json each as an object
    #[arg(long, conflicts_with = "output")]
    pub dry_run: bool,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const SORT: &str = "\
Fields are those of filters (docs/filters.md) and tag:NAME; a - before one turns
its order round. Games that do not tell come last, and games that are equal stay
in their order. Every game comes out byte for byte. Texts that have to wait for
their turn are kept in temporary files next to the output.

Examples:
  pgnz sort all.pgnz --by date,white -o sorted.pgnz
  pgnz sort all.pgnz --by -white_rating --player Carlsen -o best.pgnz

Exit status: 0 all is well; 1 an error: nothing was written; 2 a warning.";

/// Options of `sort`.
#[derive(Debug, Arguments)]
pub struct Sort {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Fields, the most important first, with commas between
    #[arg(long, value_name = "FIELDS", allow_hyphen_values = true)]
    pub by: String,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const SAMPLE: &str = "\
Games are drawn with the same chance each, none twice, and stay in their order.
With the same --seed they are the same each time.

Examples:
  pgnz sample all.pgnz 1000 --seed 1 -o some.pgnz
  pgnz sample all.pgnz 500 --rating 2400.. -o strong.pgnz

Exit status: 0 all is well; 1 an error: nothing was written; 2 a warning, such as
that there are fewer games.";

/// Options of `sample`.
#[derive(Debug, Arguments)]
pub struct Sample {
    /// An archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many games
    #[arg(value_name = "N")]
    pub size: usize,
    /// Draw by this number: the same games each time
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const SPLIT: &str = "\
Files in the folder are named by what they have in common: 2023.pgnz, 2023-05.pgnz,
Carlsen,_Magnus.pgnz, B90.pgnz; by games and size: part-001.pgnz. By player a game
goes to the files of both players. Games that do not tell go to unknown.pgnz. Every
game comes out byte for byte, in its order. Blocks of which all games stay
together are copied. Texts that have to wait for their turn are kept in temporary
files in the folder.

Examples:
  pgnz split all.pgnz --by year -o years/
  pgnz split all.pgnz --by games=100000 -o parts/
  pgnz split all.pgnz --by size=500MiB -o parts/
  pgnz split all.pgnz --by player --rating 2700.. -o players/

Exit status: 0 all is well; 1 an error: files that were complete by then stay; 2 a
warning.";

/// Options of `split`.
#[derive(Debug, Arguments)]
pub struct Split {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write into this folder, which is made if need be
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// What the games of a file have in common: year, month, player, event or eco; or games=N or size=S (bytes of text) at most
    #[arg(long, value_name = "WHAT")]
    pub by: Part,
    /// Write no more files than this: otherwise it is an error, and nothing is written
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_files: usize,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}
