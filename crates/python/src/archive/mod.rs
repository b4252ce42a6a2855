//! Archives.

mod games;
mod summaries;
mod tables;

use crate::error;
use crate::games::Games;
use crate::opened::Opened;
use crate::parts::{Index, Numbers};
use crate::provenance::Provenance;
use crate::report::{Block, Report};
use crate::source::Given;
use pgnz::Columns;
use pyo3::exceptions::{PyIndexError, PyTypeError};
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

    /// The number in the whole archive of the game at an index.
    fn number(&self, at: i64) -> PyResult<u64> {
        let from = if at < 0 {
            self.range.end
        } else {
            self.range.start
        };
        let number = from.checked_add_signed(at);
        number
            .filter(|number| self.range.contains(number))
            .ok_or_else(|| {
                let games = self.games_here();
                let what = format!("game {at} is not in an archive of {games} games");
                PyIndexError::new_err(what)
            })
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
        let (py, games) = (key.py(), self.games_here());
        self.opened()?;
        if let Ok(slice) = key.cast::<PySlice>() {
            let indices = slice.indices(isize::try_from(games).unwrap_or(isize::MAX))?;
            if indices.step != 1 {
                let picked = (0..indices.slicelength).map(|at| {
                    let at = i64::try_from(at).unwrap_or(i64::MAX);
                    (indices.start as i64).saturating_add(at.saturating_mul(indices.step as i64))
                });
                let picked: Vec<i64> = picked.collect();
                return self.picked(py, &picked, Columns::ALL);
            }
            let start = self.range.start.saturating_add_signed(indices.start as i64);
            let end = start.saturating_add(indices.slicelength as u64);
            return Ok(self.part(start..end).into_pyobject(py)?.into_any());
        }
        if let Ok(numbers) = Numbers::of(key) {
            return self.picked(py, &numbers.0, Columns::ALL);
        }
        let Index(at) = key.extract()?;
        let game = self.one(py, at, Columns::ALL)?;
        Ok(game.into_pyobject(py)?.into_any())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Games> {
        self.found(py, None, Columns::ALL, 1)
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

    /// Where the texts of the whole archive come from: for each text a :class:`Provenance`, or ``None`` if the archive does not record it.
    #[getter]
    fn provenance(&self, py: Python<'_>) -> PyResult<Vec<Option<Provenance>>> {
        let opened = self.opened()?;
        let records = py.detach(|| opened.inner().provenance());
        let records = records.map_err(|error| error::reading(&opened.name, error))?;
        Ok(records
            .into_iter()
            .map(|of| of.as_ref().map(Provenance::of))
            .collect())
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
        let by_url = || opened.url.clone().map(PathOrUrl::Url);
        let by_path = opened.path.clone().map(PathOrUrl::Path);
        let Some(path) = by_path.or_else(by_url) else {
            let what = "only an archive that was opened by its path or URL can be pickled";
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

/// What opens an archive again.
#[derive(IntoPyObject)]
enum PathOrUrl {
    Path(PathBuf),
    Url(String),
}

/// The arguments of `reopen`.
type Reopened<'py> = (
    PathOrUrl,
    u64,
    u64,
    bool,
    Vec<Bound<'py, PyBytes>>,
    String,
    bool,
);
