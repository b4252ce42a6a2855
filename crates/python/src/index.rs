//! The index beside an archive.

use crate::error;
use crate::opened::Opened;
use crate::run::{Stop, Teller, run};
use crate::source::Given;
use crate::target::Target;
use pgnz::{Archive, Filter, IndexMoves, IndexNotUsed, Search, Verdict};
use pyo3::prelude::*;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

/// What the index beside the archive at a path says of a filter, if there is one; warns of an index that is not used, as the program does.
pub fn ask<R: Read + Seek>(
    archive: &mut Archive<R>,
    path: &Path,
    filter: &Filter,
    threads: usize,
    teller: &Teller,
) -> Option<Vec<Verdict>> {
    match archive.ask_index(path, filter, threads) {
        Ok(verdicts) => verdicts,
        // What is missing in a damaged archive is in its report.
        Err(IndexNotUsed::DamagedArchive) => None,
        Err(why) => {
            let name = path.display();
            teller.warn(format!("{name}.parquet: {why}; pgnz index makes a new one"));
            None
        }
    }
}

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
