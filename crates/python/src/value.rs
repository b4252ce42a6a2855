//! Values of games as Python has them: numbers in NumPy, texts, dates.

use crate::decoded::Decoded;
use export::{Day, Item, Rows, Type, Value};
use pgnz::{Column, Game, Level, Model};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyDateTime, PyList};

/// A column of a game, with the lists of numbers as NumPy arrays: what a ply does not tell is NaN, and so are all plies of a game that
/// tells nothing. Indices of moves are whole numbers, -1 for a null move.
pub fn of<'py>(
    py: Python<'py>,
    column: &Column,
    number: u64,
    decoded: &Decoded,
) -> PyResult<Bound<'py, PyAny>> {
    let game = &decoded.game;
    let rows = Rows::new(vec![column.clone()], Model::of(Level::default()));
    let mut row = py.detach(|| rows.row(&decoded.archive, number, game));
    let value = row.pop().unwrap_or(Value::Null);
    let kind = column.kind();
    if column.name() == "moves_index" {
        return match value {
            Value::Wholes(numbers) => indices(py, numbers),
            _ => indices(py, Vec::new()),
        };
    }
    Ok(match value {
        Value::Null => match kind {
            Type::List(Item::Text) => PyList::empty(py).into_any(),
            Type::List(_) if column.name() == "positions" => hash_array(py, &[])?,
            Type::List(_) => floats(py, std::iter::repeat_n(f64::NAN, plies(column, game)))?,
            _ => py.None().into_bound(py),
        },
        Value::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Whole(number) => number.into_pyobject(py)?.into_any(),
        Value::Real(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.into_owned().into_pyobject(py)?.into_any(),
        Value::Date(date) => {
            let seconds = Day::of(date).map_or(0, |day| day.0 * 86_400);
            match point(py, seconds * 1_000_000)? {
                Some(point) => point.call_method0("date")?,
                None => py.None().into_bound(py),
            }
        }
        Value::Timestamp(micros) => point(py, micros)?.into_pyobject(py)?,
        Value::Texts(texts) => texts.into_pyobject(py)?.into_any(),
        Value::Hash(hash) => hash.into_pyobject(py)?.into_any(),
        Value::Hashes(hashes) => hash_array(py, &hashes)?,
        Value::Wholes(numbers) => {
            let float = |number: Option<i64>| number.map_or(f64::NAN, |number| number as f64);
            floats(py, numbers.into_iter().map(float))?
        }
        Value::Reals(numbers) => {
            let float = |number: Option<f32>| number.map_or(f64::NAN, f64::from);
            floats(py, numbers.into_iter().map(float))?
        }
    })
}

/// The plies for which a column has an item.
fn plies(column: &Column, game: &Game) -> usize {
    let plies = game.main_line().plies.len();
    let white_begins = game.start().is_none_or(pgnz::Position::white_to_move);
    match column.name() {
        "clocks_white" => (plies + usize::from(white_begins)) / 2,
        "clocks_black" => (plies + usize::from(!white_begins)) / 2,
        _ => plies,
    }
}

/// A point in time without a time zone; `None` if Python has none, as in year 0.
fn point(py: Python<'_>, micros: i64) -> PyResult<Option<Bound<'_, PyAny>>> {
    let module = py.import("datetime")?;
    let epoch = PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, None)?;
    let after = module.getattr("timedelta")?.call1((0, 0, micros))?;
    match epoch.call_method1("__add__", (after,)) {
        Ok(point) => Ok(Some(point)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The places of the moves among the legal ones; -1 for a null move.
fn indices(py: Python<'_>, indices: Vec<Option<i64>>) -> PyResult<Bound<'_, PyAny>> {
    let indices = indices.into_iter().map(|index| {
        let index = index.and_then(|index| i32::try_from(index).ok());
        index.unwrap_or(-1)
    });
    let bytes: Vec<u8> = indices.flat_map(i32::to_ne_bytes).collect();
    array(py, "int32", &bytes)
}

/// A NumPy array of hashes; floating point would lose bits.
fn hash_array<'py>(py: Python<'py>, hashes: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_ne_bytes()).collect();
    array(py, "uint64", &bytes)
}

/// A NumPy array of double precision.
pub fn floats(py: Python<'_>, numbers: impl Iterator<Item = f64>) -> PyResult<Bound<'_, PyAny>> {
    let bytes: Vec<u8> = numbers.flat_map(f64::to_ne_bytes).collect();
    array(py, "float64", &bytes)
}

/// A NumPy array that owns its numbers and may be changed.
pub fn array<'py>(py: Python<'py>, kind: &str, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = MAKE.import(py, "numpy", "frombuffer")?;
    if bytes.is_empty() {
        return py.import("numpy")?.call_method1("empty", (0, kind));
    }
    make.call1((PyByteArray::new(py, bytes), kind))
}
