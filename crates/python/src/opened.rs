//! What an archive and its slices share.

use crate::error;
use crate::index;
use crate::run::{Stop, run};
use crate::source::{Given, Handle, Source};
use pgnz::{Columns, ExpandOptions, Filter, Model, Search, Verdict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An open archive.
pub struct Opened {
    archive: Mutex<pgnz::Archive<Handle>>,
    source: Source,
    is_closed: AtomicBool,
    pub path: Option<PathBuf>,
    /// The URL that it was opened by.
    pub url: Option<String>,
    /// The value of the column `path`; errors begin with it.
    pub name: Arc<str>,
    /// The networks that were given.
    pub models: Vec<Vec<u8>>,
    pub keep_going: bool,
    /// Whether the index beside it is used.
    pub index: bool,
}

/// The exception for an archive that is used after it was closed.
pub fn closed() -> PyErr {
    PyValueError::new_err("the archive is closed")
}

impl Opened {
    /// Opens an archive; returns the number of its games, too.
    pub fn open(
        py: Python<'_>,
        given: Given,
        models: Vec<Vec<u8>>,
        keep_going: bool,
        index: bool,
        name: Option<String>,
    ) -> PyResult<(Self, u64)> {
        let path = match &given {
            Given::Path(path) => Some(path.clone()),
            _ => None,
        };
        let url = match &given {
            Given::File(_, url) if !url.is_empty() => Some(url.clone()),
            _ => None,
        };
        let name = name.unwrap_or_else(|| given.name());
        let mut options = ExpandOptions::new().keep_going(keep_going);
        for bytes in &models {
            let model = py.detach(|| Model::from_bytes(bytes));
            options = options.model(model.map_err(error::of)?);
        }
        let (source, handle) = given.open(py)?;
        // A damaged archive is read from its beginning, which may take long.
        let opened = run(py, Stop::default(), None, move |_| {
            pgnz::Archive::open_with(handle, &options)
        });
        if opened.is_err() {
            py.detach(|| source.take());
        }
        let archive = opened?.map_err(|error| error::about(&name, error))?;
        let games = archive.len();
        let opened = Self {
            archive: Mutex::new(archive),
            source,
            is_closed: AtomicBool::new(false),
            path,
            url,
            name: name.into(),
            models,
            keep_going,
            index,
        };
        Ok((opened, games))
    }

    /// Must be called without holding the interpreter.
    pub fn inner(&self) -> MutexGuard<'_, pgnz::Archive<Handle>> {
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same archive for a thread of its own. Must be called without holding the interpreter.
    pub fn fork(&self) -> pgnz::Archive<Handle> {
        self.inner().fork()
    }

    /// Raises an error if it is closed.
    pub fn check(&self) -> PyResult<()> {
        match self.is_closed.load(Ordering::Relaxed) {
            true => Err(closed()),
            false => Ok(()),
        }
    }

    /// A search for games; `filter` is what the index beside the archive is asked.
    pub fn search(
        &self,
        py: Python<'_>,
        filter: Option<Filter>,
        columns: Columns,
        threads: usize,
    ) -> PyResult<Search> {
        let mut search = Search::new().columns(columns).threads(threads);
        if let Some(filter) = filter {
            if let Some(verdicts) = self.ask_index(py, &filter, threads)? {
                search = search.verdicts(verdicts);
            }
            search = search.filter(filter);
        }
        Ok(search)
    }

    /// What the index beside the archive says of a filter.
    fn ask_index(
        &self,
        py: Python<'_>,
        filter: &Filter,
        threads: usize,
    ) -> PyResult<Option<Vec<Verdict>>> {
        let Some(path) = self.path.clone().filter(|_| self.index) else {
            return Ok(None);
        };
        let mut archive = py.detach(|| self.fork());
        let filter = filter.clone();
        run(py, Stop::default(), None, move |teller| {
            index::ask(&mut archive, &path, &filter, threads, teller)
        })
    }

    /// Lets the file go, for all slices and for what was begun with them.
    pub fn close(&self, py: Python<'_>) {
        self.is_closed.store(true, Ordering::Relaxed);
        // What is read at the moment is read to its end.
        let input = py.detach(|| self.source.take());
        drop(input);
    }
}
