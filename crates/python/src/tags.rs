//! The tags of a game as a mapping.

use crate::decoded::Decoded;
use pgnz::Columns;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator, PyList, PyString};
use std::borrow::Cow;
use std::sync::{Arc, Mutex};

/// The tag pairs of a game: a mapping from names to values, both as text, in the order of the PGN.
///
/// Text that is not UTF-8 is read as Latin-1. If several tags have the same name, the last one counts. Tags that were not decoded are missing
/// in the mapping; reading one of them by its name is an error, not a ``KeyError``.
#[pyclass(frozen, mapping, module = "pgnz")]
pub struct Tags {
    decoded: Arc<Decoded>,
    /// All tags, after more than a single tag has been read.
    all: PyOnceLock<Py<PyDict>>,
}

/// UTF-8, otherwise Latin-1.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Python strings for the names of tags that have occurred: the games of an archive usually have the same names in the same order, so a
/// string that exists need not be made and hashed again.
static NAMES: Mutex<Names> = Mutex::new(Names {
    known: Vec::new(),
    next: 0,
});

/// The maximum number of stored names; hostile archives may have more.
const MOST_NAMES: usize = 64;

struct Names {
    known: Vec<(Vec<u8>, Py<PyString>)>,
    /// The index of the name that came after the previous one.
    next: usize,
}

impl Names {
    fn of<'py>(&mut self, py: Python<'py>, name: &[u8]) -> Bound<'py, PyString> {
        let is_it = |at: &usize| self.known.get(*at).is_some_and(|(known, _)| known == name);
        let at = Some(self.next).filter(is_it);
        let at = at.or_else(|| self.known.iter().position(|(known, _)| known == name));
        if let Some((at, (_, kept))) = at.and_then(|at| Some((at, self.known.get(at)?))) {
            self.next = at + 1;
            return kept.bind(py).clone();
        }
        let made = PyString::new(py, &text(name));
        if self.known.len() < MOST_NAMES {
            self.known.push((name.to_vec(), made.clone().unbind()));
            self.next = self.known.len();
        }
        made
    }
}

impl Tags {
    pub fn of(decoded: Arc<Decoded>) -> Self {
        Self {
            decoded,
            all: PyOnceLock::new(),
        }
    }

    fn find<'py>(&self, key: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (decoded, py) = (&self.decoded, key.py());
        if let Some(all) = self.all.get(py)
            && let Some(value) = all.bind(py).get_item(key)?
        {
            return Ok(Some(value));
        }
        let name = key.to_str()?;
        if let Some(value) = decoded.game.tags().get(name) {
            return Ok(Some(PyString::new(py, &text(value)).into_any()));
        }
        // A name with a comma is no name of a column, nor that of a tag.
        let plain = !name.is_empty() && !name.contains(',');
        if plain && !decoded.parts.contains(Columns::DERIVED_TAGS) {
            decoded.check(&format!("tag:{name}"))?;
        }
        Ok(None)
    }

    /// All tags, for this object only.
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        let all = self.all.get_or_try_init(py, || {
            let dict = PyDict::new(py);
            // Nobody waits for anybody here: the interpreter is held.
            let mut names = NAMES.try_lock().ok();
            for tag in self.decoded.game.tags().pairs() {
                let name = match &mut names {
                    Some(names) => names.of(py, tag.name),
                    None => PyString::new(py, &text(tag.name)),
                };
                dict.set_item(name, PyString::new(py, &text(tag.value)))?;
            }
            Ok::<_, PyErr>(dict.unbind())
        })?;
        Ok(all.bind(py))
    }
}

#[pymethods]
impl Tags {
    fn __getitem__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.find(name)?;
        found.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    /// The value of a tag, or `default` if the game has no tag with this name.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyString>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.find(name)?.or(default);
        Ok(found.unwrap_or_else(|| name.py().None().into_bound(name.py())))
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        match name.cast::<PyString>() {
            Ok(name) => Ok(self.find(name)?.is_some()),
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
            Ok(other) => other.get().dict(py)?.clone().into_any(),
            Err(_) => other.clone(),
        };
        self.dict(py)?.eq(other)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Tags({})", self.dict(py)?.repr()?))
    }

    /// All pairs, including those with a repeated name.
    fn pairs(&self) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
        let pairs = self.decoded.game.tags().pairs();
        pairs.map(|tag| (text(tag.name), text(tag.value))).collect()
    }
}
