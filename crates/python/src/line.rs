//! Moves with their comments, annotations and variations: between the values of the library and those of `pgnz/_line.py`.

use crate::chess_move::Move;
use crate::error;
use crate::tags::text;
use pgnz::Eval;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyType};

/// How deep variations may be nested: deeper than the library reads and writes them. What a caller has made may contain itself.
const MOST_DEPTH: usize = 256;

/// The class with this name.
fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "pgnz._line", name)
}

/// The classes `Line`, `Ply` and `Comment`.
fn line_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CELL, "Line")
}

fn ply_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CELL, "Ply")
}

fn comment_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CELL, "Comment")
}

/// A line as Python has it. In games of Chess960, UCI notation has castling as the king taking its own rook.
pub fn line<'py>(
    py: Python<'py>,
    line: &pgnz::Line,
    is_chess960: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let plies = line.plies.iter().map(|one| ply(py, one, is_chess960));
    let plies: Vec<_> = plies.collect::<PyResult<_>>()?;
    let parts = (
        plies,
        comments(py, &line.comments)?,
        lines(py, &line.variations, is_chess960)?,
        text(&line.unread),
    );
    line_class(py)?.call1(parts)
}

fn lines<'py>(
    py: Python<'py>,
    lines: &[pgnz::Line],
    is_chess960: bool,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    lines.iter().map(|one| line(py, one, is_chess960)).collect()
}

/// A ply as Python has it.
pub fn ply<'py>(
    py: Python<'py>,
    ply: &pgnz::Ply,
    is_chess960: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let parts = (
        ply.played.map(Move::of),
        PyList::new(py, &ply.nags)?,
        comments(py, &ply.comments)?,
        lines(py, &ply.variations, is_chess960)?,
    );
    let uci = match ply.played {
        Some(played) => played.to_uci(is_chess960),
        None => "0000".to_owned(),
    };
    let texts = pyo3::types::PyDict::new(py);
    texts.set_item(intern!(py, "san"), &ply.san)?;
    texts.set_item(intern!(py, "uci"), uci)?;
    ply_class(py)?.call(parts, Some(&texts))
}

fn comments<'py>(py: Python<'py>, comments: &[pgnz::Comment]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let comments = comments.iter().map(|comment| {
        let (centipawns, mate) = match comment.eval {
            Some(Eval::Centipawns(value)) => (Some(value), None),
            Some(Eval::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let (text, depth) = (text(&comment.text), comment.depth);
        let parts = (text, comment.clock, comment.spent, centipawns, mate, depth);
        comment_class(py)?.call1(parts)
    });
    comments.collect()
}

/// Reads a line that a caller has made or changed.
pub fn read(line: &Bound<'_, PyAny>) -> PyResult<pgnz::Line> {
    read_at(line, 0)
}

fn read_at(line: &Bound<'_, PyAny>, depth: usize) -> PyResult<pgnz::Line> {
    let py = line.py();
    if depth > MOST_DEPTH {
        return Err(error::argument("variations are nested too deeply"));
    }
    if !line.is_instance(line_class(py)?)? {
        let kind = line.get_type().name()?;
        let what = format!("a line is a pgnz.Line, not {kind}");
        return Err(PyTypeError::new_err(what));
    }
    let mut read = pgnz::Line::default();
    for ply in line.getattr(intern!(py, "plies"))?.try_iter()? {
        read.plies.push(pgnz::Ply::default());
        if let Some(last) = read.plies.last_mut() {
            read_ply(&ply?, last, depth)?;
        }
    }
    read_comments(line, &mut read.comments)?;
    read_variations(line, &mut read.variations, depth)?;
    let unread: String = line.getattr(intern!(py, "unread"))?.extract()?;
    read.unread = unread.into_bytes();
    Ok(read)
}

fn read_ply(ply: &Bound<'_, PyAny>, to: &mut pgnz::Ply, depth: usize) -> PyResult<()> {
    to.played = played(ply)?;
    to.nags = ply.getattr(intern!(ply.py(), "nags"))?.extract()?;
    read_comments(ply, &mut to.comments)?;
    read_variations(ply, &mut to.variations, depth)
}

/// The move of a ply; `None` for a null move.
fn played(ply: &Bound<'_, PyAny>) -> PyResult<Option<pgnz::Move>> {
    let py = ply.py();
    if !ply.is_instance(ply_class(py)?)? {
        let kind = ply.get_type().name()?;
        let what = format!("a line has pgnz.Ply, not {kind}");
        return Err(PyTypeError::new_err(what));
    }
    let played = ply.getattr(intern!(py, "played"))?;
    if played.is_none() {
        return Ok(None);
    }
    let Ok(played) = played.cast::<Move>() else {
        let kind = played.get_type().name()?;
        let what = format!("what a ply has played is a pgnz.Move or None, not {kind}");
        return Err(PyTypeError::new_err(what));
    };
    Ok(Some(played.get().inner()))
}

/// Adds the moves of a line, without what is written about them.
pub fn read_moves(line: &Bound<'_, PyAny>, to: &mut Vec<pgnz::Ply>) -> PyResult<()> {
    for ply in line.getattr(intern!(line.py(), "plies"))?.try_iter()? {
        let played = played(&ply?)?;
        to.push(pgnz::Ply::default());
        if let Some(last) = to.last_mut() {
            last.played = played;
        }
    }
    Ok(())
}

fn read_comments(of: &Bound<'_, PyAny>, to: &mut Vec<pgnz::Comment>) -> PyResult<()> {
    let py = of.py();
    for comment in of.getattr(intern!(py, "comments"))?.try_iter()? {
        let comment = comment?;
        let text = match comment.is_instance_of::<PyString>() {
            true => comment,
            false if comment.is_instance(comment_class(py)?)? => {
                comment.getattr(intern!(py, "text"))?
            }
            false => {
                let kind = comment.get_type().name()?;
                let what = format!("a comment is a pgnz.Comment or a text, not {kind}");
                return Err(PyTypeError::new_err(what));
            }
        };
        let text: String = text.extract()?;
        to.push(pgnz::Comment::default());
        if let Some(last) = to.last_mut() {
            last.text = text.into_bytes();
        }
    }
    Ok(())
}

fn read_variations(of: &Bound<'_, PyAny>, to: &mut Vec<pgnz::Line>, depth: usize) -> PyResult<()> {
    for line in of.getattr(intern!(of.py(), "variations"))?.try_iter()? {
        to.push(read_at(&line?, depth + 1)?);
    }
    Ok(())
}
