//! Games of an archive as tables.

use super::Archive;
use crate::error;
use crate::parts::{self, Names};
use crate::run::{Stop, run};
use crate::scan::{Asked, Scan};
use crate::target::Target;
use pgnz::{Column, Columns, Format, Model, Table};
use pyo3::prelude::*;

#[pymethods]
impl Archive {
    /// The games for which ``where`` is true, as a table with these ``columns`` (docs/export.md), for all programs that read Arrow.
    ///
    /// ``columns`` are names in a list or with commas between; the default is ``usual``. Nothing is decoded before the table is
    /// read, and then only what its columns and the filter need, on ``threads`` threads (0: one for each core). ``level`` names the model for the
    /// columns ``surprisal`` and ``best_probability``.
    #[pyo3(signature = (columns=None, r#where=None, *, threads=0, level="default"))]
    fn scan(
        slf: &Bound<'_, Self>,
        columns: Option<Names>,
        r#where: Option<&str>,
        threads: usize,
        level: &str,
    ) -> PyResult<Scan> {
        let opened = slf.get().opened()?;
        let columns = Names::columns(columns)?;
        let names = columns.iter().map(|column| column.name().to_owned());
        let names = names.collect();
        let table = Table::new(columns)
            .path(&*opened.name)
            .model(Model::of(parts::level(level)?));
        let (archive, filter) = (slf.clone().unbind(), parts::filter(r#where)?);
        let asked = Asked {
            filter,
            r#where: r#where.map(str::to_owned),
            threads,
            level: level.to_owned(),
        };
        Ok(Scan::new(archive, table, asked, names))
    }

    /// Writes the games for which ``where`` is true as a table to a file, and returns their number. ``format`` is ``"parquet"``, ``"arrow"``, ``"csv"``,
    /// ``"jsonl"`` or ``"uci"``, by default that of the name. ``columns``, ``threads`` and ``level`` are as for ``scan``.
    ///
    /// ``dst`` is a path or a file object. Raises ``FileExistsError`` unless ``overwrite`` is set.
    #[pyo3(signature = (dst, columns=None, r#where=None, *, format=None, threads=0, level="default", overwrite=false))]
    fn export(
        &self,
        py: Python<'_>,
        dst: &Bound<'_, PyAny>,
        columns: Option<Names>,
        r#where: Option<&str>,
        format: Option<&str>,
        threads: usize,
        level: &str,
        overwrite: bool,
    ) -> PyResult<u64> {
        let opened = self.opened()?;
        let format = parts::format(dst, format)?;
        let columns = match format {
            Format::Uci if columns.is_some() => {
                return Err(error::argument("the format uci has no columns to choose"));
            }
            Format::Uci => Column::for_uci(),
            _ => Names::columns(columns)?,
        };
        let table = Table::new(columns)
            .path(&*opened.name)
            .model(Model::of(parts::level(level)?));
        let stop = Stop::default();
        let search = opened.search(py, parts::filter(r#where)?, Columns::TAGS, threads)?;
        let table = table.search(search.stop(stop.flag()));
        let (target, mut sink) = Target::of(Some(dst), overwrite, &stop)?;
        let (archive, range) = (py.detach(|| opened.fork()), self.range.clone());
        let done = run(py, stop, None, move |_| {
            let games = archive.export(range, table, format, &mut sink)?;
            Ok((sink, games))
        })?;
        let (sink, games) = done.map_err(|error| error::reading(&opened.name, error))?;
        target.finish(py, sink)?;
        Ok(games)
    }
}
