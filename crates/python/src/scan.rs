//! Games as a table, through Arrow's stream interface.

use crate::error;
use crate::games::PATIENCE;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use std::task::Poll;

/// Starts to read the games, without holding the interpreter.
type Start = dyn Fn() -> PyResult<pgnz::Scan> + Send + Sync;

/// Games as a table that has not been read yet.
///
/// Programs that read Arrow accept it directly: ``polars.DataFrame(scan)``, ``pandas.DataFrame.from_arrow(scan)``,
/// ``pyarrow.table(scan)``, ``duckdb.sql("select … from scan")``. It may be read any number of times. Only the streams that its columns need
/// are decoded, on several threads, batch by batch.
#[pyclass(frozen, module = "pgnz")]
pub struct Scan {
    start: Box<Start>,
    names: Vec<String>,
    /// The name of the archive.
    archive: Arc<str>,
}

impl Scan {
    /// A table with these column names, which `start` starts to read, of the archive with this name.
    pub fn new(
        start: impl Fn() -> PyResult<pgnz::Scan> + Send + Sync + 'static,
        names: Vec<String>,
        archive: Arc<str>,
    ) -> Self {
        let start = Box::new(start);
        Self {
            start,
            names,
            archive,
        }
    }

    fn start(&self, py: Python<'_>) -> PyResult<pgnz::Scan> {
        py.detach(|| (self.start)())
    }
}

#[pymethods]
impl Scan {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Names and types of the columns, as a ``pyarrow.Schema``.
    #[getter]
    fn schema<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("schema", (slf,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = self.start(py)?.schema();
        let schema = FFI_ArrowSchema::try_from(schema.as_ref());
        let schema = schema.map_err(|error| error::argument(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The types are what they are: the interface leaves casts to whoever asks.
        drop(requested_schema);
        let batches = Batches(self.start(py)?, self.archive.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The batches, each as a ``pyarrow.RecordBatch``.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("pyarrow")?
            .getattr("RecordBatchReader")?
            .call_method1("from_stream", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("<pgnz.Scan of {}>", self.names.join(", "))
    }
}

/// A source of batches of the archive with this name, used with or without the interpreter.
struct Batches(pgnz::Scan, Arc<str>);

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self(scan, archive) = self;
        let external = |error: PyErr| ArrowError::ExternalError(Box::new(error));
        let attached = Python::try_attach(|py| {
            loop {
                match py.detach(|| scan.next_within(PATIENCE)) {
                    Poll::Ready(next) => {
                        let raised = |error| external(error::reading(archive, error));
                        return next.map(|batch| batch.map_err(raised));
                    }
                    Poll::Pending => {
                        if let Err(interrupted) = py.check_signals() {
                            return Some(Err(external(interrupted)));
                        }
                    }
                }
            }
        });
        attached.unwrap_or_else(|| scan.next())
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}
