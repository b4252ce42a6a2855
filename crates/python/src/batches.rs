//! Batches of positions as arrays.

use crate::error;
use crate::games::PATIENCE;
use crate::planes::{MOVES, PLANES, View};
use crate::value::array;
use pgnz::{Error, Found, Game};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

/// So many games are taken before it is checked whether the user has pressed Ctrl-C.
const GAMES: usize = 256;

/// What a batch has of each position.
#[derive(Clone)]
pub struct Wanted {
    pub size: usize,
    pub plies: RangeInclusive<usize>,
    pub view: View,
    pub masks: bool,
}

/// An iterator over batches of positions. Threads decode games in advance.
#[pyclass(frozen, module = "pgnz")]
pub struct Batches {
    state: Mutex<State>,
    wanted: Wanted,
    /// The name of the archive.
    archive: Arc<str>,
}

struct State {
    found: Found,
    rows: Rows,
    is_done: bool,
}

/// The rows of the next batch, and those of its last game that have no room there.
#[derive(Default)]
struct Rows {
    planes: Vec<u8>,
    masks: Vec<u8>,
    moves: Vec<i64>,
    results: Vec<f32>,
    games: Vec<i64>,
    plies: Vec<i64>,
}

impl Batches {
    pub fn new(found: Found, wanted: Wanted, archive: Arc<str>) -> Self {
        Self {
            state: Mutex::new(State {
                found,
                rows: Rows::default(),
                is_done: false,
            }),
            wanted,
            archive,
        }
    }

    /// Rows for a batch, or for the last one; `None` if there may be more and the interpreter has waited long enough.
    fn fill(&self) -> Result<Option<Rows>, Error> {
        let state = self.state.lock();
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        for _ in 0..GAMES {
            if state.is_done || state.rows.moves.len() >= self.wanted.size {
                return Ok(Some(state.rows.cut(self.wanted.size)));
            }
            match state.found.next_within(PATIENCE) {
                Poll::Pending => return Ok(None),
                Poll::Ready(None) => state.is_done = true,
                Poll::Ready(Some(found)) => {
                    let (number, game) = found?;
                    state.rows.add(number, &game, &self.wanted);
                }
            }
        }
        Ok(None)
    }
}

impl Rows {
    fn add(&mut self, number: u64, game: &Game, wanted: &Wanted) {
        let (view, is_chess960) = (wanted.view, game.is_chess960());
        let result = game.tags().result();
        let number = i64::try_from(number).map_or(i64::MAX, |number| number.saturating_add(1));
        let plies = game.positions().zip(&game.main_line().plies);
        for (at, (position, ply)) in plies.enumerate().take(wanted.plies.end().saturating_add(1)) {
            let Some(played) = ply.played.filter(|_| wanted.plies.contains(&at)) else {
                continue;
            };
            view.planes(&position, &mut self.planes);
            if wanted.masks {
                view.mask(&position, is_chess960, &mut self.masks);
            }
            let class = view.class(&position, played, is_chess960);
            self.moves.push(class as i64);
            self.results.push(view.result(&position, result));
            self.games.push(number);
            self.plies.push(at as i64);
        }
    }

    /// The first rows; the others stay.
    fn cut(&mut self, size: usize) -> Self {
        let size = size.min(self.moves.len());
        let masks = self.masks.len() / self.moves.len().max(1);
        Self {
            planes: first(&mut self.planes, PLANES * size),
            masks: first(&mut self.masks, masks * size),
            moves: first(&mut self.moves, size),
            results: first(&mut self.results, size),
            games: first(&mut self.games, size),
            plies: first(&mut self.plies, size),
        }
    }

    fn arrays<'py>(self, py: Python<'py>, has_masks: bool) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.moves.len();
        let wholes = |numbers: &[i64]| {
            let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
            array(py, "int64", &bytes)
        };
        let results: Vec<u8> = self.results.iter().flat_map(|n| n.to_ne_bytes()).collect();
        let batch = PyDict::new(py);
        let planes = array(py, "uint8", &self.planes)?;
        batch.set_item("planes", planes.call_method1("reshape", (rows, 12, 8, 8))?)?;
        batch.set_item("moves", wholes(&self.moves)?)?;
        batch.set_item("results", array(py, "float32", &results)?)?;
        if has_masks {
            let masks = array(py, "bool", &self.masks)?;
            batch.set_item("masks", masks.call_method1("reshape", (rows, MOVES))?)?;
        }
        batch.set_item("games", wholes(&self.games)?)?;
        batch.set_item("plies", wholes(&self.plies)?)?;
        Ok(batch)
    }
}

fn first<T>(all: &mut Vec<T>, size: usize) -> Vec<T> {
    let rest = all.split_off(size.min(all.len()));
    std::mem::replace(all, rest)
}

#[pymethods]
impl Batches {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            let rows = py.detach(|| self.fill());
            let rows = rows.map_err(|error| error::reading(&self.archive, error))?;
            match rows {
                None => py.check_signals()?,
                Some(rows) if rows.moves.is_empty() => return Ok(None),
                Some(rows) => return rows.arrays(py, self.wanted.masks).map(Some),
            }
        }
    }
}
