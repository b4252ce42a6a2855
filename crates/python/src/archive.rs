//! Archives.

use crate::batches::{Batches, Wanted};
use crate::error;
use crate::game::Game;
use crate::games::Games;
use crate::opened::Opened;
use crate::parts::{self, Index, Names, Numbers};
use crate::planes::View;
use crate::provenance::Provenance;
use crate::report::{Block, Report};
use crate::reshape::seed_or_any;
use crate::run::{Stop, run};
use crate::scan::{Asked, Scan};
use crate::source::{Given, Handle};
use crate::summary;
use crate::target::Target;
use crate::text::Text;
use pgnz::{Column, Columns, Filter, Format, Model, Plies, Root, Search, Table};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySlice};
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

    /// What becomes of the games for which an expression is true, on a thread of its own.
    fn summed<T: Send + 'static>(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        columns: Columns,
        threads: usize,
        sum: impl FnOnce(&pgnz::Archive<Handle>, Range<u64>, Search) -> Result<T, pgnz::Error>
        + Send
        + 'static,
    ) -> PyResult<T> {
        let opened = self.opened()?;
        let stop = Stop::default();
        let search = opened.search(py, parts::filter(r#where)?, columns, threads)?;
        let search = search.stop(stop.flag());
        let (archive, range) = (py.detach(|| opened.fork()), self.range.clone());
        let done = run(py, stop, None, move |_| sum(&archive, range, search))?;
        done.map_err(|error| error::reading(&opened.name, error))
    }

    fn searched(&self, py: Python<'_>, search: Search, parts: Columns) -> PyResult<Games> {
        let opened = self.opened()?;
        let found = py.detach(|| opened.inner().search(self.range.clone(), search));
        let found = found.map_err(|error| error::reading(&opened.name, error))?;
        Ok(Games::new(found, parts, opened.name.clone()))
    }

    /// The game at an index, which is negative from the end.
    fn one(&self, py: Python<'_>, at: i64, parts: Columns) -> PyResult<Game> {
        let (opened, number) = (self.opened()?, self.number(at)?);
        let game = py.detach(|| {
            let mut archive = opened.inner();
            let mut games = archive.games(number..number + 1, parts)?;
            games.next().transpose()
        });
        let game = game.map_err(|error| error::reading(&opened.name, error))?;
        let game = game.ok_or_else(|| PyIndexError::new_err("there is no such game"))?;
        Ok(Game::new(number, game, parts, opened.name.clone()))
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

    /// The games at these indices, in this order; they are read in the order of the archive, so each group is decoded once.
    fn picked<'py>(
        &self,
        py: Python<'py>,
        at: &[i64],
        parts: Columns,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers = at.iter().map(|&at| self.number(at));
        let numbers: Vec<u64> = numbers.collect::<PyResult<_>>()?;
        let mut order: Vec<usize> = (0..at.len()).collect();
        order.sort_by_key(|&place| numbers[place]);
        let mut found: Vec<Option<Py<Game>>> = at.iter().map(|_| None).collect();
        for place in order {
            py.check_signals()?;
            found[place] = Some(Py::new(py, self.one(py, at[place], parts)?)?);
        }
        Ok(found.into_pyobject(py)?.into_any())
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
        let asked = Asked {
            filter,
            r#where: r#where.map(str::to_owned),
            threads,
            level: level.to_owned(),
        };
        Ok(Scan::new(archive, table, asked, names))
    }

    /// The game at an index from 0, of which only ``columns`` are decoded, as for ``games``: for tags alone, a tenth of the time.
    #[pyo3(signature = (at, columns=None))]
    fn game(&self, py: Python<'_>, at: Index, columns: Option<Names>) -> PyResult<Game> {
        let Index(at) = at;
        self.one(py, at, Names::parts(columns)?)
    }

    /// ``size`` games drawn at random from those for which ``where`` is true, in their order: a list. The same ``seed`` draws the same games, as
    /// ``pgnz sample`` does. ``columns`` and ``threads`` are as for ``games``.
    #[pyo3(signature = (size, *, seed=None, r#where=None, columns=None, threads=0))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        size: usize,
        seed: Option<u64>,
        r#where: Option<&str>,
        columns: Option<Names>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parts = Names::parts(columns)?;
        let seed = seed_or_any(py, seed)?;
        let drawn = self.summed(
            py,
            r#where,
            Columns::TAGS,
            threads,
            move |archive, range, search| archive.sample(range, search, size, seed),
        )?;
        let start = self.range.start;
        let places = drawn
            .into_iter()
            .map(|number| number.saturating_sub(start) as i64);
        self.picked(py, &places.collect::<Vec<_>>(), parts)
    }

    /// Statistics of the games for which ``where`` is true, as ``pgnz stats --json`` has them: a dictionary. With ``quick``, only what tags tell. The
    /// lists have the ``top`` greatest.
    #[pyo3(signature = (r#where=None, *, quick=false, top=10, threads=0))]
    fn stats<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&str>,
        quick: bool,
        top: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = if quick { Columns::TAGS } else { Columns::ALL };
        let found = self.summed(py, r#where, columns, threads, |archive, range, search| {
            archive.stats(range, search)
        })?;
        summary::stats(py, &found, top, quick)
    }

    /// Matches between engines, or other players, in the games for which ``where`` is true, as ``pgnz stats --engines --json`` has them: a
    /// dictionary with ratings, errors, results by pair and by opening pair, depth and speed. ``anchor`` is a name and its rating, such as
    /// ``("Stockfish 17", 3600)``; without it the mean rating is 0. Raises ``Error`` if the games have more than 1,000 players, or if
    /// the anchor cannot be rated.
    #[pyo3(signature = (r#where=None, *, anchor=None, threads=0))]
    fn engines<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&str>,
        anchor: Option<(String, f64)>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = self.summed(
            py,
            r#where,
            Columns::ALL,
            threads,
            |archive, range, search| archive.engines(range, search),
        )?;
        summary::engines(py, &found, anchor)
    }

    /// The moves that were played in a position, as ``pgnz tree --json`` has them: a dictionary. The position is that of the FEN ``position``, by
    /// any order of moves, or that after ``moves`` (such as ``"1. e4 c5"``), or the usual start.
    #[pyo3(signature = (moves=None, r#where=None, *, position=None, threads=0))]
    fn tree<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&str>,
        r#where: Option<&str>,
        position: Option<&str>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let root = match (position, moves) {
            (Some(_), Some(_)) => {
                return Err(error::argument(
                    "a tree is of a position or of moves, not both",
                ));
            }
            (Some(fen), None) => Root::of_position(fen),
            (None, Some(moves)) => Root::of_moves(moves),
            (None, None) => Ok(Root::start()),
        };
        let root = root.map_err(error::filter)?;
        let of = root.clone();
        let found = self.summed(
            py,
            r#where,
            Columns::ALL,
            threads,
            move |archive, range, search| archive.tree(range, search, &of),
        )?;
        summary::tree(py, &root, &found)
    }

    /// The positions that most games reach after ``ply`` plies, as ``pgnz positions --json`` has them: a dictionary. ``ply`` is a number, 0 for the
    /// start, or a pair of the first and the last number, each of which has a list. ``top`` is the length of a list; ``min_count`` leaves out
    /// positions that fewer games reach. At most 900,000 positions are kept, in about 400 MB; ``missed`` is the number of games by which the
    /// counts may be too small after that.
    #[pyo3(signature = (ply=Depth::One(10), r#where=None, *, top=10, min_count=1, threads=0))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        ply: Depth,
        r#where: Option<&str>,
        top: usize,
        min_count: u64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let plies = match ply {
            Depth::One(ply) => Plies::new(ply, ply),
            Depth::Range(first, last) if first <= last => Plies::new(first, last),
            Depth::Range(..) => {
                return Err(error::argument("the last ply is before the first"));
            }
        };
        let found = self.summed(
            py,
            r#where,
            Columns::ALL,
            threads,
            move |archive, range, search| archive.positions(range, search, plies),
        )?;
        summary::positions(py, &found, top, min_count)
    }

    /// The positions in which a move was played, of the games for which ``where`` is true, in batches of ``size`` (the last one may be smaller): an
    /// iterator over dictionaries of arrays, which numpy and PyTorch take without a copy.
    ///
    /// ``planes`` (``uint8``, size × 12 × 8 × 8) are as for ``game.planes``, ``moves`` (``int64``) as for ``game.targets``; ``results`` (``float32``) are 1 for a
    /// win of White, 0 for a draw, -1 for a win of Black, NaN if unknown; with ``view="mover"`` all three are those of the player to move. ``games`` is the
    /// number of the game, from 1, and ``plies`` the number of plies before the move. With ``masks``, ``masks`` (``bool``, size × 4,672) are the legal
    /// moves as for ``game.legal_mask``. ``ply`` is the first and the last number of plies to take, such as ``(10, 80)``. Memory is that of a batch.
    #[pyo3(signature = (size=1024, r#where=None, *, ply=None, view="white", masks=false, threads=0))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn batches(
        &self,
        py: Python<'_>,
        size: usize,
        r#where: Option<&str>,
        ply: Option<(usize, usize)>,
        view: &str,
        masks: bool,
        threads: usize,
    ) -> PyResult<Batches> {
        if size == 0 {
            return Err(error::argument("a batch needs at least one position"));
        }
        let (first, last) = ply.unwrap_or((0, usize::MAX));
        let wanted = Wanted {
            size,
            plies: first..=last,
            view: View::of(view)?,
            masks,
        };
        let opened = self.opened()?;
        let columns = Columns::TAGS | Columns::MOVES;
        let search = opened.search(py, parts::filter(r#where)?, columns, threads)?;
        let found = py.detach(|| opened.inner().search(self.range.clone(), search));
        let found = found.map_err(|error| error::reading(&opened.name, error))?;
        Ok(Batches::new(found, wanted, opened.name.clone()))
    }

    /// Writes the games for which ``where`` is true as a table to a file, and returns their number. ``format`` is ``"parquet"``, ``"arrow"``, ``"csv"``,
    /// ``"jsonl"`` or ``"uci"``, by default that of the name. ``columns``, ``threads`` and ``level`` are as for ``scan``.
    ///
    /// ``dst`` is a path or a file object. Raises ``FileExistsError`` unless ``overwrite`` is set.
    #[pyo3(signature = (dst, columns=None, r#where=None, *, format=None, threads=0, level="default", overwrite=false))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
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

    /// Where the texts of the whole archive come from: for each text a :class:`Provenance`, or ``None`` if the archive does not record it.
    #[getter]
    fn provenance(&self, py: Python<'_>) -> PyResult<Vec<Option<Provenance>>> {
        let opened = self.opened()?;
        let records = py.detach(|| opened.inner().provenance());
        let records = records.map_err(error::of)?.into_iter();
        Ok(records.map(|of| of.as_ref().map(Provenance::of)).collect())
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

/// Numbers of plies.
#[derive(FromPyObject)]
enum Depth {
    One(usize),
    /// The first and the last.
    Range(usize, usize),
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
