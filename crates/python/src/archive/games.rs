//! Games of an archive: one by one, those that pass a filter, drawn at random, and as text.

use super::Archive;
use crate::batches::{Batches, Wanted};
use crate::error;
use crate::game::Game;
use crate::games::Games;
use crate::parts::{self, Index, Names};
use crate::planes::View;
use crate::reshape::seed_or_any;
use crate::text::Text;
use pgnz::{Columns, Filter, Search};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::ops::Range;

impl Archive {
    pub(super) fn found(
        &self,
        py: Python<'_>,
        filter: Option<Filter>,
        parts: Columns,
        threads: usize,
    ) -> PyResult<Games> {
        let opened = self.opened()?;
        let search = opened.search(py, filter, parts, threads)?;
        let found = py.detach(|| opened.inner().search(self.range.clone(), search));
        let found = found.map_err(|error| error::reading(&opened.name, error))?;
        Ok(Games::new(found, parts, opened.name.clone()))
    }

    /// The game at an index, which is negative from the end.
    pub(super) fn one(&self, py: Python<'_>, at: i64, parts: Columns) -> PyResult<Game> {
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

    /// The games at these indices, in this order; they are read in the order of the archive, so each group is decoded once.
    pub(super) fn picked<'py>(
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
}

#[pymethods]
impl Archive {
    /// An iterator over the games for which ``where`` (an expression of docs/filters.md) is true. An index (``pgnz index``) beside the archive
    /// is used to find them.
    ///
    /// ``columns`` names the attributes that are needed: the others need not be decoded, and reading them is an error. ``"tags"`` are the
    /// tags that need no moves, which are read ten times as fast; ``"all_tags"`` are all tags. ``threads`` threads (0: one for each core) decode in
    /// advance of the loop, each at most two blocks of some thousand games.
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
        if r#where.is_none() {
            self.opened()?;
            return Ok(self.range.end - self.range.start);
        }
        let columns = Columns::TAGS;
        self.summed(
            py,
            r#where,
            columns,
            threads,
            |archive, range, mut search| {
                let sure = search.take_sure(range.clone());
                let mut found = archive.search(range, search)?;
                found.try_fold(sure, |count, game| game.map(|_| count + 1))
            },
        )
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

    /// The positions in which a move was played, of the games for which ``where`` is true, in batches of ``size`` (the last one may be smaller): an
    /// iterator over dictionaries of arrays, which numpy and PyTorch take without a copy.
    ///
    /// ``planes`` (``uint8``, size × 12 × 8 × 8) are as for ``game.planes``, ``moves`` (``int64``) as for ``game.targets``; ``results`` (``float32``) are 1 for a
    /// win of White, 0 for a draw, -1 for a win of Black, NaN if unknown; with ``view="mover"`` all three are those of the player to move. ``games`` is the
    /// number of the game, from 1, and ``plies`` the number of plies before the move. With ``masks``, ``masks`` (``bool``, size × 4,672) are the legal
    /// moves as for ``game.legal_mask``. ``ply`` is the first and the last number of plies to take, such as ``(10, 80)``. Memory is that of a batch.
    #[pyo3(signature = (size=1024, r#where=None, *, ply=None, view="white", masks=false, threads=0))]
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
}
