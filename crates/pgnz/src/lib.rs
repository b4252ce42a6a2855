//! Chess games in small archives.
//!
//! [`compress`] makes an archive from any bytes, best from PGN text, and [`expand`] gives the same bytes back. [`Archive`] reads games
//! from the middle of an archive, as text or as [`Game`] values. [`encode_game`] encodes the moves of one game as a few bytes, for a row of a
//! database, and a [`Predictor`] computes how likely each legal move is. The [`guide`] describes all of this. The crate opens no file by
//! name, prints nothing, and keeps no state between calls.
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

#[doc = include_str!("../../../docs/library.md")]
pub mod guide {
    #[allow(unused_imports, reason = "the guide links to them")]
    use crate::*;
}

mod adapters;
mod append;
mod archive;
mod blob;
mod build;
mod check;
mod convert;
mod info;
mod options;
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

pub use crate::adapters::{Decoder, Encoder};
pub use crate::append::Append;
pub use crate::archive::Archive;
pub use crate::blob::{decode_bare_game, decode_game, encode_bare_game, encode_game};
pub use crate::build::GameBuilder;
pub use crate::check::{repair, test, test_with_progress};
pub use crate::convert::{compress, compress_with_progress, expand, expand_with_progress, resume};
pub use crate::info::GameInfo;
pub use crate::options::{CompressOptions, ExpandOptions};
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
    BlockFacts, BlockInfo, Castling, Color, Columns, Comment, CutOff, Damage, Date, Digest,
    EngineInfo, Error, ErrorKind, Eval, FORMAT_VERSION, FileInfo, Game, Games, Growing, Level,
    Line, Mark, Meter, Missing, Model, ModelId, Move, Moves, Outcome, Piece, Ply, Position,
    Progress, Provenance, Repaired, Report, Role, Shared, SharedFile, Source, SourceDigest, Square,
    Stream, StreamReport, Tag, TagCost, Tags, TimeControl, Unfinished, Variant, Verify, is_archive,
};
#[cfg(feature = "arrow")]
#[doc(inline)]
pub use ::export::Column;
#[cfg(feature = "export")]
#[doc(inline)]
pub use ::export::Format;
#[cfg(feature = "index")]
#[doc(inline)]
pub use ::index::Kept as IndexMoves;
#[cfg(feature = "query")]
#[doc(inline)]
pub use ::query::{
    Branch, Elo, Engine, EngineRecord, Engines, Error as FilterError, Filter, FrequentPosition,
    FrequentPositions, Match, PairScore, Player, Plies, Results, Root, Score, Standing, Standings,
    Stats, Tree, Verdict, Work,
};
#[cfg(feature = "index")]
#[doc(inline)]
pub use ::scan::NotUsed as IndexNotUsed;
#[cfg(feature = "query")]
#[doc(inline)]
pub use ::scan::{Found, Search};
#[cfg(feature = "shape")]
#[doc(inline)]
pub use ::shape::{
    Archives, By as DuplicatesBy, Duplicate, Duplicates, Edits, Keep, Order, Outputs, Part, Parts,
    Plan, Respelled, Rule, Shares, Spellings, Step, is_device,
};
