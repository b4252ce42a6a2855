//! Errors as Python exceptions: one class of this package, and exceptions that a caller's own object has raised.

use pgnz::{Error, ErrorKind, FilterError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::error::Error as _;
use std::io;
use std::path::Path;

mod python {
    pyo3::import_exception!(pgnz._error, Error);
    pyo3::import_exception!(pgnz._error, NotDecodedError);
}

/// The exception for an error. An exception from a file object or a callback of the caller is raised unchanged.
pub fn of(error: Error) -> PyErr {
    about("", error)
}

/// The exception for an error while an archive with this name is read. What an argument has to be does not depend on the archive.
pub fn reading(name: &str, error: Error) -> PyErr {
    match error.kind() {
        ErrorKind::InvalidArgument | ErrorKind::Cancelled => of(error),
        _ => about(name, error),
    }
}

/// The exception for an error of what has this name, which may be empty.
pub fn about(name: &str, error: Error) -> PyErr {
    if let Some(raised) = raised(&error) {
        return raised;
    }
    let kind = kind_name(error.kind());
    let stream = error.stream().map(|stream| stream.name());
    let place = (error.block_number(), stream, error.offset());
    let what = named(name, &error);
    python::Error::new_err((what, kind, place.0, place.1, place.2))
}

/// The name of a kind of error.
pub fn kind_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Compatibility => "compatibility",
        ErrorKind::Corruption => "corruption",
        ErrorKind::InsufficientData => "insufficient_data",
        ErrorKind::UnknownModel => "unknown_model",
        ErrorKind::InvalidArgument => "invalid_argument",
        ErrorKind::Cancelled => "cancelled",
        _ => "io",
    }
}

/// A message about what has this name, which may be empty.
pub fn named(name: &str, what: &dyn std::fmt::Display) -> String {
    match name {
        "" => what.to_string(),
        name => format!("{name}: {what}"),
    }
}

/// The exception from Python code that caused an error, if there is one.
fn raised(error: &Error) -> Option<PyErr> {
    let source = error.source()?.downcast_ref::<io::Error>()?;
    let raised = source.get_ref()?.downcast_ref::<PyErr>()?;
    Some(Python::attach(|py| raised.clone_ref(py)))
}

/// The exception for an error of reading or writing, which may contain another error.
pub fn io(error: io::Error) -> PyErr {
    io_about("", error)
}

/// The same, of what has this name.
pub fn io_about(name: &str, error: io::Error) -> PyErr {
    match error.downcast::<Error>() {
        Ok(error) => about(name, error),
        Err(error) => match error.downcast::<PyErr>() {
            Ok(raised) => raised,
            Err(error) => match error.raw_os_error() {
                Some(_) => system(&error, Some(Path::new(name)).filter(|_| !name.is_empty())),
                None => PyOSError::new_err(named(name, &error)),
            },
        },
    }
}

/// The exception that Python's own `open` would raise for an error of the system.
pub fn system(error: &io::Error, path: Option<&Path>) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        let name = path.map(Path::to_string_lossy).unwrap_or_default();
        return io::Error::new(error.kind(), named(&name, error)).into();
    };
    let said = error.to_string();
    // Python adds the number itself.
    let said = said.strip_suffix(&format!(" (os error {number})"));
    let said = said.unwrap_or_default().to_owned();
    let path = path.map(|path| path.as_os_str().to_owned());
    match path {
        // Python finds the number of POSIX for that of Windows.
        path if cfg!(windows) => PyOSError::new_err((0, said, path, number)),
        Some(path) => PyOSError::new_err((number, said, path)),
        None => PyOSError::new_err((number, said)),
    }
}

/// The exception for a path that is a folder.
pub fn folder(py: Python<'_>, path: &Path) -> PyErr {
    numbered(py, "EISDIR", "is a folder, not a file", path)
}

/// The exception for a path that is not to be overwritten.
pub fn exists(py: Python<'_>, path: &Path) -> PyErr {
    numbered(py, "EEXIST", "exists; overwrite=True replaces it", path)
}

/// An exception of the system with a text of our own; Python's module `errno` has the number under this name.
fn numbered(py: Python<'_>, name: &str, what: &str, path: &Path) -> PyErr {
    let number = py.import("errno").and_then(|errno| errno.getattr(name));
    match number.and_then(|number| number.extract::<i32>()) {
        Ok(number) => PyOSError::new_err((number, what.to_owned(), path.as_os_str().to_owned())),
        Err(raised) => raised,
    }
}

/// The exception for an impossible request.
pub fn argument(what: impl Into<String>) -> PyErr {
    let none = None::<u64>;
    python::Error::new_err((what.into(), "invalid_argument", none, None::<&str>, none))
}

/// The exception for an attribute that was not decoded.
pub fn not_decoded(what: String) -> PyErr {
    python::NotDecodedError::new_err((what,))
}

/// The exception for a filter that cannot be read.
pub fn filter(error: FilterError) -> PyErr {
    argument(error.to_string())
}
