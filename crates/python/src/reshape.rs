//! Archives made of archives.

use crate::coding;
use crate::convert::{failed, reading, result};
use crate::error;
use crate::folder::Folder;
use crate::parts;
use crate::report::{Report, Reshaped};
use crate::run::{Stop, Stopping, run};
use crate::source::{Given, Handle};
use crate::target::{Sink, Target};
use pgnz::{
    Archive, CompressOptions, DuplicatesBy, Error, Filter, Keep, Part, Repaired, Reshape, Rule,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// A source that is read no further when nobody waits any more.
type Source = Stopping<Handle>;

/// The options of a function that makes archives of archives.
pub struct Job {
    stop: Stop,
    names: Vec<String>,
    sources: Vec<Source>,
    filter: Filter,
    numbers: Option<Vec<u64>>,
    options: CompressOptions,
    /// The folder for temporary files: that of the result, where it has one.
    folder: Option<PathBuf>,
}

impl Job {
    pub fn new(
        py: Python<'_>,
        sources: &Bound<'_, PyAny>,
        r#where: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = coding::options(py, options)?;
        let filter = parts::filter(r#where)?.unwrap_or_default();
        let (_, given) = Given::several(sources)?;
        let stop = Stop::default();
        let (mut names, mut sources) = (Vec::new(), Vec::new());
        for given in given {
            names.push(given.name());
            let (_, source) = given.open(py)?;
            let stop = stop.clone();
            sources.push(Stopping { source, stop });
        }
        Ok(Self {
            stop,
            names,
            sources,
            filter,
            numbers: None,
            options,
            folder: None,
        })
    }

    /// Only games with these numbers, if any are given.
    pub fn numbers(self, numbers: Option<Vec<u64>>) -> Self {
        Self { numbers, ..self }
    }

    fn beside(mut self, dst: Option<&Bound<'_, PyAny>>) -> Self {
        let path = dst.and_then(|dst| dst.extract::<PathBuf>().ok());
        let folder = path.and_then(|path| path.parent().map(PathBuf::from));
        self.folder = folder.filter(|folder| folder.is_dir());
        self
    }

    /// The games of the sources.
    fn reshape(self) -> Result<Reshape<Source>, Error> {
        let mut archives = Vec::new();
        for (source, name) in self.sources.into_iter().zip(&self.names) {
            let archive = Archive::open(source);
            archives.push(archive.map_err(|error| error.in_file(name))?);
        }
        let reshape = Reshape::new(archives)?.names(self.names);
        let mut reshape = reshape.only(self.filter).options(self.options);
        if let Some(numbers) = self.numbers {
            reshape = reshape.numbers(numbers)?;
        }
        Ok(match self.folder {
            Some(folder) => reshape.temporary(folder),
            None => reshape,
        })
    }

    /// Writes one archive.
    pub fn write<'py>(
        self,
        py: Python<'py>,
        dst: Option<&Bound<'py, PyAny>>,
        overwrite: bool,
        write: impl FnOnce(&mut Reshape<Source>, &mut Sink) -> Result<pgnz::Reshaped, Error>
        + Send
        + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (target, mut sink) = Target::of(dst, overwrite, &self.stop)?;
        let (stop, job) = (self.stop.clone(), self.beside(dst));
        let done = run(py, stop, None, move |_| {
            let made = write(&mut job.reshape()?, &mut sink)?;
            sink.check(made.games_out)?;
            Ok((sink, made))
        })?;
        let (sink, made) = done.map_err(|error| failed("", error))?;
        let made = Reshaped::of(&made).into_pyobject(py)?.into_any();
        result(py, target, sink, made)
    }
}

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
    let job = Job::new(py, sources, None, options)?;
    job.write(py, dst, overwrite, move |reshape, sink| match repack {
        true => reshape.repack(sink),
        false => reshape.merge(sink),
    })
}

/// Makes an archive of the games for which ``where`` (an expression of docs/filters.md) is true, in their order.
///
/// With ``numbers``, which count from 0 over all sources, only those games; ``where`` may be ``None`` then. The text of each game stays as it is.
/// The other arguments are those of :func:`merge`.
#[pyfunction]
#[pyo3(signature = (sources, r#where=None, dst=None, *, numbers=None, overwrite=false, **options))]
pub fn filter<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    r#where: Option<&str>,
    dst: Option<&Bound<'py, PyAny>>,
    numbers: Option<Vec<u64>>,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::new(py, sources, r#where, options)?.numbers(numbers);
    job.write(py, dst, overwrite, |reshape, sink| reshape.filter(sink))
}

/// Makes an archive of the games in the order of fields: ``by`` has names with commas between, the most important first, each with ``-`` before it
/// for the reverse order; ``tag:NAME`` is a tag. Games without a value come last, and games that compare equal keep their order.
///
/// Only games for which ``where`` is true are taken. The other arguments are those of :func:`merge`.
#[pyfunction]
#[pyo3(signature = (sources, by, dst=None, *, r#where=None, overwrite=false, **options))]
pub fn sort<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    by: String,
    dst: Option<&Bound<'py, PyAny>>,
    r#where: Option<&str>,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::new(py, sources, r#where, options)?;
    job.write(py, dst, overwrite, move |reshape, sink| {
        reshape.sort(&by, sink)
    })
}

/// Makes an archive of ``size`` games drawn at random, in their order; the same ``seed`` draws the same games, as ``pgnz sample`` does.
///
/// Only games for which ``where`` is true are drawn. The other arguments are those of :func:`merge`.
#[pyfunction]
#[pyo3(signature = (sources, size, dst=None, *, seed=None, r#where=None, overwrite=false, **options))]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn sample<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    size: usize,
    dst: Option<&Bound<'py, PyAny>>,
    seed: Option<u64>,
    r#where: Option<&str>,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let seed = seed_or_any(py, seed)?;
    let job = Job::new(py, sources, r#where, options)?;
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
#[pyo3(signature = (sources, dst=None, *, by="usual", keep="first", strict=false, r#where=None, overwrite=false, **options))]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn dedupe<'py>(
    py: Python<'py>,
    sources: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    by: &str,
    keep: &str,
    strict: bool,
    r#where: Option<&str>,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = rule(by, keep, strict)?;
    let job = Job::new(py, sources, r#where, options)?;
    job.write(py, dst, overwrite, move |reshape, sink| {
        reshape.dedupe(rule, sink)
    })
}

/// A game: the place of its source in the list, and its number there, both from 0.
type Place = (usize, u64);

/// The games that :func:`dedupe` would leave out: a list of pairs, the game and the one that stays for it. A game is the place of its source among
/// ``sources`` and its number there, both from 0.
#[pyfunction]
#[pyo3(signature = (sources, *, by="usual", keep="first", strict=false, r#where=None, threads=0))]
pub fn duplicates(
    py: Python<'_>,
    sources: &Bound<'_, PyAny>,
    by: &str,
    keep: &str,
    strict: bool,
    r#where: Option<&str>,
    threads: usize,
) -> PyResult<Vec<(Place, Place)>> {
    let rule = rule(by, keep, strict)?;
    let mut job = Job::new(py, sources, r#where, None)?;
    job.options = job.options.threads(threads);
    let done = run(py, job.stop.clone(), None, move |_| {
        let mut reshape = job.reshape()?;
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
#[pyo3(signature = (sources, by, folder, *, r#where=None, max_files=10_000, overwrite=false, **options))]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn split(
    py: Python<'_>,
    sources: &Bound<'_, PyAny>,
    by: &str,
    folder: PathBuf,
    r#where: Option<&str>,
    max_files: usize,
    overwrite: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(PathBuf, u64)>> {
    let by: Part = by
        .parse()
        .map_err(|wrong: Error| error::argument(wrong.to_string()))?;
    let mut job = Job::new(py, sources, r#where, options)?;
    job.folder = Some(folder.clone());
    let stop = job.stop.clone();
    let done = run(py, job.stop.clone(), None, move |_| {
        let mut reshape = job.reshape()?;
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
    let job = Job::new(py, copies, None, None)?;
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
