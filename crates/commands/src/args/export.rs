//! Options of `export`.

use super::knowledge::level;
use super::{Filters, Loudness, Models, Pick};
use clap::Args as Arguments;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pgnz::{Format, Level};
use std::path::PathBuf;

pub const MORE: &str = "\
A table has a row for each game. Without --columns it has the usual columns: tags,
the number of plies (moves by one player), and moves. --columns takes names with
commas between: those of docs/export.md, fields of filters (docs/filters.md),
tag:NAME for any tag, and usual or aix for a group of columns. Only what the columns
need is decoded: tables of tags alone take about a tenth of the time.

The columns surprisal and best_probability have a value for each move: how many bits
it costs under the model of the level, and the probability of the most likely move.

Without --to, the extension of the output chooses the format: .parquet, .arrow (or
.feather), .csv, .jsonl (or .ndjson), .uci.

Examples:
  pgnz export games.pgnz -o games.parquet
  pgnz export --to csv games.pgnz -c --player Carlsen | head
  pgnz export --to jsonl --columns white,black,clocks,evals games.pgnz -c
  pgnz export --columns aix,surprisal --rating 2200.. *.pgnz -o strong.parquet
  pgnz export --to uci games.pgnz -c --first 10
  pgnz export --to parquet --by year games.pgnz -o parts/
                              a file for each year, for read_parquet('parts/**/*.parquet')

If an archive is damaged, the undamaged games are written and the others are
reported.

Exit status: 0 success; 1 an error, or a game is missing; 2 a warning: the archive
is damaged, but not in these games, or it has fewer games.";

/// Options of `export`.
#[derive(Debug, Arguments)]
pub struct Export {
    /// Archives
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub to: Option<Format>,
    /// Write to this file; - for standard output
    #[arg(
        short,
        long,
        value_name = "OUT",
        conflicts_with = "stdout",
        required_unless_present = "stdout"
    )]
    pub output: Option<PathBuf>,
    /// Write to standard output
    #[arg(short = 'c', long)]
    pub stdout: bool,
    /// Write a file for each value of this column, in folders below OUT that are named as Hive does: OUT/year=2024/games.parquet
    #[arg(long, value_name = "COLUMN", requires = "output")]
    pub by: Option<String>,
    /// Overwrite an existing file
    #[arg(short, long)]
    pub force: bool,
    /// The columns, with commas between
    #[arg(long, value_name = "LIST")]
    pub columns: Option<String>,
    /// The level whose model computes how likely moves are: fast, default or best [default: default]
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Option<Level>,
    #[command(flatten)]
    pub pick: Pick,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub models: Models,
    /// Number of threads; 0 means one for each core. The result is the same with any number
    #[arg(short = 'T', long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    #[command(flatten)]
    pub loudness: Loudness,
}

/// Reads the name of a format; the help lists the formats.
fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::NAMED.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|name| {
        let mut formats = Format::NAMED.iter();
        let found = formats.find(|(known, _)| *known == name);
        found
            .map(|(_, format)| *format)
            .ok_or("there is no such format")
    })
}
