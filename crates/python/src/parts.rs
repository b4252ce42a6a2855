//! Converts names of columns, filters and levels from Python.

use crate::error;
use pgnz::{Column, Columns, Filter, Level};
use pyo3::prelude::*;

/// Names in a list, or in one text with commas between.
#[derive(FromPyObject)]
pub enum Names {
    One(String),
    Several(Vec<String>),
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
    ("text", Columns::ALL),
    ("all", Columns::ALL),
];

impl Names {
    fn joined(self) -> String {
        match self {
            Self::One(names) => names,
            Self::Several(names) => names.join(","),
        }
    }

    /// The columns of a table.
    pub fn columns(names: Option<Self>) -> PyResult<Vec<Column>> {
        let names = names.map_or_else(|| "usual".to_owned(), Self::joined);
        if names.is_empty() {
            return Err(error::argument("a table needs a column"));
        }
        Column::parse(&names).map_err(error::argument)
    }

    /// The parts of games that must be decoded; all by default.
    pub fn parts(names: Option<Self>) -> PyResult<Columns> {
        let Some(names) = names else {
            return Ok(Columns::ALL);
        };
        let names = names.joined();
        let mut parts = Columns::TAGS;
        for name in names.split(',').map(str::trim) {
            parts = parts | needs(name)?;
        }
        Ok(parts)
    }
}

/// The parts that must be decoded for the attribute with this name.
pub fn needs(name: &str) -> PyResult<Columns> {
    if let Some((_, part)) = PARTS.iter().find(|(known, _)| *known == name) {
        return Ok(*part);
    }
    let columns = Column::parse(name).map_err(error::argument)?;
    let columns = columns.iter();
    Ok(columns.fold(Columns::TAGS, |all, column| all | column.needs()))
}

/// The filter of an expression.
pub fn filter(expression: Option<&str>) -> PyResult<Option<Filter>> {
    let filter = expression.map(Filter::parse).transpose();
    filter.map_err(error::filter)
}

/// The level with a name.
pub fn level(name: &str) -> PyResult<Level> {
    name.parse().map_err(error::of)
}
