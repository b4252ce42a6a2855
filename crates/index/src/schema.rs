//! The columns of an index.
//!
//! Not part of the format. docs/index.md has the same table for people; a test compares them.

use query::Known;

/// The version of the columns and of their meaning.
pub(crate) const FORMAT: &str = "1";
/// Keys of the file's metadata.
pub(crate) const FORMAT_KEY: &str = "pgnz.index";
pub(crate) const ARCHIVE_KEY: &str = "pgnz.archive";
pub(crate) const CHECK_KEY: &str = "pgnz.check";

/// Columns that tables of `pgnz export` have, too.
pub(crate) const EXPORTED: &str = "number,event,site,date,year,month,round,white,black,result,white_rating,black_rating,white_title,black_title,eco,opening,time_control,speed,termination,ending,variant,fen,plies";

/// Columns that only an index has.
pub(crate) const HOME_PAWNS: &str = "home_pawns";
pub(crate) const MATERIAL: &str = "final_material";
pub(crate) const MOVES_HASH: &str = "moves_hash";
pub(crate) const POSITION_HASH: &str = "position_hash";

/// How much of the moves is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first plies.
    FirstMoves,
    /// All.
    AllMoves,
}

impl Kept {
    /// Plies of a game at most.
    pub(crate) fn plies(self) -> usize {
        match self {
            Self::FirstMoves => 16,
            Self::AllMoves => usize::MAX,
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

/// The column that holds a field of filters.
pub(crate) fn column(known: Known) -> &'static str {
    known.name()
}
