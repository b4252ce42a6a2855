//! Games as a table, through Arrow's stream interface.

use crate::archive::Archive;
use crate::error;
use crate::games::PATIENCE;
use crate::opened::Opened;
use arrow_array::ffi::to_ffi;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pgnz::{Columns, Filter, Table};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use std::sync::{Arc, Mutex};
use std::task::Poll;

/// Games as a table that has not been read yet.
///
/// Programs that read Arrow accept it directly: ``polars.DataFrame(scan)``, ``pandas.DataFrame.from_arrow(scan)``,
/// ``pyarrow.table(scan)``, ``duckdb.sql("select … from scan")``. It may be read any number of times. Only the streams that its columns need
/// are decoded, on several threads, batch by batch.
#[pyclass(frozen, module = "pgnz")]
pub struct Scan {
    archive: Py<Archive>,
    table: Table,
    asked: Asked,
    names: Vec<String>,
}

/// Which games a scan was asked for, and how it reads them.
pub struct Asked {
    pub filter: Option<Filter>,
    /// The text of the filter.
    pub r#where: Option<String>,
    pub threads: usize,
    pub level: String,
}

impl Scan {
    /// A table with these column names, of the games of an archive for which a filter is true.
    pub fn new(archive: Py<Archive>, table: Table, asked: Asked, names: Vec<String>) -> Self {
        Self {
            archive,
            table,
            asked,
            names,
        }
    }

    /// The archive, unless it is closed.
    fn opened(&self) -> PyResult<&Opened> {
        self.archive.get().opened()
    }

    /// Begins to read the games.
    fn read(&self, py: Python<'_>) -> PyResult<Batches> {
        let (opened, range) = (self.opened()?, self.archive.get().range());
        let search = opened.search(
            py,
            self.asked.filter.clone(),
            Columns::TAGS,
            self.asked.threads,
        )?;
        let table = self.table.clone().search(search);
        let scan = py.detach(|| opened.inner().scan(range, table));
        let scan = scan.map_err(|error| error::reading(&opened.name, error))?;
        Ok(Batches(scan, opened.name.clone()))
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
        self.opened()?;
        let schema = FFI_ArrowSchema::try_from(self.table.schema().as_ref());
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
        refuse_series(py)?;
        let stream = FFI_ArrowArrayStream::new(Box::new(self.read(py)?));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// A table is no array: raises a ``TypeError`` that names the right call.
    #[pyo3(signature = (*_arguments, **_options))]
    fn __array__(
        &self,
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(
            "a scan is a table, not an array: use pandas.DataFrame.from_arrow(scan), polars.DataFrame(scan) or pyarrow.table(scan), \
             and to_numpy() of one of their columns for NumPy",
        ))
    }

    /// The batches, each as a ``pyarrow.RecordBatch``.
    fn __iter__(&self, py: Python<'_>) -> PyResult<ScanBatches> {
        let batches = Mutex::new(self.read(py)?);
        Ok(ScanBatches { batches })
    }

    /// How to make it again in another process: its archive must have been opened by a path or a URL.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Again)> {
        let make = py.import("pgnz._file")?.getattr("rescan")?;
        let Asked {
            r#where,
            threads,
            level,
            ..
        } = &self.asked;
        let archive = self.archive.clone_ref(py);
        let again = (
            archive,
            self.names.clone(),
            r#where.clone(),
            *threads,
            level.clone(),
        );
        Ok((make, again))
    }

    fn __repr__(&self) -> String {
        format!("<pgnz.Scan of {}>", self.names.join(", "))
    }
}

/// The arguments of `rescan`.
type Again = (Py<Archive>, Vec<String>, Option<String>, usize, String);

/// Polars makes a series of structs of any Arrow stream that `from_arrow` or `Series` gets; a table is meant.
fn refuse_series(py: Python<'_>) -> PyResult<()> {
    let caller = || -> PyResult<String> {
        let frame = py.import("sys")?.call_method0("_getframe")?;
        frame.getattr("f_globals")?.get_item("__name__")?.extract()
    };
    match caller().as_deref() {
        Ok("polars.series.series") => Err(PyTypeError::new_err(
            "a scan is a table, not a series: use polars.DataFrame(scan)",
        )),
        // Nobody else is known to do that.
        _ => Ok(()),
    }
}

/// A source of batches of the archive with this name, used with or without the interpreter.
struct Batches(pgnz::Scan, Arc<str>);

impl Batches {
    /// The next batch; an error of the archive, or what a signal raised meanwhile.
    fn read(&mut self, py: Python<'_>) -> Option<PyResult<RecordBatch>> {
        let Self(scan, archive) = self;
        loop {
            match py.detach(|| scan.next_within(PATIENCE)) {
                Poll::Ready(next) => {
                    let raised = |error| error::reading(archive, error);
                    return next.map(|batch| batch.map_err(raised));
                }
                Poll::Pending => {
                    if let Err(interrupted) = py.check_signals() {
                        return Some(Err(interrupted));
                    }
                }
            }
        }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let external = |error: PyErr| ArrowError::ExternalError(Box::new(error));
        match Python::try_attach(|py| self.read(py)) {
            Some(read) => read.map(|batch| batch.map_err(external)),
            None => self.0.next(),
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}

/// The batches of a scan, one after the other.
///
/// It does not go through Arrow's stream interface, which makes one kind of exception of all, of Ctrl-C, too.
#[pyclass(frozen, module = "pgnz")]
pub struct ScanBatches {
    batches: Mutex<Batches>,
}

#[pymethods]
impl ScanBatches {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut batches = self.batches.lock_py_attached(py);
        let batches = batches
            .as_mut()
            .map_err(|_| error::argument("an earlier batch failed"))?;
        let Some(batch) = batches.read(py).transpose()? else {
            return Ok(None);
        };
        let make = py.import("pyarrow")?.getattr("record_batch")?;
        make.call1((Batch(batch),)).map(Some)
    }
}

/// A batch for programs that read Arrow.
#[pyclass(frozen, module = "pgnz")]
struct Batch(RecordBatch);

#[pymethods]
impl Batch {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let rows = StructArray::from(self.0.clone());
        let made = to_ffi(&rows.to_data());
        let (array, _) = made.map_err(|error| error::argument(error.to_string()))?;
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref());
        let schema = schema.map_err(|error| error::argument(error.to_string()))?;
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }
}
