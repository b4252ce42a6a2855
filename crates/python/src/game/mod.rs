//! One game.

mod conversions;
mod positions;

use crate::decoded::Decoded;
use crate::line;
use crate::parts;
use crate::tags::{self, Tags};
use crate::value;
use pgnz::{Column, Columns};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

/// One game. Every column of docs/export.md is an attribute: ``white``, ``black_rating``, ``result``, ``date``, ``eco``, ``clocks``, …
///
/// A value that the game does not have is ``None``. Lists of numbers are NumPy arrays of ``float64`` with one item for each ply (a move by one
/// player), and NaN for a ply without a value. An attribute that was not decoded, because ``columns`` did not name it, raises
/// :class:`pgnz.NotDecodedError`, which is an ``AttributeError``, too.
#[pyclass(frozen, module = "pgnz")]
pub struct Game {
    decoded: Arc<Decoded>,
    /// The number of the game, from 1.
    number: u64,
}

impl Game {
    /// A game of the archive with this name, of which these parts are decoded; `number` counts from 0.
    pub fn new(number: u64, game: pgnz::Game, parts: Columns, archive: Arc<str>) -> Self {
        let decoded = Decoded {
            game,
            parts,
            archive,
        };
        Self {
            decoded: Arc::new(decoded),
            number: number.saturating_add(1),
        }
    }

    /// A game that belongs to no archive.
    pub fn alone(game: pgnz::Game) -> Self {
        Self::new(0, game, Columns::ALL, "".into())
    }

    /// The game, if all of it was decoded.
    pub fn whole(&self) -> PyResult<&pgnz::Game> {
        self.decoded.check("line")?;
        Ok(&self.decoded.game)
    }

    /// The value of a column; every other name is an `AttributeError`.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let columns =
            Column::parse(name).map_err(|wrong| PyAttributeError::new_err(wrong.to_string()))?;
        let [column] = &columns[..] else {
            let what = format!("a game has no attribute '{name}'");
            return Err(PyAttributeError::new_err(what));
        };
        self.decoded.check(name)?;
        value::of(py, column, self.number, &self.decoded)
    }
}

/// The columns of a game and what they mean, from which its attributes are made.
#[pyfunction]
pub fn columns() -> Vec<(&'static str, String)> {
    Column::described().collect()
}

#[pymethods]
impl Game {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if name.starts_with('_') || name.contains(',') {
            return Err(PyAttributeError::new_err(name.to_owned()));
        }
        // What has a getter comes here where that has raised an `AttributeError`.
        if parts::is_part(name) {
            self.decoded.check(name)?;
        }
        self.column(py, name)
    }

    /// The value of any column by its name, including ``tag:NAME``.
    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, name)
    }

    /// The number of the game in its archive, from 1, as for ``pgnz cat --game``.
    #[getter]
    fn number(&self) -> u64 {
        self.number
    }

    /// The tag pairs, as a mapping from names to values.
    #[getter]
    fn tags(&self) -> Tags {
        Tags::of(self.decoded.clone())
    }

    /// The moves of the main line in standard algebraic notation: a list of ``str``.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "moves_san")
    }

    /// The moves of the main line in UCI notation, ``0000`` for a null move: a list of ``str``.
    #[getter]
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "moves_uci")
    }

    /// The index of each move among the legal moves, from 0, in the order that archives use; -1 for a null move: an array of ``int32``.
    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "moves_index")
    }

    /// The numeric annotation glyphs after each ply of the main line: a list of lists of ``int``; ``!``, ``?``, ``!!``, ``??``, ``!?`` and
    /// ``?!`` are 1 to 6.
    #[getter]
    fn nags(&self) -> PyResult<Vec<Vec<u16>>> {
        self.decoded.check("nags")?;
        let plies = self.decoded.game.main_line().plies.iter();
        Ok(plies.map(|ply| ply.nags.clone()).collect())
    }

    /// The comments after each ply of the main line, with commands such as ``[%clk 0:03:00]``, several with a space between: a list of
    /// ``str``, or ``None`` for a ply without a comment.
    #[getter]
    fn comments(&self) -> PyResult<Vec<Option<String>>> {
        self.decoded.check("comments")?;
        let plies = self.decoded.game.main_line().plies.iter();
        Ok(plies.map(|ply| comment(&ply.comments)).collect())
    }

    /// The comments before the first move, several with a space between: ``str`` or ``None``.
    #[getter]
    fn comment(&self) -> PyResult<Option<String>> {
        self.decoded.check("comments")?;
        Ok(comment(&self.decoded.game.main_line().comments))
    }

    /// The main line as a :class:`Line`: its moves with their comments, annotations and variations as values. Each call makes it anew; to change a
    /// game, there is :class:`GameBuilder`.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.whole()?;
        line::line(py, game.main_line(), game.is_chess960())
    }

    /// The number of variations, with those inside of others.
    #[getter]
    fn variation_count(&self) -> PyResult<usize> {
        self.decoded.check("variations")?;
        Ok(variations(self.decoded.game.main_line()))
    }

    /// The exact PGN of the game as ``str``; bytes that are not UTF-8 are read as Latin-1.
    #[getter]
    fn text(&self) -> PyResult<Cow<'_, str>> {
        self.decoded.check("text")?;
        Ok(tags::text(self.decoded.game.text()))
    }

    /// The exact PGN of the game as ``bytes``; UTF-8 if the file was UTF-16.
    #[getter]
    fn raw(&self) -> PyResult<&[u8]> {
        self.decoded.check("text")?;
        Ok(self.decoded.game.text())
    }
}

/// The texts of comments.
fn comment(comments: &[pgnz::Comment]) -> Option<String> {
    let texts: Vec<_> = comments.iter().map(|one| tags::text(&one.text)).collect();
    (!texts.is_empty()).then(|| {
        texts
            .iter()
            .map(|text| text.trim())
            .collect::<Vec<_>>()
            .join(" ")
    })
}

/// The number of variations of a line.
fn variations(line: &pgnz::Line) -> usize {
    let mut count = 0;
    let mut lines = vec![line];
    while let Some(line) = lines.pop() {
        let of_plies = line.plies.iter().flat_map(|ply| &ply.variations);
        let before = lines.len();
        lines.extend(line.variations.iter().chain(of_plies));
        count += lines.len() - before;
    }
    count
}
