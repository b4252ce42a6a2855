//! What an archive and its slices share.

use crate::error;
use crate::source::{Given, Handle, Source};
use pgnz::{ExpandOptions, Model};
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
    /// The value of the column `path`; errors begin with it.
    pub name: Arc<str>,
    /// The networks that were given.
    pub models: Vec<Vec<u8>>,
    pub keep_going: bool,
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
        name: Option<String>,
    ) -> PyResult<(Self, u64)> {
        let path = match &given {
            Given::Path(path) => Some(path.clone()),
            _ => None,
        };
        let of_path = || path.as_ref().map(|path| path.to_string_lossy().into());
        let name = name.or_else(of_path).unwrap_or_default();
        let mut options = ExpandOptions::new().keep_going(keep_going);
        for bytes in &models {
            let model = py.detach(|| Model::from_bytes(bytes));
            options = options.model(model.map_err(error::of)?);
        }
        let (source, handle) = given.open(py)?;
        let archive = py.detach(|| pgnz::Archive::open_with(handle, &options));
        let archive = archive.map_err(|error| error::about(&name, error))?;
        let games = archive.len();
        let opened = Self {
            archive: Mutex::new(archive),
            source,
            is_closed: AtomicBool::new(false),
            path,
            name: name.into(),
            models,
            keep_going,
        };
        Ok((opened, games))
    }

    /// Must be called without holding the interpreter.
    pub fn inner(&self) -> MutexGuard<'_, pgnz::Archive<Handle>> {
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises an error if it is closed.
    pub fn check(&self) -> PyResult<()> {
        match self.is_closed.load(Ordering::Relaxed) {
            true => Err(closed()),
            false => Ok(()),
        }
    }

    /// Lets the file go, for all slices and for what was begun with them.
    pub fn close(&self, py: Python<'_>) {
        self.is_closed.store(true, Ordering::Relaxed);
        // What is read at the moment is read to its end.
        let input = py.detach(|| self.source.take());
        drop(input);
    }
}
