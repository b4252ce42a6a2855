//! The table of columns that are not fields of filters, or have another type.
//!
//! Not part of the format.

use crate::{Item, Kind};
use archive::Columns;

macro_rules! columns {
    ($($column:ident $name:literal $kind:expr, $needs:expr;)*) => {
        /// A column that is not a field of filters, or has another type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Own { $($column),* }

        impl Own {
            pub const ALL: &'static [Self] = &[$(Self::$column),*];

            pub fn name(self) -> &'static str {
                match self { $(Self::$column => $name),* }
            }

            pub fn kind(self) -> Kind {
                match self { $(Self::$column => $kind),* }
            }

            pub fn needs(self) -> Columns {
                match self { $(Self::$column => $needs),* }
            }
        }
    };
}

pub(super) const TAGS: Columns = Columns::TAGS;
pub(super) const MOVES: Columns = Columns::MOVES;
/// Comments are decoded after the moves.
const COMMENTS: Columns = Columns::COMMENTS;

columns! {
    Path "path" Kind::Text, TAGS;
    Number "number" Kind::U64, TAGS;
    LichessId "lichess_id" Kind::Text, TAGS;
    Tournament "tournament" Kind::Text, TAGS;
    Date "date" Kind::Date, TAGS;
    Year "year" Kind::U16, TAGS;
    Month "month" Kind::U8, TAGS;
    UtcTimestamp "utc_timestamp" Kind::Timestamp, TAGS;
    WhiteRating "white_rating" Kind::I16, TAGS;
    BlackRating "black_rating" Kind::I16, TAGS;
    WhiteRatingDiff "white_rating_diff" Kind::I16, TAGS;
    BlackRatingDiff "black_rating_diff" Kind::I16, TAGS;
    TimeInitial "time_initial" Kind::U16, TAGS;
    TimeIncrement "time_increment" Kind::U8, TAGS;
    Fen "fen" Kind::Text, MOVES;
    PlyCount "ply_count" Kind::U16, MOVES;
    Plies "plies" Kind::U32, MOVES;
    IsComplete "is_complete" Kind::Truth, MOVES | Columns::TEXT;
    MovesSan "moves_san" Kind::List(Item::Text), MOVES;
    MovesUci "moves_uci" Kind::List(Item::Text), MOVES;
    MovesIndex "moves_index" Kind::List(Item::U16), MOVES;
    Clocks "clocks" Kind::List(Item::U32), MOVES | Columns::CLOCKS;
    ClocksWhite "clocks_white" Kind::List(Item::U16), MOVES | Columns::CLOCKS;
    ClocksBlack "clocks_black" Kind::List(Item::U16), MOVES | Columns::CLOCKS;
    Spent "spent" Kind::List(Item::U32), MOVES | Columns::CLOCKS;
    Evals "evals" Kind::List(Item::I16), MOVES | Columns::EVALS;
    EvalsCentipawns "evals_centipawns" Kind::List(Item::I32), MOVES | Columns::EVALS;
    EvalsMate "evals_mate" Kind::List(Item::I32), MOVES | Columns::EVALS;
    EngineEvals "engine_evals" Kind::List(Item::I16), COMMENTS;
    EngineDepths "engine_depths" Kind::List(Item::U16), COMMENTS;
    EngineSpent "engine_spent" Kind::List(Item::U32), COMMENTS;
    Surprisal "surprisal" Kind::List(Item::F32), MOVES;
    BestProbability "best_probability" Kind::List(Item::F32), MOVES;
    Pgn "pgn" Kind::Text, Columns::ALL;
}
