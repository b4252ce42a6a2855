//! Archives of changed games.

use crate::error;
use crate::job::{Chosen, Job};
use crate::source::Given;
use pgnz::{Edits, Error, Spellings};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::BTreeMap;
use std::io::{self, Read};

/// Makes an archive of all games, of which some are changed; give the same path as ``dst`` with ``overwrite`` to replace an archive.
///
/// ``set`` is a dictionary of tags and their values, ``remove_tags`` a list of tags, and ``names`` a table of spellings as Scid keeps it (``.ssp``:
/// a path, bytes or a file object) for players, events, sites and rounds. They change the games for which ``where`` is true, and of those only
/// the ones with ``numbers``, if any are given. ``replace`` is a dictionary of numbers and PGN texts of one game each, and ``delete`` has
/// the numbers of games that are left out; numbers count from 0. Of a changed game every byte stays but those of the tags. The other
/// arguments are those of :func:`merge`; see ``pgnz edit --help``.
#[pyfunction]
#[pyo3(signature = (source, dst=None, *, set=None, remove_tags=Vec::new(), names=None, replace=None, delete=Vec::new(), r#where=None, numbers=None, index=true, overwrite=false, **options))]
pub fn edit<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    set: Option<BTreeMap<String, String>>,
    remove_tags: Vec<String>,
    names: Option<&Bound<'py, PyAny>>,
    replace: Option<BTreeMap<u64, Bound<'py, PyAny>>>,
    delete: Vec<u64>,
    r#where: Option<&str>,
    numbers: Option<Vec<u64>>,
    index: bool,
    overwrite: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let asked = |error: Error| error::of(error);
    let mut edits = Edits::new().delete(delete);
    for (tag, value) in set.unwrap_or_default() {
        edits = edits
            .set(&tag, &value)
            .map_err(|error| asked(error.into()))?;
    }
    for tag in remove_tags {
        edits = edits
            .remove_tag(&tag)
            .map_err(|error| asked(error.into()))?;
    }
    if let Some(table) = names {
        let name = Given::of(table)?.name();
        let table = bytes(py, table)?;
        let spellings = Spellings::parse(&table);
        let spellings = spellings.map_err(|error| error::about(&name, error.into()))?;
        edits = edits.spellings(spellings);
    }
    for (number, text) in replace.unwrap_or_default() {
        let text = match text.cast::<PyString>() {
            Ok(text) => text.to_str()?.as_bytes().to_vec(),
            Err(_) => bytes(py, &text)?,
        };
        edits = edits
            .replace(number, &text)
            .map_err(|error| asked(error.into()))?;
    }
    if edits.is_empty() {
        let what = "nothing is to be changed: give set, remove_tags, names, replace or delete";
        return Err(error::argument(what));
    }
    let job = Job::new(py, source, Chosen { r#where, index }, options)?.numbers(numbers);
    job.write(py, dst, overwrite, move |reshape, sink| {
        reshape.edit(&edits, sink)
    })
}

/// All bytes of a source.
fn bytes(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let mut source = Given::of(source)?.read(py)?;
    let read = py.detach(|| {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes)?;
        io::Result::Ok(bytes)
    });
    read.map_err(error::io)
}
