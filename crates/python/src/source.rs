//! The sources and destinations that a caller may give: a path, bytes, or a file object.

use crate::error;
use pgnz::Shared;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// A seekable source.
pub trait Input: Read + Seek + Send {}

impl<T: Read + Seek + Send> Input for T {}

/// The source of archives: each thread reads it at its own position.
pub type Handle = Shared<Box<dyn Input>>;

/// A Python object that is used as a file.
pub struct PyFile(pub Py<PyAny>);

/// A source given by the caller.
pub enum Given {
    Path(PathBuf),
    Bytes(Vec<u8>),
    File(PyFile),
}

impl Given {
    /// Determines what the object is. A text is a path.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes().to_vec()));
        }
        if object.hasattr("read")? || object.hasattr("write")? {
            return Ok(Self::File(PyFile(object.clone().unbind())));
        }
        if let Ok(path) = object.extract::<PathBuf>() {
            return Ok(Self::Path(path));
        }
        let bytes = object.py().get_type::<PyBytes>();
        let is_buffer = object.hasattr("__buffer__")? || object.hasattr("tobytes")?;
        if is_buffer || object.is_instance_of::<pyo3::types::PyByteArray>() {
            return Ok(Self::Bytes(bytes.call1((object,))?.extract()?));
        }
        let kind = object.get_type().name()?;
        let what = format!("expected a path, bytes or a file object, not {kind}");
        Err(PyTypeError::new_err(what))
    }

    /// Opens it for random access.
    pub fn open(self, py: Python<'_>) -> PyResult<Handle> {
        let input: Box<dyn Input> = match self {
            Self::Path(path) => Box::new(py.detach(|| File::open(path))?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            Self::File(file) => Box::new(file),
        };
        py.detach(|| Shared::new(input)).map_err(error::io)
    }

    /// Opens it for reading once.
    pub fn read(self, py: Python<'_>) -> PyResult<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(py.detach(|| File::open(path))?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            Self::File(file) => Box::new(file),
        })
    }
}

impl PyFile {
    /// Calls a method, on any thread.
    fn call<T>(&self, act: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> io::Result<T> {
        let done = Python::try_attach(|py| act(self.0.bind(py)));
        let ended = || io::Error::other("the interpreter has ended");
        done.ok_or_else(ended)?.map_err(io::Error::other)
    }
}

impl Read for PyFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.call(|file| {
            let read = file.call_method1("read", (out.len(),))?;
            let Ok(bytes) = read.cast::<PyBytes>() else {
                let what = "read() of the file object gives no bytes: open it in binary mode";
                return Err(PyTypeError::new_err(what));
            };
            let bytes = bytes.as_bytes();
            let part = out.get_mut(..bytes.len());
            let part = part.ok_or_else(|| error::argument("read() gives more than was asked"))?;
            part.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

impl Seek for PyFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.call(|file| {
            let at = match to {
                SeekFrom::Start(at) => file.call_method1("seek", (at, 0))?,
                SeekFrom::Current(by) => file.call_method1("seek", (by, 1))?,
                SeekFrom::End(by) => file.call_method1("seek", (by, 2))?,
            };
            at.extract()
        })
    }
}

impl Write for PyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call(|file| {
            let written = file.call_method1("write", (PyBytes::new(file.py(), bytes),))?;
            // Some file objects do not say how much they have taken: all of it.
            let written: Option<usize> = written.extract()?;
            Ok(written.unwrap_or(bytes.len()))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call(|file| match file.hasattr("flush")? {
            true => file.call_method0("flush").map(|_| ()),
            false => Ok(()),
        })
    }
}
