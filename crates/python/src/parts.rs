//! Converts names of columns, filters and levels from Python.

use crate::error;
use pgnz::{Column, Columns, Filter, Format, Level};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};
use std::path::PathBuf;

/// Texts in a list, or in one text.
pub enum Texts {
    One(String),
    Several(Vec<String>),
}

impl Texts {
    /// The texts of an argument; `expected` says what it has to be.
    pub fn of(object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return object.extract().map(Self::One);
        }
        if let Ok(several) = object.extract() {
            return Ok(Self::Several(several));
        }
        let what = match object.cast::<PySequence>() {
            Ok(_) => expected.to_owned(),
            Err(_) => format!("{expected}, not {}", object.get_type().name()?),
        };
        Err(PyTypeError::new_err(what))
    }
}

/// Names in a list, or in one text with commas between.
pub struct Names(Texts);

impl FromPyObject<'_, '_> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let expected = "columns are a list of str, or one str with commas between the names";
        Texts::of(object, expected).map(Self)
    }
}

/// An index of a sequence. As in lists, one that is too large for any sequence is an `IndexError`.
pub struct Index(pub i64);

impl FromPyObject<'_, '_> for Index {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let index: PyResult<i64> = object.extract();
        index.map(Self).map_err(|error| {
            match error.is_instance_of::<PyOverflowError>(object.py()) {
                true => PyIndexError::new_err("no sequence is as long as this index"),
                false => error,
            }
        })
    }
}

/// Indices in a list.
pub struct Numbers(pub Vec<i64>);

impl Numbers {
    /// The indices of an argument that is a list, a tuple or an array, but no single index.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let object = match object.hasattr("tolist")? {
            true => object.call_method0("tolist")?,
            false => object.clone(),
        };
        object.extract().map(Self)
    }
}

/// Parts of games with their names; every other name is that of a column.
const PARTS: &[(&str, Columns)] = &[
    ("tags", Columns::TAGS),
    ("all_tags", Columns::DERIVED_TAGS),
    ("moves", Columns::MOVES),
    ("uci", Columns::MOVES),
    ("indices", Columns::MOVES),
    ("nags", Columns::NAGS),
    ("comments", Columns::COMMENTS),
    ("comment", Columns::COMMENTS),
    ("line", Columns::ALL),
    ("variations", Columns::MOVES),
    ("variation_count", Columns::MOVES),
    ("text", Columns::ALL),
    ("raw", Columns::ALL),
    ("all", Columns::ALL),
];

impl Names {
    fn joined(self) -> String {
        match self.0 {
            Texts::One(names) => names,
            Texts::Several(names) => names.join(","),
        }
    }

    /// Whether there is no name at all.
    fn is_empty(&self) -> bool {
        match &self.0 {
            Texts::One(names) => names.is_empty(),
            Texts::Several(names) => names.is_empty(),
        }
    }

    /// The columns of a table.
    pub fn columns(names: Option<Self>) -> PyResult<Vec<Column>> {
        if names.as_ref().is_some_and(Self::is_empty) {
            return Err(error::argument("a table needs a column"));
        }
        let names = names.map_or_else(|| "usual".to_owned(), Self::joined);
        Column::parse(&names).map_err(|wrong| error::argument(wrong.to_string()))
    }

    /// The parts of games that must be decoded: all by default, and the tags in any case.
    pub fn parts(names: Option<Self>) -> PyResult<Columns> {
        let Some(names) = names else {
            return Ok(Columns::ALL);
        };
        let mut parts = Columns::TAGS;
        if names.is_empty() {
            return Ok(parts);
        }
        for name in names.joined().split(',').map(str::trim) {
            parts |= needs(name)?;
        }
        Ok(parts)
    }
}

/// Whether this is the name of a part, which need not be that of a column.
pub fn is_part(name: &str) -> bool {
    PARTS.iter().any(|(known, _)| *known == name)
}

/// The parts that must be decoded for the attribute with this name.
pub fn needs(name: &str) -> PyResult<Columns> {
    if let Some((_, part)) = PARTS.iter().find(|(known, _)| *known == name) {
        return Ok(*part);
    }
    let columns = Column::parse(name).map_err(|wrong| error::argument(wrong.to_string()))?;
    let columns = columns.iter();
    Ok(columns.fold(Columns::TAGS, |all, column| all | column.needs()))
}

/// The filter of an expression.
pub fn filter(expression: Option<&str>) -> PyResult<Option<Filter>> {
    let filter = expression.map(Filter::parse).transpose();
    filter.map_err(error::filter)
}

/// The format with a name, or that of the destination's name.
pub fn format(dst: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Format> {
    let by_name = |name: &str| {
        let mut formats = Format::NAMED.iter();
        formats
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
    };
    let found = match name {
        Some(name) => by_name(name),
        None => dst
            .extract::<PathBuf>()
            .ok()
            .and_then(|path| Format::of_file(&path)),
    };
    found.ok_or_else(|| {
        let names: Vec<_> = Format::NAMED.iter().map(|(name, _)| *name).collect();
        error::argument(format!("a table is written as one of {}", names.join(", ")))
    })
}

/// The level with a name.
pub fn level(name: &str) -> PyResult<Level> {
    name.parse().map_err(error::of)
}
