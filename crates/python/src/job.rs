//! What the functions that make archives of archives share.

use crate::coding;
use crate::convert::{failed, result};
use crate::index;
use crate::parts;
use crate::report::Reshaped;
use crate::run::{Stop, Stopping, Teller, run};
use crate::source::{Given, Handle};
use crate::target::{Sink, Target};
use pgnz::{Archive, CompressOptions, Error, Filter, Reshape};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// A source that is read no further when nobody waits any more.
type Source = Stopping<Handle>;

/// The options of a function that makes archives of archives.
pub struct Job {
    pub stop: Stop,
    /// What errors call the sources.
    pub names: Vec<String>,
    pub sources: Vec<Source>,
    /// The paths of those sources beside which there may be an index.
    paths: Vec<Option<PathBuf>>,
    filter: Filter,
    numbers: Option<Vec<u64>>,
    options: CompressOptions,
    /// The threads on which an index is asked.
    threads: usize,
    /// The folder for temporary files: that of the result, where it has one.
    pub folder: Option<PathBuf>,
}

/// Which games a function takes.
#[derive(Clone, Copy, Default)]
pub struct Chosen<'a> {
    pub r#where: Option<&'a str>,
    /// Whether an index beside an archive is asked.
    pub index: bool,
}

impl Job {
    pub fn new(
        py: Python<'_>,
        sources: &Bound<'_, PyAny>,
        chosen: Chosen<'_>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let threads = coding::threads(options)?;
        let options = coding::options(py, options)?;
        let filter = parts::filter(chosen.r#where)?.unwrap_or_default();
        let (_, given) = Given::several(sources)?;
        let stop = Stop::default();
        let (mut names, mut sources, mut paths) = (Vec::new(), Vec::new(), Vec::new());
        for given in given {
            names.push(given.name());
            paths.push(match &given {
                Given::Path(path) if chosen.index => Some(path.clone()),
                _ => None,
            });
            let (_, source) = given.open(py)?;
            let stop = stop.clone();
            sources.push(Stopping { source, stop });
        }
        Ok(Self {
            stop,
            names,
            sources,
            paths,
            filter,
            numbers: None,
            options,
            threads,
            folder: None,
        })
    }

    /// Only games with these numbers, if any are given.
    pub fn numbers(self, numbers: Option<Vec<u64>>) -> Self {
        Self { numbers, ..self }
    }

    /// The same on this number of threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.options = self.options.threads(threads);
        self.threads = threads;
        self
    }

    fn beside(mut self, dst: Option<&Bound<'_, PyAny>>) -> Self {
        let path = dst.and_then(|dst| dst.extract::<PathBuf>().ok());
        let folder = path.and_then(|path| path.parent().map(PathBuf::from));
        self.folder = folder.filter(|folder| folder.is_dir());
        self
    }

    /// The games of the sources.
    pub fn reshape(self, teller: &Teller) -> Result<Reshape<Source>, Error> {
        let (mut archives, mut verdicts) = (Vec::new(), Vec::new());
        let sources = self.sources.into_iter().zip(self.paths);
        for ((source, path), name) in sources.zip(&self.names) {
            let archive = Archive::open(source);
            let mut archive = archive.map_err(|error| error.in_file(name))?;
            let path = path.filter(|_| !self.filter.is_empty());
            let ask =
                |path: PathBuf| index::ask(&mut archive, &path, &self.filter, self.threads, teller);
            verdicts.push(path.and_then(ask));
            archives.push(archive);
        }
        let stop = self.stop;
        let reshape = Reshape::new(archives)?.names(self.names);
        let reshape = reshape.verdicts(verdicts).options(self.options);
        let mut reshape = reshape
            .only(self.filter)
            .progress(move |_, _, _| stop.flow());
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
        let done = run(py, stop, None, move |teller| {
            let made = write(&mut job.reshape(teller)?, &mut sink)?;
            sink.check(made.games_out)?;
            Ok((sink, made))
        })?;
        let (sink, made) = done.map_err(|error| failed("", error))?;
        let made = Reshaped::of(&made).into_pyobject(py)?.into_any();
        result(py, target, sink, made)
    }
}
