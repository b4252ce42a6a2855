//! Games that are made and changed.

use crate::chess_move::GivenMove;
use crate::error;
use crate::game::Game;
use crate::line;
use crate::position::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// A game that is being made or changed: its tags, its moves with comments, annotations and variations. ``to_pgn`` writes it in the export format of
/// the PGN standard.
///
/// ``line`` is its main line, a :class:`Line`, which may be changed: its plies, and their comments, annotations and variations, are lists. Whether
/// moves are legal is looked at when the game is written.
///
/// >>> builder = pgnz.GameBuilder()
/// >>> builder.tag("White", "Anna").tag("Result", "1-0").push("e4").comments.append("best by test")
/// >>> builder.push("e5").nags.append(2)
/// >>> builder.variation(1, "c5 Nf3")
/// <pgnz.Line: c5 Nf3>
/// >>> print(builder.to_pgn().splitlines()[-2])
/// 1. e4 {best by test} 1... e5 $2 (1... c5 2. Nf3) 1-0
/// >>> changed = pgnz.GameBuilder.edit(builder.build())
/// >>> changed.remove_tag("White"), changed.push("Nf3").uci
/// (True, 'g1f3')
/// >>> changed.build().moves
/// ['e4', 'e5', 'Nf3']
#[pyclass(module = "pgnz")]
pub struct GameBuilder {
    /// Its tags and its start; its moves are in `line`.
    builder: pgnz::GameBuilder,
    line: Py<PyAny>,
    is_chess960: bool,
}

impl GameBuilder {
    fn of(py: Python<'_>, mut builder: pgnz::GameBuilder, is_chess960: bool) -> PyResult<Self> {
        let moves = std::mem::take(builder.line_mut());
        Ok(Self {
            builder,
            line: line::line(py, &moves, is_chess960)?.unbind(),
            is_chess960,
        })
    }

    /// A builder with the moves only, so that one can be added.
    fn with_moves(&self, py: Python<'_>) -> PyResult<pgnz::GameBuilder> {
        let mut builder = self.builder.clone();
        line::read_moves(self.line.bind(py), &mut builder.line_mut().plies)?;
        Ok(builder)
    }

    fn whole(&self, py: Python<'_>) -> PyResult<pgnz::GameBuilder> {
        let mut builder = self.builder.clone();
        *builder.line_mut() = line::read(self.line.bind(py))?;
        Ok(builder)
    }
}

/// Moves in one text with spaces between, or in a list.
fn several(moves: &Bound<'_, PyAny>) -> PyResult<String> {
    if moves.is_instance_of::<PyString>() {
        return moves.extract();
    }
    let each = moves.try_iter().map_err(|_| {
        PyTypeError::new_err("moves are a list, or one str with spaces between the moves")
    })?;
    let texts = each.map(|one| one?.extract::<GivenMove>().map(GivenMove::text));
    Ok(texts.collect::<PyResult<Vec<String>>>()?.join(" "))
}

#[pymethods]
impl GameBuilder {
    /// A game without tags and moves, from the usual start.
    #[new]
    fn new(py: Python<'_>) -> PyResult<Self> {
        Self::of(py, pgnz::GameBuilder::new(), false)
    }

    /// A game, to change it; it stays as it is itself. Text that is not UTF-8 is read as Latin-1, and written in UTF-8.
    ///
    /// Raises :class:`Error` if the game has no playable start, or its moves cannot be read to their end: what cannot be read would be lost.
    #[classmethod]
    fn edit(class: &Bound<'_, PyType>, game: &Game) -> PyResult<Self> {
        let game = game.whole()?;
        let mut builder = pgnz::GameBuilder::edit(game).map_err(error::of)?;
        builder.make_utf8();
        Self::of(class.py(), builder, game.is_chess960())
    }

    /// Sets a tag, in place of those with this name. Returns the builder. Raises :class:`Error` if the name has other characters than ASCII letters,
    /// digits and ``_``, or the value a control character. The tags ``FEN``, ``SetUp`` and ``Variant`` are those of ``set_start``.
    fn tag<'py>(
        mut slf: PyRefMut<'py, Self>,
        name: &str,
        value: &str,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.builder.tag(name, value).map_err(error::of)?;
        Ok(slf)
    }

    /// Removes a tag. Returns whether there was one. Those that the export format demands are written in any case, with ``?`` as their value.
    fn remove_tag(&mut self, name: &str) -> bool {
        self.builder.remove_tag(name)
    }

    /// Sets the start position, a :class:`Position`, with its tags, and removes all moves.
    ///
    /// >>> builder = pgnz.GameBuilder()
    /// >>> builder.set_start(pgnz.Position.from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 7"))
    /// >>> builder.push("Kd8").san, builder.build().tags["SetUp"]
    /// ('Kd8', '1')
    fn set_start(&mut self, py: Python<'_>, start: &Position) -> PyResult<()> {
        let start = start.inner().clone();
        let is_chess960 = start.is_chess960();
        self.builder.set_start(start);
        self.line = line::line(py, &pgnz::Line::default(), is_chess960)?.unbind();
        self.is_chess960 = is_chess960;
        Ok(())
    }

    /// Adds a move to the main line: a :class:`Move`, or as ``Position.read_move`` reads it. Returns the :class:`Ply`, to annotate it.
    ///
    /// Raises :class:`Error` if the move is not legal.
    fn push<'py>(&self, py: Python<'py>, r#move: GivenMove) -> PyResult<Bound<'py, PyAny>> {
        let mut builder = self.with_moves(py)?;
        let added = builder.push(&r#move.text()).map_err(error::of)?;
        let ply = line::ply(py, added, self.is_chess960)?;
        let plies = self.line.bind(py).getattr("plies")?;
        plies.call_method1("append", (&ply,))?;
        Ok(ply)
    }

    /// Adds a variation that begins in place of the ply with this number, from 0: ``moves`` in a list, or in one text with spaces between. Returns
    /// the :class:`Line`, to annotate it.
    ///
    /// Raises :class:`Error` if there is no such ply, or a move is not legal.
    fn variation<'py>(
        &self,
        py: Python<'py>,
        ply: usize,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut builder = self.with_moves(py)?;
        let added = builder
            .variation(ply, &several(moves)?)
            .map_err(error::of)?;
        let line = line::line(py, added, self.is_chess960)?;
        let of = self.line.bind(py).getattr("plies")?.get_item(ply)?;
        of.getattr("variations")?.call_method1("append", (&line,))?;
        Ok(line)
    }

    /// The main line, which may be changed or replaced.
    #[getter]
    fn line(&self, py: Python<'_>) -> Py<PyAny> {
        self.line.clone_ref(py)
    }

    #[setter]
    fn set_line(&mut self, line: &Bound<'_, PyAny>) -> PyResult<()> {
        // What is no line is told at once.
        line::read(line)?;
        self.line = line.clone().unbind();
        Ok(())
    }

    /// The game as PGN, in the export format of the standard: the seven tags that every game has come first; lines have at most 79 bytes where a
    /// single word is not longer; a blank line follows the tags and the moves.
    ///
    /// Raises :class:`Error` if a move is not legal, a comment has ``}`` and a line end, variations are nested more than 200 deep, or the text would not
    /// be read as the same game.
    fn to_pgn(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.whole(py)?.to_pgn().map_err(error::of)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The game as a :class:`Game`. Raises :class:`Error` as for ``to_pgn``.
    fn build(&self, py: Python<'_>) -> PyResult<Game> {
        let game = self.whole(py)?.build().map_err(error::of)?;
        Ok(Game::alone(game))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<pgnz.GameBuilder: {} plies>",
            self.line.bind(py).len()?
        ))
    }
}
