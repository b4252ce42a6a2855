//! Archives.

use crate::error;
use crate::game::Game;
use crate::games::Games;
use crate::opened::Opened;
use crate::parts::{self, Index, Names};
use crate::report::{Block, Report};
use crate::scan::Scan;
use crate::source::Given;
use crate::text::Text;
use pgnz::{Columns, Filter, Model, Search, Table};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// An archive, several in one file, or a slice of an archive: a sequence of games.
///
/// It supports ``len(archive)``, ``archive[0]``, ``archive[-10:]`` (which is an archive again), and iteration. Games are decoded in groups, so
/// reading a single game costs as much as some hundred games; iteration decodes each game once. A ``with`` statement closes it.
#[pyclass(frozen, sequence, module = "pgnz")]
pub struct Archive {
    shared: Arc<Opened>,
    /// The range of its games in the whole archive.
    range: Range<u64>,
}

/// Opens an archive, or several concatenated archives in one file.
///
/// ``source`` is a path, bytes, or a binary file object with ``read`` and ``seek``. Only its end is read: games are decoded when they are
/// used. ``models`` are the bytes of networks with which the archive may have been coded, if they are not stored in it. With
/// ``keep_going``, an archive whose headers or index are damaged is read from the beginning to find its blocks; ``games``, ``count`` and
/// ``scan`` pass over damaged games, and ``report.damage`` lists the damage that was met. ``name`` is the value of the column ``path``,
/// instead of the path. With ``index=False``, searches do not use the index (``pgnz index``) beside the archive; they find the same games.
///
/// Raises :class:`Error` if the source is not an archive or is damaged, ``OSError`` if a path cannot be opened.
#[pyfunction]
#[pyo3(signature = (source, *, models=Vec::new(), keep_going=false, name=None, index=true))]
pub fn open(
    source: &Bound<'_, PyAny>,
    models: Vec<Vec<u8>>,
    keep_going: bool,
    name: Option<String>,
    index: bool,
) -> PyResult<Archive> {
    let given = Given::of(source)?;
    let (opened, games) = Opened::open(source.py(), given, models, keep_going, index, name)?;
    Ok(Archive {
        shared: Arc::new(opened),
        range: 0..games,
    })
}

impl Archive {
    /// What it shares with its slices, unless it is closed.
    pub fn opened(&self) -> PyResult<&Opened> {
        self.shared.check()?;
        Ok(&self.shared)
    }

    /// The range of its games in the whole archive.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    fn part(&self, range: Range<u64>) -> Self {
        Self {
            shared: self.shared.clone(),
            range,
        }
    }

    fn found(
        &self,
        py: Python<'_>,
        filter: Option<Filter>,
        parts: Columns,
        threads: usize,
    ) -> PyResult<Games> {
        let search = self.opened()?.search(py, filter, parts, threads)?;
        self.searched(py, search, parts)
    }

    fn searched(&self, py: Python<'_>, search: Search, parts: Columns) -> PyResult<Games> {
        let opened = self.opened()?;
        let found = py.detach(|| opened.inner().search(self.range.clone(), search));
        let found = found.map_err(|error| error::reading(&opened.name, error))?;
        Ok(Games::new(found, parts, opened.name.clone()))
    }

    /// The number of its games.
    fn games_here(&self) -> usize {
        usize::try_from(self.range.end - self.range.start).unwrap_or(usize::MAX)
    }
}

#[pymethods]
impl Archive {
    fn __len__(&self) -> PyResult<usize> {
        self.opened()?;
        Ok(self.games_here())
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, games) = (key.py(), self.opened()?, self.games_here());
        if let Ok(slice) = key.cast::<PySlice>() {
            let indices = slice.indices(isize::try_from(games).unwrap_or(isize::MAX))?;
            if indices.step != 1 {
                let what = "slices of archives have a step of 1: use itertools.islice";
                return Err(PyValueError::new_err(what));
            }
            let start = self.range.start.saturating_add_signed(indices.start as i64);
            let end = start.saturating_add(indices.slicelength as u64);
            return Ok(self.part(start..end).into_pyobject(py)?.into_any());
        }
        let Index(at) = key.extract()?;
        let from = if at < 0 {
            self.range.end
        } else {
            self.range.start
        };
        let number = from.checked_add_signed(at);
        let Some(number) = number.filter(|number| self.range.contains(number)) else {
            let what = format!("game {at} is not in an archive of {games} games");
            return Err(PyIndexError::new_err(what));
        };
        let game = py.detach(|| {
            let mut archive = opened.inner();
            let mut games = archive.games(number..number + 1, Columns::ALL)?;
            games.next().transpose()
        });
        let game = game.map_err(|error| error::reading(&opened.name, error))?;
        let game = game.ok_or_else(|| PyIndexError::new_err("there is no such game"))?;
        let game = Game::new(number, game, Columns::ALL, opened.name.clone());
        Ok(game.into_pyobject(py)?.into_any())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Games> {
        self.found(py, None, Columns::ALL, 1)
    }

    /// An iterator over the games for which ``where`` (an expression of docs/filters.md) is true. An index (``pgnz index``) beside the archive
    /// is used to find them.
    ///
    /// ``columns`` names the attributes that are needed: the others need not be decoded, and reading them is an error. ``"tags"`` are the
    /// tags that need no moves, which are read ten times as fast; ``"all_tags"`` are all tags. ``threads`` threads (0: one for each core) decode some
    /// hundred games in advance of the loop.
    #[pyo3(signature = (r#where=None, columns=None, *, threads=1))]
    fn games(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        columns: Option<Names>,
        threads: usize,
    ) -> PyResult<Games> {
        let columns = Names::parts(columns)?;
        // What the filter has looked at is there, too, but only that of its tags can be told from what is not.
        self.found(py, parts::filter(r#where)?, columns, threads)
    }

    /// The number of games for which ``where`` is true. An index (``pgnz index``) beside the archive answers most questions at once.
    #[pyo3(signature = (r#where=None, *, threads=0))]
    fn count(&self, py: Python<'_>, r#where: Option<&str>, threads: usize) -> PyResult<u64> {
        let opened = self.opened()?;
        let Some(filter) = parts::filter(r#where)? else {
            return Ok(self.range.end - self.range.start);
        };
        let mut search = opened.search(py, Some(filter), Columns::TAGS, threads)?;
        let mut count = search.take_sure(self.range.clone());
        let games = self.searched(py, search, Columns::TAGS)?;
        while let Some(game) = games.__next__(py)? {
            drop(game);
            count += 1;
        }
        Ok(count)
    }

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
        Ok(Scan::new(archive, table, filter, threads, names))
    }

    /// The object that ``text`` reads from.
    fn _text(&self, py: Python<'_>) -> PyResult<Text> {
        let opened = self.opened()?;
        let reader = py.detach(|| opened.inner().text_reader(self.range.clone()));
        let reader = reader.map_err(|error| error::reading(&opened.name, error))?;
        Ok(Text::new(reader, opened.name.clone()))
    }

    /// The exact PGN of the games: a seekable binary file object.
    fn text<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        py.import("pgnz._file")?.call_method1("text", (slf,))
    }

    /// Ranges of games (start and end, from 0) of about this number of bytes of text each, to share the work; without blocks that cannot contain a
    /// game for which `where` is true.
    #[pyo3(signature = (r#where=None, *, text_bytes=64 << 20))]
    fn runs(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        text_bytes: u64,
    ) -> PyResult<Vec<(u64, u64)>> {
        let opened = self.opened()?;
        let search = Search::new();
        let search = match parts::filter(r#where)? {
            Some(filter) => search.filter(filter),
            None => search,
        };
        let runs = py.detach(|| opened.inner().runs(&search, text_bytes));
        let Range { start, end } = self.range;
        let inside = runs.into_iter().map(|run| {
            let (from, to) = (run.start.max(start), run.end.min(end));
            (from.saturating_sub(start), to.saturating_sub(start))
        });
        Ok(inside.filter(|(start, end)| start < end).collect())
    }

    /// What the whole archive contains. With ``keep_going``, its ``damage`` lists the damaged places that are known: those that were found
    /// when the archive was opened, and those that were met since then when games were read.
    #[getter]
    fn report(&self, py: Python<'_>) -> PyResult<Report> {
        let opened = self.opened()?;
        Ok(Report::of(&py.detach(|| opened.inner().report())))
    }

    /// The blocks of the whole archive.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> PyResult<Vec<Block>> {
        let opened = self.opened()?;
        Ok(py.detach(|| opened.inner().blocks().iter().map(Block::of).collect()))
    }

    /// The path with which it was opened, or ``None``.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.shared.path.clone()
    }

    /// Closes the file, of slices of this archive, too. A file object that was given to :func:`open` stays open.
    ///
    /// After that, every use is a ``ValueError``, and iterators that were begun before end with one.
    fn close(&self, py: Python<'_>) {
        self.shared.close(py);
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        slf.opened()?;
        Ok(slf)
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyAny>) {
        self.close(py);
    }

    /// How to open it again in another process.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Reopened<'py>)> {
        let opened = self.opened()?;
        let Some(path) = opened.path.clone() else {
            let what = "only an archive that was opened by its path can be pickled";
            return Err(PyTypeError::new_err(what));
        };
        let reopen = py.import("pgnz._file")?.getattr("reopen")?;
        let Range { start, end } = self.range;
        let models = opened.models.iter().map(|model| PyBytes::new(py, model));
        let models = models.collect();
        let (keep_going, index) = (opened.keep_going, opened.index);
        let name = opened.name.to_string();
        Ok((reopen, (path, start, end, keep_going, models, name, index)))
    }

    fn __repr__(&self) -> String {
        let name = &self.shared.name;
        let of = if name.is_empty() { "" } else { " of " };
        match self.shared.check() {
            Ok(()) => format!("<pgnz.Archive{of}{name}: {} games>", self.games_here()),
            Err(_) => format!("<pgnz.Archive{of}{name}: closed>"),
        }
    }
}

/// The arguments of `reopen`.
type Reopened<'py> = (
    PathBuf,
    u64,
    u64,
    bool,
    Vec<Bound<'py, PyBytes>>,
    String,
    bool,
);
