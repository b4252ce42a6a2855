//! Writes rows in any format.
//!
//! Not part of the format.

#[cfg(feature = "arrow")]
use crate::arrow::{ArrowFile, ArrowStream, Parquet};
use crate::csv::Csv;
use crate::json_lines::JsonLines;
use crate::sink::Sink;
use crate::uci::Uci;
use crate::{Column, Format, Value};
use std::io::{self, Write};

/// Writes rows.
pub struct Writer<'a>(Box<dyn Sink + 'a>);

impl<'a> Writer<'a> {
    /// Starts a table with these columns. For [`Format::Uci`] they must be those of [`Column::for_uci`].
    ///
    /// # Errors
    ///
    /// The beginning cannot be written.
    pub fn new(format: Format, columns: &[Column], out: impl Write + 'a) -> io::Result<Self> {
        let out = Box::new(out);
        Ok(Self(match format {
            #[cfg(feature = "arrow")]
            Format::Parquet => Box::new(Parquet::new(columns, out)?),
            #[cfg(feature = "arrow")]
            Format::Arrow => Box::new(ArrowFile::new(columns, out)?),
            #[cfg(feature = "arrow")]
            Format::ArrowStream => Box::new(ArrowStream::new(columns, out)?),
            Format::Csv => Box::new(Csv::new(columns, out)?),
            Format::JsonLines => Box::new(JsonLines::new(columns, out)),
            Format::Uci => Box::new(Uci::new(out)),
        }))
    }

    /// Adds the next row, which has a value for each column, of its type. Rows are buffered and written some megabytes at a time.
    ///
    /// # Errors
    ///
    /// The rows cannot be written.
    pub fn add(&mut self, row: &[Value]) -> io::Result<()> {
        self.0.add(row)
    }

    /// Ends the table.
    ///
    /// # Errors
    ///
    /// The end cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish()
    }
}
