//! Errors as Python exceptions: one class of this package, and exceptions that a caller's own object has raised.

use pgnz::{Error, ErrorKind, FilterError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::error::Error as _;
use std::io;

mod python {
    pyo3::import_exception!(pgnz._error, Error);
}

/// The exception for an error. An exception from a file object or a callback of the caller is raised unchanged.
pub fn of(error: Error) -> PyErr {
    if let Some(raised) = raised(&error) {
        return raised;
    }
    let kind = match error.kind() {
        ErrorKind::Compatibility => "compatibility",
        ErrorKind::Corruption => "corruption",
        ErrorKind::InsufficientData => "insufficient_data",
        ErrorKind::UnknownModel => "unknown_model",
        ErrorKind::InvalidArgument => "invalid_argument",
        ErrorKind::Cancelled => "cancelled",
        _ => "io",
    };
    let stream = error.stream().map(|stream| stream.name());
    let place = (error.block_number(), stream, error.offset());
    python::Error::new_err((error.to_string(), kind, place.0, place.1, place.2))
}

/// The exception from Python code that caused an error, if there is one.
fn raised(error: &Error) -> Option<PyErr> {
    let source = error.source()?.downcast_ref::<io::Error>()?;
    let raised = source.get_ref()?.downcast_ref::<PyErr>()?;
    Some(Python::attach(|py| raised.clone_ref(py)))
}

/// The exception for an error of reading or writing, which may contain another error.
pub fn io(error: io::Error) -> PyErr {
    match error.downcast::<Error>() {
        Ok(error) => of(error),
        Err(error) => match error.downcast::<PyErr>() {
            Ok(raised) => raised,
            Err(error) => PyOSError::new_err(error.to_string()),
        },
    }
}

/// The exception for an impossible request.
pub fn argument(what: impl Into<String>) -> PyErr {
    let none = None::<u64>;
    python::Error::new_err((what.into(), "invalid_argument", none, None::<&str>, none))
}

/// The exception for a filter that cannot be read.
pub fn filter(error: FilterError) -> PyErr {
    argument(error.to_string())
}
