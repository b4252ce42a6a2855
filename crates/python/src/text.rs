//! The text of an archive as a file.

use crate::error;
use crate::source::Handle;
use pgnz::TextReader;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The source of the file object that ``Archive.text`` returns.
#[pyclass(frozen, module = "pgnz")]
pub struct Text {
    reader: Mutex<TextReader<Handle>>,
    /// The name of the archive.
    archive: Arc<str>,
}

impl Text {
    pub fn new(reader: TextReader<Handle>, archive: Arc<str>) -> Self {
        Self {
            reader: Mutex::new(reader),
            archive,
        }
    }

    fn reader(&self) -> MutexGuard<'_, TextReader<Handle>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Text {
    /// Reads at most this number of bytes; returns none only at the end.
    fn read<'py>(&self, py: Python<'py>, bytes: usize) -> PyResult<Bound<'py, PyBytes>> {
        let read = py.detach(|| {
            let mut part = vec![0; bytes.min(1 << 20)];
            let read = self.reader().read(&mut part)?;
            part.truncate(read);
            Ok(part)
        });
        py.check_signals()?;
        let part = read.map_err(|error| error::io_about(&self.archive, error))?;
        Ok(PyBytes::new(py, &part))
    }

    /// Moves to a byte, counted from the start (0), from the current position (1), or from the end (2).
    fn seek(&self, py: Python<'_>, by: i64, whence: u8) -> PyResult<u64> {
        let to = match (whence, u64::try_from(by)) {
            (0, Ok(at)) => SeekFrom::Start(at),
            (1, _) => SeekFrom::Current(by),
            (2, _) => SeekFrom::End(by),
            _ => return Err(pyo3::exceptions::PyValueError::new_err("no such place")),
        };
        py.detach(|| self.reader().seek(to)).map_err(error::io)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        let bytes = py.detach(|| self.reader().len());
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}
