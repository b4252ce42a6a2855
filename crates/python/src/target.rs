//! The destinations of texts and archives.

use crate::error;
use crate::pyfile::PyFile;
use crate::report::Report;
use crate::source::Given;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The destination of a result.
pub enum Target {
    Bytes(Vec<u8>),
    File(BufWriter<PyFile>),
    /// A file that gets its name only when it is complete.
    Path(BufWriter<NamedTempFile>, PathBuf, bool),
}

impl Target {
    pub fn of(dst: Option<&Bound<'_, PyAny>>, overwrite: bool) -> PyResult<Self> {
        let Some(dst) = dst else {
            return Ok(Self::Bytes(Vec::new()));
        };
        Ok(match Given::of(dst)? {
            Given::File(file) => Self::File(BufWriter::with_capacity(1 << 16, file)),
            Given::Path(path) => {
                let py = dst.py();
                match py.detach(|| fs::metadata(&path)) {
                    Ok(found) if found.is_dir() => return Err(error::folder(py, &path)),
                    // Nothing can be put in the place of a pipe or a device.
                    Ok(found) if !found.is_file() => {
                        let file = PyFile::create(py, &path)?;
                        return Ok(Self::File(BufWriter::with_capacity(1 << 16, file)));
                    }
                    Ok(_) if !overwrite => return Err(error::exists(py, &path)),
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(error::system(&error, Some(&path)));
                    }
                    _ => {}
                }
                // A symbolic link stays, and the file that it leads to is replaced.
                let path = fs::canonicalize(&path).unwrap_or(path);
                let file = unfinished(&path);
                let file = file.map_err(|error| error::system(&error, Some(&path)))?;
                Self::Path(BufWriter::with_capacity(1 << 16, file), path, overwrite)
            }
            Given::Bytes(_) => return Err(error::argument("bytes cannot be written to")),
        })
    }

    /// Completes the output. Returns the bytes if there is no destination, otherwise the report.
    pub fn finish<'py>(
        self,
        py: Python<'py>,
        report: &pgnz::Report,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Bytes(bytes) => return Ok(PyBytes::new(py, &bytes).into_any()),
            Self::File(mut file) => py.detach(|| file.flush()).map_err(error::io)?,
            Self::Path(file, path, overwrite) => {
                let named = py.detach(|| {
                    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                    file.as_file().sync_all()?;
                    match overwrite {
                        true => file.persist(&path),
                        false => file.persist_noclobber(&path),
                    }
                    .map_err(|error| error.error)
                });
                match named {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        return Err(error::exists(py, &path));
                    }
                    Err(error) => return Err(error::system(&error, Some(&path))),
                    Ok(file) => drop(file),
                }
            }
        }
        Ok(Report::of(report).into_pyobject(py)?.into_any())
    }
}

/// A new file beside the one that it becomes.
fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pgnz-").suffix(".part");
    // Made here, as the errors of the builder have no number of the system. Its permissions are those of any new file.
    builder.make_in(folder.unwrap_or(Path::new(".")), |path| {
        let mut options = File::options();
        options.read(true).write(true).create_new(true).open(path)
    })
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Bytes(held) => held.write(bytes),
            Self::File(file) => file.write(bytes),
            Self::Path(file, ..) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
