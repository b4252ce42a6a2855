//! Archives: codes the streams of games as blocks and blocks as a container, and decodes them byte for byte.
//!
//! Not part of the format.
//!
//! [`compress`] makes an archive from any bytes, [`expand`] gives them back, and [`Reader`] reads games from the middle of an archive.
//! All three work on any reader or writer, memory included. Nothing here opens a file by name or prints.
//!
//! ```
//! use archive::{CompressOptions, ExpandOptions, Reader, compress, expand};
//!
//! let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
//! let mut packed = Vec::new();
//! compress(&text[..], &mut packed, &CompressOptions::new())?;
//!
//! let mut back = Vec::new();
//! expand(&packed[..], &mut back, &ExpandOptions::new())?;
//! assert_eq!(back, text);
//!
//! let reader = Reader::open(std::io::Cursor::new(&packed), &ExpandOptions::new())?;
//! assert_eq!(reader.report().text_bytes, text.len() as u64);
//! # Ok::<(), archive::Error>(())
//! ```
#![deny(missing_docs)]

mod addition;
mod append;
mod blob;
#[doc(hidden)]
pub mod block;
mod blocks;
mod border;
mod bounds;
mod columns;
mod compress;
mod compress_options;
mod container;
mod counting_reader;
mod cut;
mod damage;
mod decoder;
mod digest;
mod edition;
mod encoder;
mod encoding;
mod error;
mod expand;
mod expand_options;
mod facts;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod joined;
mod meter;
mod models;
mod moment;
mod pipeline;
mod reader;
mod repair;
mod report;
mod resources;
mod resume;
mod salvage;
mod seal;
mod shared;
mod source;
mod splice;
mod unfinished;
mod verify;
mod workers;
mod writer;

/// The version of the format that this release writes and reads: major, then minor.
pub const FORMAT_VERSION: [u8; 2] = container::header::VERSION;

pub use append::{Append, Growing, Written};
pub use blob::{decode_bare_game, decode_game, encode_bare_game, encode_game};
pub use border::Border;
pub use bounds::worst_case_size;
pub use columns::Columns;
pub use compress::{compress, compress_with_progress};
pub use compress_options::CompressOptions;
pub use container::Provenance;
pub use damage::{Damage, Missing};
pub use decoder::Decoder;
pub use digest::{Digest, DigestReader, SourceDigest};
pub use edition::Edition;
pub use encoder::Encoder;
pub use encoding::Utf8Writer;
pub use expand::{
    Apart, Destination, Named, NamedTexts, expand, expand_with_progress, is_archive, test,
    test_with_progress,
};
pub use expand_options::{ExpandOptions, OnDamage};
pub use facts::BlockFacts;
pub(crate) use game::Depth;
pub use game::{
    Castling, Color, Comment, Date, EngineInfo, Error, ErrorKind, Eval, Game, Line, Mark, Move,
    Moves, Outcome, Piece, Ply, Position, Role, Square, Stream, Tag, Tags, TimeControl,
};
pub use joined::JoinedTexts;
pub use legal::Variant;
pub use meter::Meter;
pub use reader::{BlockInfo, Games, Reader, StoredBlock, Taken, Want};
pub use repair::{Repaired, repair};
pub use report::{CutOff, FileInfo, Progress, Report, StreamReport, TagCost};
pub use resources::Resources;
pub use resume::resume;
pub use shared::{Shared, SharedFile};
pub use source::Source;
pub use splice::{Splice, Spliced};
pub use streams::{HeldData, Level, MissingData, Model, ModelId, VectorCode};
pub use unfinished::Unfinished;
pub use verify::Verify;
