//! The index beside an archive.

use crate::error;
use crate::opened::Opened;
use crate::run::{Stop, run};
use crate::source::Given;
use crate::target::Target;
use pgnz::{IndexMoves, Search};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Writes the index of an archive beside it (docs/index.md), which makes searches faster, and returns the path of the index. With ``moves``, it holds
/// all moves. An index that is there is replaced.
///
/// ``archive`` is a path; ``models`` are as for :func:`open`.
#[pyfunction]
#[pyo3(signature = (archive, *, moves=false, threads=0, models=Vec::new()))]
pub fn index(
    py: Python<'_>,
    archive: PathBuf,
    moves: bool,
    threads: usize,
    models: Vec<Vec<u8>>,
) -> PyResult<PathBuf> {
    let (opened, _) = Opened::open(py, Given::Path(archive.clone()), models, false, false, None)?;
    let moves = match moves {
        true => IndexMoves::AllMoves,
        false => IndexMoves::FirstMoves,
    };
    let mut path = archive.into_os_string();
    path.push(".parquet");
    let stop = Stop::default();
    let dst = path.as_os_str().into_pyobject(py)?;
    let (target, mut sink) = Target::of(Some(&dst.into_any()), true, &stop)?;
    let mut archive = py.detach(|| opened.fork());
    let done = run(py, stop, None, move |_| {
        let done = archive.write_index(moves, &Search::new().threads(threads), &mut sink);
        done.map(|_| sink)
    })?;
    let sink = done.map_err(|error| error::reading(&opened.name, error))?;
    target.finish(py, sink)?;
    Ok(path.into())
}
