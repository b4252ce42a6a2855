//! Archives made of archives.

use crate::convert::{failed, reading, result};
use crate::error;
use crate::folder::Folder;
use crate::job::{Chosen, Job};
use crate::report::Report;
use crate::run::run;
use crate::target::Target;
use pgnz::{DuplicatesBy, Error, Keep, Part, Repaired, Rule};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// Puts archives together, one after the other, without compressing anything again.
///
/// ``sources`` are paths, URLs, bytes or file objects in a list, or one of them. Without ``dst`` the archive is returned as bytes, otherwise a
/// :class:`Reshaped`. The other options are those of :func:`compress`. Files that were compressed together keep their names. With ``repack``, blocks
/// that are not full are put together, and their games are compressed again: for archives that were written as games came.
#[pyfunction]
#[pyo3(signature = (sources, dst=None, *, repack=false, overwrite=false, **options))]
pub fn merge<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    repack: bool,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::new(py, sources, Chosen::default(), options)?;
    job.write(py, dst, overwrite, move |reshape, sink| match repack {
        true => reshape.repack(sink),
        false => reshape.merge(sink),
    })
}

/// Makes an archive of the games for which ``where`` (an expression of docs/filters.md) is true, in their order.
///
/// With ``numbers``, which count from 0 over all sources, only those games; ``where`` may be ``None`` then. The text of each game stays as it is.
/// An index (``pgnz index``) beside a source that is given by its path is used to find games; ``index=False`` uses none.
/// The other arguments are those of :func:`merge`.
#[pyfunction]
#[pyo3(signature = (sources, r#where=None, dst=None, *, numbers=None, index=true, overwrite=false, **options))]
pub fn filter<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    r#where: Option<&str>,
    dst: Option<&Bound<'py, PyAny>>,
    numbers: Option<Vec<u64>>,
    index: bool,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::new(py, sources, Chosen { r#where, index }, options)?.numbers(numbers);
    job.write(py, dst, overwrite, |reshape, sink| reshape.filter(sink))
}

/// Makes an archive of the games in the order of fields: ``by`` has names with commas between, the most important first, each with ``-`` before it
/// for the reverse order; ``tag:NAME`` is a tag. Games without a value come last, and games that compare equal keep their order.
///
/// Only games for which ``where`` is true are taken. The other arguments are those of :func:`merge`.
#[pyfunction]
#[pyo3(signature = (sources, by, dst=None, *, r#where=None, index=true, overwrite=false, **options))]
pub fn sort<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    by: String,
    dst: Option<&Bound<'py, PyAny>>,
    r#where: Option<&str>,
    index: bool,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::new(py, sources, Chosen { r#where, index }, options)?;
    job.write(py, dst, overwrite, move |reshape, sink| {
        reshape.sort(&by, sink)
    })
}

/// Makes an archive of ``size`` games drawn at random, in their order; the same ``seed`` draws the same games, as ``pgnz sample`` does.
///
/// Only games for which ``where`` is true are drawn. The other arguments are those of :func:`merge`.
#[pyfunction]
#[pyo3(signature = (sources, size, dst=None, *, seed=None, r#where=None, index=true, overwrite=false, **options))]
pub fn sample<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    size: usize,
    dst: Option<&Bound<'py, PyAny>>,
    seed: Option<u64>,
    r#where: Option<&str>,
    index: bool,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let seed = seed_or_any(py, seed)?;
    let job = Job::new(py, sources, Chosen { r#where, index }, options)?;
    job.write(py, dst, overwrite, move |reshape, sink| {
        reshape.sample(size, seed, sink)
    })
}

/// The seed, or one that Python draws.
pub fn seed_or_any(py: Python<'_>, seed: Option<u64>) -> PyResult<u64> {
    match seed {
        Some(seed) => Ok(seed),
        None => py
            .import("secrets")?
            .call_method1("randbits", (64,))?
            .extract(),
    }
}

/// Makes an archive without the games that are there more than once. :func:`duplicates` has the same ``by``, ``keep`` and ``strict``, and lists them.
///
/// ``by`` is ``"usual"``, ``"moves"``, ``"text"``, ``"id"`` or ``"prefix"``, ``keep`` is ``"first"``, ``"longest"`` or ``"most-annotated"``: see
/// ``pgnz dedupe --help``. With ``strict``, names and dates must be written alike. The other arguments are those of :func:`sort`.
#[pyfunction]
#[pyo3(signature = (sources, dst=None, *, by="usual", keep="first", strict=false, r#where=None, index=true, overwrite=false, **options))]
pub fn dedupe<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    by: &str,
    keep: &str,
    strict: bool,
    r#where: Option<&str>,
    index: bool,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = rule(by, keep, strict)?;
    let job = Job::new(py, sources, Chosen { r#where, index }, options)?;
    job.write(py, dst, overwrite, move |reshape, sink| {
        reshape.dedupe(rule, sink)
    })
}

/// A game: the place of its source in the list, and its number there, both from 0.
type Place = (usize, u64);

/// The games that :func:`dedupe` would leave out: a list of pairs, the game and the one that stays for it. A game is the place of its source among
/// ``sources`` and its number there, both from 0.
#[pyfunction]
#[pyo3(signature = (sources, *, by="usual", keep="first", strict=false, r#where=None, index=true, threads=0))]
pub fn duplicates(
    py: Python<'_>,
    sources: &Bound<'_, PyAny>,
    by: &str,
    keep: &str,
    strict: bool,
    r#where: Option<&str>,
    index: bool,
    threads: usize,
) -> PyResult<Vec<(Place, Place)>> {
    let rule = rule(by, keep, strict)?;
    let job = Job::new(py, sources, Chosen { r#where, index }, None)?.threads(threads);
    let done = run(py, job.stop.clone(), None, move |teller| {
        let mut reshape = job.reshape(teller)?;
        let found = reshape.duplicates(rule)?;
        let archives = reshape.archives();
        let place = |game| archives.place(game).unwrap_or_default();
        let pairs = found.duplicates.iter();
        Ok(pairs
            .map(|pair| (place(pair.dropped), place(pair.kept)))
            .collect())
    })?;
    done.map_err(|error: Error| failed("", error))
}

fn rule(by: &str, keep: &str, strict: bool) -> PyResult<Rule> {
    let by = match by {
        "usual" => DuplicatesBy::Usual,
        "moves" => DuplicatesBy::Moves,
        "text" => DuplicatesBy::Text,
        "id" => DuplicatesBy::Id,
        "prefix" => DuplicatesBy::Prefix,
        _ => {
            let what = "games are duplicates by usual, moves, text, id or prefix";
            return Err(error::argument(what));
        }
    };
    let keep = match keep {
        "first" => Keep::First,
        "longest" => Keep::Longest,
        "most-annotated" => Keep::MostAnnotated,
        _ => {
            let what = "of duplicates, first, longest or most-annotated is kept";
            return Err(error::argument(what));
        }
    };
    Ok(Rule { by, keep, strict })
}

/// Divides games among several archives in a folder, which is created if necessary. Returns the path of each archive with the number of its games.
///
/// ``by`` is ``"year"``, ``"month"``, ``"player"``, ``"event"``, ``"eco"``, ``"studies"``, ``"games=N"`` or ``"size=S"`` (such as ``size=100MiB`` of text). If there would
/// be more than ``max_files``, nothing is written. An archive gets its name only when it is complete. The other arguments are those of
/// :func:`sort`.
#[pyfunction]
#[pyo3(signature = (sources, by, folder, *, r#where=None, max_files=10_000, index=true, overwrite=false, **options))]
pub fn split(
    py: Python<'_>,
    sources: &Bound<'_, PyAny>,
    by: &str,
    folder: PathBuf,
    r#where: Option<&str>,
    max_files: usize,
    index: bool,
    overwrite: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(PathBuf, u64)>> {
    let by: Part = by
        .parse()
        .map_err(|wrong: Error| error::argument(wrong.to_string()))?;
    let mut job = Job::new(py, sources, Chosen { r#where, index }, options)?;
    job.folder = Some(folder.clone());
    let stop = job.stop.clone();
    let done = run(py, job.stop.clone(), None, move |teller| {
        let mut reshape = job.reshape(teller)?;
        let parts = reshape.parts(by)?;
        let mut folder = Folder::new(folder, &parts, overwrite, stop);
        folder.refuse(max_files)?;
        let done = reshape.split(&parts, &mut folder);
        done.map(|_| folder.done)
    })?;
    done.map_err(|error| failed("", error))
}

/// Makes an undamaged archive of the undamaged blocks of a damaged one, or of several copies of it.
///
/// ``copies`` is a path, bytes or a file object, or a list of them. Without ``dst`` the archive is returned as bytes, otherwise a :class:`Report`,
/// whose ``damage`` lists what no copy has. ``threads``, ``memory`` and ``models`` are as for :func:`expand`.
#[pyfunction]
#[pyo3(signature = (copies, dst=None, *, threads=0, memory=None, models=Vec::new(), overwrite=false))]
pub fn repair<'py>(
    py: Python<'py>,
    copies: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    threads: usize,
    memory: Option<u64>,
    models: Vec<Vec<u8>>,
    overwrite: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = reading(py, threads, memory, &models)?;
    let job = Job::new(py, copies, Chosen::default(), None)?;
    let name = job.names.join(", ");
    let (target, mut sink) = Target::of(dst, overwrite, &job.stop)?;
    let done = run(py, job.stop.clone(), None, move |_| {
        let Repaired { report, .. } = pgnz::repair(job.sources, &mut sink, &options)?;
        sink.check(report.games)?;
        Ok((sink, report))
    })?;
    let (sink, report) = done.map_err(|error: Error| failed(&name, error))?;
    let report = Report::of(&report).into_pyobject(py)?.into_any();
    result(py, target, sink, report)
}
