//! The tags of a game as a mapping.

use crate::game::Game;
use pgnz::Columns;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

/// The tag pairs of a game: a mapping from names to values, both as text, in the order of the PGN.
///
/// Text that is not UTF-8 is read as Latin-1. Of tags of one name, the last counts. Tags that were not decoded are missing in the mapping;
/// to ask for one by its name is then an error, not a ``KeyError``.
#[pyclass(frozen, mapping, module = "pgnz")]
pub struct Tags {
    game: Py<Game>,
}

/// UTF-8, or Latin-1 where it is not that.
pub fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

impl Tags {
    pub fn of(game: Py<Game>) -> Self {
        Self { game }
    }

    fn find(&self, name: &str) -> PyResult<Option<String>> {
        let game = self.game.get();
        if let Some(value) = game.inner().tags().get(name) {
            return Ok(Some(text(value)));
        }
        // A name with a comma is no name of a column, nor that of a tag.
        let plain = !name.is_empty() && !name.contains(',');
        if plain && !game.parts().contains(Columns::DERIVED_TAGS) {
            game.check(&format!("tag:{name}"))?;
        }
        Ok(None)
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for tag in self.game.get().inner().tags().pairs() {
            dict.set_item(text(&tag.name), text(&tag.value))?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Tags {
    fn __getitem__(&self, name: &str) -> PyResult<String> {
        let found = self.find(name)?;
        found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    /// The value of a tag, or `default` if the game has none of this name.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.find(name)? {
            Some(value) => Ok(value.into_pyobject(py)?.into_any()),
            None => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        match name.extract::<String>() {
            Ok(name) => Ok(self.find(&name)?.is_some()),
            Err(_) => Ok(false),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.dict(py)?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.dict(py)?.try_iter()
    }

    /// The names.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.dict(py)?.keys())
    }

    /// The values.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.dict(py)?.values())
    }

    /// Names and values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.dict(py)?.items())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = match other.cast::<Self>() {
            Ok(other) => other.get().dict(py)?.into_any(),
            Err(_) => other.clone(),
        };
        self.dict(py)?.eq(other)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Tags({})", self.dict(py)?.repr()?))
    }

    /// All pairs, those with a name that comes again included.
    fn pairs(&self) -> Vec<(String, String)> {
        let pairs = self.game.get().inner().tags().pairs().iter();
        pairs
            .map(|tag| (text(&tag.name), text(&tag.value)))
            .collect()
    }
}
