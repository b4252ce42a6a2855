//! The columns of an index.
//!
//! Not part of the format. docs/index.md has the same table for readers; a test compares them.

use archive::{Level, Model};
use query::Known;

/// The version of the columns and of their meaning.
pub(crate) const FORMAT: &str = "3";
/// Keys of the file's metadata.
pub(crate) const FORMAT_KEY: &str = "pgnz.index";
pub(crate) const ARCHIVE_KEY: &str = "pgnz.archive";
pub(crate) const CHECK_KEY: &str = "pgnz.check";
/// The model that the coded moves depend on.
pub(crate) const MODEL_KEY: &str = "pgnz.model";

/// The names of the columns that tables of `pgnz export` also have.
pub(crate) fn exported() -> String {
    let fields = [Known::Number].iter().chain(Known::INDEXED);
    let names: Vec<_> = fields.map(|field| field.name()).collect();
    names.join(",")
}

/// Columns that only an index has.
pub(crate) const DAY: &str = "day";
pub(crate) const TEXT_OFFSET: &str = "text_offset";
pub(crate) const HOME_PAWNS: &str = "home_pawns";
pub(crate) const MATERIAL: &str = "final_material";
pub(crate) const MOVES_HASH: &str = "moves_hash";
pub(crate) const POSITION_HASH: &str = "position_hash";

/// Which moves are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kept {
    /// The first plies.
    FirstMoves,
    /// All plies.
    AllMoves,
}

impl Kept {
    /// The maximum number of plies of a game that are stored as ranks.
    pub(crate) fn plies(self) -> usize {
        match self {
            Self::FirstMoves => 16,
            Self::AllMoves => usize::MAX,
        }
    }

    /// The maximum number of plies after these that are stored coded.
    pub(crate) fn coded_plies(self) -> usize {
        match self {
            Self::FirstMoves => 16,
            Self::AllMoves => 0,
        }
    }

    /// The name of the column.
    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::FirstMoves => "first_moves",
            Self::AllMoves => "moves",
        }
    }
}

/// The column of coded moves, which an index of all moves does not have.
pub(crate) const NEXT_MOVES: &str = "next_moves";

/// The model of the coded moves.
pub(crate) fn model() -> Model {
    Model::of(Level::Default)
}

/// The digest that identifies the model of the coded moves.
pub(crate) fn model_digest() -> String {
    format!("{:016x}", model().digest())
}
