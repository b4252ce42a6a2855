//! Chess games in small archives.
//!
//! [`compress`] makes an archive from any bytes, best from PGN text, and [`expand`] gives the same bytes back. [`Archive`] reads games
//! from the middle of an archive, as text or as [`Game`] values. [`encode_game`] encodes the moves of one game as a few bytes, for a row of a
//! database, and a [`Predictor`] computes how likely each legal move is. The [`guide`] describes all of this. The crate opens no file by
//! name but the index beside an archive, prints nothing, and keeps no state between calls.
//!
//! ```
//! use pgnz::{Archive, Columns, CompressOptions, ExpandOptions};
//!
//! let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
//! let mut packed = Vec::new();
//! pgnz::compress(&text[..], &mut packed, &CompressOptions::new())?;
//!
//! let mut back = Vec::new();
//! pgnz::expand(&packed[..], &mut back, &ExpandOptions::new())?;
//! assert_eq!(back, text);
//!
//! let mut archive = Archive::open(std::io::Cursor::new(packed))?;
//! for game in archive.games(1.., Columns::ALL)? {
//!     let game = game?;
//!     assert_eq!(game.tags().get("White"), Some(&b"Emil"[..]));
//!     assert_eq!(game.main_line().plies[0].san, "d4");
//! }
//! # Ok::<(), pgnz::Error>(())
//! ```
#![deny(missing_docs)]

#[doc = include_str!("../library.md")]
pub mod guide {
    #[allow(unused_imports, reason = "the guide links to them")]
    use crate::*;
}

mod append;
mod archive;
mod blob;
mod build;
mod info;
mod pgn;
mod predictor;
#[cfg(feature = "shape")]
mod reshape;
#[cfg(feature = "arrow")]
mod scan;
mod several;
mod text;
#[cfg(feature = "wrapping")]
mod unwrapped;

pub use crate::append::Append;
pub use crate::archive::Archive;
#[cfg(feature = "explorer")]
pub use crate::archive::explorer::explorer_path;
pub use crate::blob::{decode_bare_game, decode_game, encode_bare_game, encode_game};
pub use crate::build::GameBuilder;
pub use crate::info::GameInfo;
pub use crate::predictor::{Chance, GamePredictor, Predictor};
#[cfg(feature = "shape")]
pub use crate::reshape::{Reshape, Reshaped};
#[cfg(feature = "arrow")]
pub use crate::scan::{Scan, Table};
pub use crate::several::CompressSeveral;
pub use crate::text::TextReader;
#[cfg(feature = "wrapping")]
pub use crate::unwrapped::Unwrapped;

#[cfg(feature = "shape")]
#[doc(inline)]
pub use ::archive::Spliced;
#[doc(inline)]
pub use ::archive::{
    Apart, BlockFacts, BlockInfo, Border, Castling, Color, Columns, Comment, CompressOptions,
    CutOff, Damage, Date, Decoder, Destination, Digest, Edition, Encoder, EngineInfo, Error,
    ErrorKind, Eval, ExpandOptions, FORMAT_VERSION, FileInfo, Game, Games, Growing, HeldData,
    JoinedTexts, Level, Line, Mark, Meter, Missing, MissingData, Model, ModelId, Move, Moves,
    Named, NamedTexts, OnDamage, Outcome, Piece, Ply, Position, Progress, Provenance, Repaired,
    Report, Resources, Role, Shared, SharedFile, Source, SourceDigest, Square, Stream,
    StreamReport, Tag, TagCost, Tags, TimeControl, Unfinished, Utf8Writer, Variant, VectorCode,
    Verify, compress, compress_with_progress, expand, expand_with_progress, is_archive, repair,
    resume, test, test_with_progress, worst_case_size,
};
#[cfg(feature = "explorer")]
#[doc(inline)]
pub use ::explorer::{Error as ExplorerError, Explorer, RATING_CLASSES};
#[cfg(feature = "arrow")]
#[doc(inline)]
pub use ::export::{Column, Row, Rows};
#[cfg(feature = "export")]
#[doc(inline)]
pub use ::export::{Format, Partitions, Writer as TableWriter};
#[cfg(feature = "index")]
#[doc(inline)]
pub use ::index::{Error as IndexError, Kept as IndexMoves};
#[cfg(feature = "query")]
#[doc(inline)]
pub use ::query::{
    Branch, Conditions, Day, Elo, Engine, EngineRecord, Engines, Error as FilterError, Facts,
    Field, Filter, FrequentPosition, FrequentPositions, Item, Known, Match, Moment, PairScore,
    Player, Plies, Record, Results, Root, SPEEDS, Score, Standing, Standings, Stats, Tree, Type,
    Value, Verdict, Visit, Work, spelled_date,
};
#[cfg(feature = "index")]
#[doc(inline)]
pub use ::scan::{
    Addition as TreeAddition, Beside as Index, IndexedGames, NotUsed as IndexNotUsed, index_path,
};
#[cfg(feature = "query")]
#[doc(inline)]
pub use ::scan::{Found, Note, Run, Search, Tally, Texts, Window, Windows, Write as WriteText};
#[cfg(feature = "shape")]
#[doc(inline)]
pub use ::shape::{
    Archives, By as DuplicatesBy, Duplicate, Duplicates, Edits, Keep, Order, Outputs, Part, Parts,
    Plan, Respelled, Rule, Shares, Spellings, Step, is_device,
};
#[cfg(feature = "arrow")]
#[doc(no_inline)]
pub use {arrow_array, arrow_schema};
