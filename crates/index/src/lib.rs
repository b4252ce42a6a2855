//! An index file beside an archive: a row for each game with the usual tags, signatures and moves, as Parquet.
//!
//! Not part of the format. docs/index.md describes the columns.
//!
//! [`Maker`] makes an [`Entry`] from a game, [`Writer`] writes entries, and [`Index`] returns them as tables that filters can use
//! ([`query::Filter::judge`]). The crate `scan` asks the index beside an archive. An index identifies its archive by a digest, and protects its own bytes by a checksum.
//!
//! ```
//! use archive::Game;
//! use index::{About, Index, Kept, Maker, Writer};
//! use query::{Filter, Table, Verdict};
//!
//! let maker = Maker::new(Kept::AllMoves)?;
//! let mut file = Vec::new();
//! let mut writer = Writer::new(&maker, 17, &mut file)?;
//! writer.add(maker.entry(0, &Game::parse(b"[White \"Anna\"]\n\n1. e4 e5 *\n")))?;
//! writer.finish()?;
//!
//! let about = About { digest: 17, games: 1, text_bytes: 26 };
//! let index = Index::open(file, about)?;
//! let filter = Filter::parse("white = 'Anna' and moves = '1. e4 e5'")?;
//! let (columns, lines) = Table::columns_for(&filter);
//! assert_eq!(filter.judge(&index.table(0, &columns, lines)?), [Verdict::Yes]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

mod coded;
mod entry;
mod error;
mod file;
mod footer;
mod pages;
mod read;
mod schema;
mod seal;
mod table;
mod texts;
mod thrift;
mod write;

pub use entry::{Entry, Maker};
pub use error::Error;
pub use read::{About, Index};
pub use schema::Kept;
#[doc(hidden)]
pub use seal::sealed;
pub use write::Writer;
