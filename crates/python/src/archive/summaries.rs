//! Statistics, openings and positions of the games of an archive.

use super::Archive;
use crate::error;
use crate::parts;
use crate::run::{Stop, run};
use crate::source::Handle;
use crate::summary;
use pgnz::{Columns, Plies, Root, Search};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Range;

impl Archive {
    /// What becomes of the games for which an expression is true, on a thread of its own.
    pub(super) fn summed<T: Send + 'static>(
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
}

/// Numbers of plies.
#[derive(FromPyObject)]
enum Depth {
    One(usize),
    /// The first and the last.
    Range(usize, usize),
}

#[pymethods]
impl Archive {
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
}
