//! Writes games as files of tables.

use super::Archive;
use crate::{Error, Game, Table};
use export::{Format, Writer};
use std::io::{Read, Seek, Write};
use std::ops::{ControlFlow, RangeBounds};

impl<R: Read + Seek + Clone + Send> Archive<R> {
    /// Writes the games in a range as a table in a file format, and returns their number. For [`Format::Uci`], the columns are those of
    /// [`Column::for_uci`](crate::Column::for_uci). A table of several archives is made with [`Rows`](crate::Rows) and
    /// [`TableWriter`](crate::TableWriter), and one in several files with [`Partitions`](crate::Partitions).
    ///
    /// # Errors
    ///
    /// As for [`Archive::scan`]; [`ErrorKind::Io`](crate::ErrorKind::Io) if `dst` fails.
    ///
    /// ```
    /// # use pgnz::{Archive, Column, CompressOptions, Format, Table};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let table = Table::new(Column::parse("number,white")?);
    /// let mut csv = Vec::new();
    /// archive.export(.., table, Format::Csv, &mut csv)?;
    /// assert!(csv.ends_with(b"1,Anna\r\n"));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn export(
        &self,
        range: impl RangeBounds<u64>,
        table: Table,
        format: Format,
        mut dst: impl Write,
    ) -> Result<u64, Error> {
        let cannot_write = |error| Error::system("cannot write the table", error);
        let (rows, search, path) = table.into_rows();
        let search = search.columns(rows.needs());
        let mut writer = Writer::new(format, rows.columns(), &mut dst).map_err(cannot_write)?;
        let mut games = 0;
        let note = |number: u64, game: Option<&Game>| {
            Some(rows.row(&path, number.saturating_add(1), game?))
        };
        self.each(range, &search, &note, &mut |_, row| {
            games += 1;
            writer.add(&row).map_err(cannot_write)?;
            Ok::<_, Error>(ControlFlow::Continue(()))
        })?;
        writer.finish().map_err(cannot_write)?;
        Ok(games)
    }
}
