//! Iteration over games.

use crate::error;
use crate::game::Game;
use pgnz::{Columns, Found};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

/// How long a thread waits before it checks whether the user has pressed Ctrl-C.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// An iterator over games. Threads decode games in advance.
#[pyclass(frozen, module = "pgnz")]
pub struct Games {
    found: Mutex<Found>,
    parts: Columns,
    /// The name of the archive.
    archive: Arc<str>,
}

impl Games {
    pub fn new(found: Found, parts: Columns, archive: Arc<str>) -> Self {
        Self {
            found: Mutex::new(found),
            parts,
            archive,
        }
    }
}

#[pymethods]
impl Games {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    pub fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        // Mostly a game is there, and the interpreter need not be let go.
        let at_once = self.found.try_lock();
        let mut next = at_once.map_or(Poll::Pending, |mut found| found.next_within(Duration::ZERO));
        loop {
            match next {
                Poll::Ready(None) => return Ok(None),
                Poll::Ready(Some(Err(error))) => return Err(error::reading(&self.archive, error)),
                Poll::Ready(Some(Ok((number, game)))) => {
                    let archive = self.archive.clone();
                    return Ok(Some(Game::new(number, game, self.parts, archive)));
                }
                Poll::Pending => {
                    py.check_signals()?;
                    next = py.detach(|| {
                        let found = self.found.lock();
                        let mut found = found.unwrap_or_else(PoisonError::into_inner);
                        found.next_within(PATIENCE)
                    });
                }
            }
        }
    }
}
