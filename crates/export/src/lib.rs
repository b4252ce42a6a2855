//! Chess games as tables: columns with names and types, written as Parquet, Arrow, CSV or JSON lines.
//!
//! Not part of the format.
//!
//! [`Column::parse`] reads the names of columns, [`Rows`] makes a row from each game, and [`Writer`] writes rows in a [`Format`]. Only the
//! parts of games in [`Rows::needs`] are needed. docs/export.md describes every column, and how values look in each format.
//!
//! ```
//! use archive::{Game, Level, Model};
//! use export::{Column, Format, Rows, Writer};
//!
//! let columns = Column::parse("number,white,moves_uci")?;
//! let mut rows = Rows::new(columns.clone(), Model::of(Level::Fast));
//! let mut text = Vec::new();
//! let mut writer = Writer::new(Format::JsonLines, &columns, &mut text)?;
//! let game = Game::parse(b"[White \"Anna\"]\n\n1. e4 e5 *\n");
//! writer.add(&rows.row("games.pgnz", 1, &game))?;
//! writer.finish()?;
//! assert_eq!(text, b"{\"schema\":1,\"number\":1,\"white\":\"Anna\",\"moves_uci\":[\"e2e4\",\"e7e5\"]}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

#[cfg(feature = "batches")]
mod arrow;
mod columns;
mod csv;
mod format;
mod json_lines;
mod partitions;
mod rows;
mod sink;
mod uci;
mod writer;

#[cfg(feature = "batches")]
pub use arrow::Batches;
#[cfg(feature = "arrow")]
#[doc(hidden)]
pub use arrow::arrow_columns;
pub use columns::Column;
pub use format::Format;
pub use partitions::Partitions;
pub use query::{Day, Item, Type};
pub use rows::Rows;
pub use sink::SCHEMA;
pub use writer::Writer;

/// The value of a game in one column.
pub type Value = query::Value<'static>;

/// The values of a game in all columns.
pub type Row = Vec<Value>;
