//! Options that choose the model: a level, or a file.

use clap::Args as Arguments;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pgnz::Level;
use std::path::PathBuf;

/// Help of the level for commands that add to archives or make archives from others.
pub const KEPT: &str = "What predicts the moves: fast takes the least time, best makes the smallest archives [default: the level of the last games of the first archive]";

/// The model that predicts the moves.
#[derive(Debug, Arguments)]
#[group(multiple = false)]
pub struct Knowledge {
    /// The same as --level fast
    #[arg(short = '1')]
    pub fast: bool,
    /// The same as --level default
    #[arg(short = '5')]
    pub default: bool,
    /// The same as --level best
    #[arg(short = '9')]
    pub best: bool,
    /// What predicts the moves: fast takes the least time, best makes the smallest archives [default: default]
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Option<Level>,
    /// Use the model in this file, written by the program train, instead of a level
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
}

/// Reads the name of a level; the help lists the levels.
pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| name.parse::<Level>())
}

/// Models that archives may need and that do not come with the program.
#[derive(Debug, Arguments)]
pub struct Models {
    /// The file of the model that the archive was compressed with, if it was compressed with --model; may be given several times
    #[arg(long = "model", value_name = "FILE")]
    pub model_files: Vec<PathBuf>,
}
