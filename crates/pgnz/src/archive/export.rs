//! Writes games as files of tables.

use super::Archive;
use crate::{Error, Table};
use export::{Format, Writer};
use std::io::{Read, Seek, Write};
use std::ops::RangeBounds;

impl<R: Read + Seek + Clone + Send + 'static> Archive<R> {
    /// Writes the games in a range as a table in a file format, and returns their number. For [`Format::Uci`], the columns are those of
    /// [`Column::for_uci`](crate::Column::for_uci).
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
    /// let table = Table::new(Column::parse("number,white").unwrap());
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
        let cannot_write = |error| Error::system("the table cannot be written", error);
        let (rows, search, path) = table.into_rows();
        let mut writer = Writer::new(format, rows.columns(), &mut dst).map_err(cannot_write)?;
        let mut games = 0;
        for found in self.search(range, search.columns(rows.needs()))? {
            let (number, game) = found?;
            let row = rows.row(&path, number.saturating_add(1), &game);
            writer.add(&row).map_err(cannot_write)?;
            games += 1;
        }
        writer.finish().map_err(cannot_write)?;
        Ok(games)
    }
}
