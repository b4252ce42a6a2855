//! Options of the commands that make archives from archives.

use super::{Filters, Knowledge, Loudness, Named, Threads, Verifying};
use clap::{Args as Arguments, ValueEnum};
use pgnz::{DuplicatesBy as By, Keep, Part};
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
    #[command(flatten)]
    pub verifying: Verifying,
    /// Print what was done as a JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}

pub const MERGE: &str = "\
Blocks (parts of an archive) are copied unchanged, after their checksums have been
verified. Files that were compressed together keep their names. Given a single
archive, for example after many appends, merge makes one with a single index. With
--repack, blocks that are not full are put together, and their games are compressed
again: for archives of live input, and of many appends.

Examples:
  pgnz merge -o winter.pgnz january.pgnz february.pgnz
  pgnz merge -o tidy.pgnz grown.pgnz
  pgnz merge --repack -o small.pgnz live.pgnz

Exit status: 0 success; 1 an error: nothing was written; 2 a warning.";

/// Options of `merge`.
#[derive(Debug, Arguments)]
pub struct Merge {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Put blocks that are not full together, and compress their games again
    #[arg(long)]
    pub repack: bool,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const FILTER: &str = "\
Every game stays the same, byte for byte, and the games keep their order. Blocks (parts
of an archive) whose games all pass are copied; the others are compressed again. Files
that were compressed together keep their names.

Examples:
  pgnz filter all.pgnz --player Carlsen -o carlsen.pgnz
  pgnz filter all.pgnz --not --site \"*lichess.org*\" -o other.pgnz
  pgnz filter all.pgnz --numbers chosen.txt -o chosen.pgnz
  pgnz filter a.pgnz b.pgnz --where \"min_rating > 2500 and not bot\" -o strong.pgnz

Exit status: 0 success; 1 an error: nothing was written; 2 a warning.";

/// Options of `filter`.
#[derive(Debug, Arguments)]
pub struct Filter {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub named: Named,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const DEDUPE: &str = "\
Of duplicate games, one is kept. --by chooses which games are duplicates:
  usual   the names of the players agree by surname and initials, start position and
          moves are the same, and nothing that both games state differs: date, round,
          board, time of day, result, identifier; this is the default
  moves   the start position and the moves agree, whoever played
  text    the texts agree, apart from white space around them
  id      the same game of a website: the tags GameId or FICSGamesDBGameNo agree, or
          the link to Lichess or chess.com
  prefix  as with usual, but one game may be shorter: its moves are the beginning of
          the other's, which states all that it states; the longest is kept
Games without moves have no duplicates by moves, and games of two unknown players
have none by players. Moves that cannot be read are compared as text. The games that
are kept stay the same, byte for byte, and in their order. Blocks (parts of an
archive) that lose no game are copied; the others are compressed again.

Examples:
  pgnz dedupe all.pgnz --dry-run      what would be removed, and which game is kept
  pgnz dedupe all.pgnz -o clean.pgnz
  pgnz dedupe a.pgnz b.pgnz --by text -o both.pgnz
  pgnz dedupe all.pgnz --by id --keep most-annotated -o clean.pgnz

Exit status: 0 success; 1 an error: nothing was written; 2 a warning.";

/// What makes two games duplicates.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum DuplicatesBy {
    /// Players and moves agree, and nothing that both games state differs
    #[default]
    Usual,
    /// Start position and moves agree
    Moves,
    /// The texts agree
    Text,
    /// The same game of a website
    Id,
    /// The moves of one game are the beginning of the other's
    Prefix,
}

impl From<DuplicatesBy> for By {
    fn from(by: DuplicatesBy) -> Self {
        match by {
            DuplicatesBy::Usual => Self::Usual,
            DuplicatesBy::Moves => Self::Moves,
            DuplicatesBy::Text => Self::Text,
            DuplicatesBy::Id => Self::Id,
            DuplicatesBy::Prefix => Self::Prefix,
        }
    }
}

/// Which of several duplicates is kept.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum DuplicateKept {
    /// The first
    #[default]
    First,
    /// The one with the most moves
    Longest,
    /// The one with the most comments, variations, evaluations and clock times
    MostAnnotated,
}

impl From<DuplicateKept> for Keep {
    fn from(keep: DuplicateKept) -> Self {
        match keep {
            DuplicateKept::First => Self::First,
            DuplicateKept::Longest => Self::Longest,
            DuplicateKept::MostAnnotated => Self::MostAnnotated,
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
    /// What makes two games duplicates: usual, moves, text, id or prefix
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "WHAT"
    )]
    pub by: DuplicatesBy,
    /// With usual and prefix: names and dates must be written alike
    #[arg(long)]
    pub strict: bool,
    /// Which of several duplicates is kept: first, longest or most-annotated
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "WHICH"
    )]
    pub keep: DuplicateKept,
    /// Write nothing, but list the games that would be removed; with --json one object for each
    #[arg(long, conflicts_with = "output")]
    pub dry_run: bool,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

pub const SORT: &str = "\
The fields are those of filters (docs/filters.md) and tag:NAME; a - before a field
reverses its order. Games without a value come last, and games that compare equal
keep their order. Every game stays the same, byte for byte. Games that must wait for
their turn are kept in temporary files next to the output.

Examples:
  pgnz sort all.pgnz --by date,white -o sorted.pgnz
  pgnz sort all.pgnz --by -white_rating --player Carlsen -o best.pgnz

Exit status: 0 success; 1 an error: nothing was written; 2 a warning.";

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
Each game is chosen with the same probability, none twice, and the games keep their
order. The same --seed chooses the same games each time.

Examples:
  pgnz sample all.pgnz 1000 --seed 1 -o some.pgnz
  pgnz sample all.pgnz 500 --rating 2400.. -o strong.pgnz

Exit status: 0 success; 1 an error: nothing was written; 2 a warning, for example
because there are fewer games.";

/// Options of `sample`.
#[derive(Debug, Arguments)]
pub struct Sample {
    /// An archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many games
    #[arg(value_name = "N")]
    pub size: usize,
    /// The seed of the random choice: the same seed gives the same games
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
The files in the folder are named after the value that their games share: 2023.pgnz,
2023-05.pgnz, Carlsen,_Magnus.pgnz, B90.pgnz; by games and size: part-001.pgnz. By
player, a game goes to the files of both players; if filters name players, as with
--player, it goes only to the files of those. Games without a value go to
unknown.pgnz. Every game stays the same, byte for byte, and in its order. Blocks
(parts of an archive) whose games all stay together are copied. Games that must wait
for their turn are kept in temporary files in the folder.

Examples:
  pgnz split all.pgnz --by year -o years/
  pgnz split all.pgnz --by games=100000 -o parts/
  pgnz split all.pgnz --by size=500MiB -o parts/
  pgnz split all.pgnz --by player --rating 2700.. -o players/

Exit status: 0 success; 1 an error: files that are already complete stay; 2 a
warning.";

/// Options of `split`.
#[derive(Debug, Arguments)]
pub struct Split {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write into this folder, which is created if necessary
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// What the games of a file share: year, month, player, event or eco; hash for a division at random that is always the same; or its largest size: games=N, size=S (bytes of text) or studies (of Lichess)
    #[arg(long, value_name = "WHAT")]
    pub by: String,
    /// With --by hash: the share of games for each file, such as 0.9,0.1 for training and testing. The same game always goes to the same file
    #[arg(long, value_name = "SHARES")]
    pub parts: Option<String>,
    /// The largest number of files; if there would be more, it is an error and nothing is written
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_files: usize,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

impl Split {
    /// How the games are divided.
    pub fn part(&self) -> anyhow::Result<Part> {
        let text = match (&self.by[..], &self.parts) {
            ("hash", Some(shares)) => format!("hash={shares}"),
            ("hash", None) => {
                anyhow::bail!("--by hash needs the share of each file: --parts 0.9,0.1")
            }
            (_, Some(_)) => anyhow::bail!("--parts is for --by hash"),
            (by, None) => by.to_owned(),
        };
        let part = text.parse();
        part.map_err(|wrong: pgnz::Error| anyhow::anyhow!("--by: {wrong}"))
    }
}
