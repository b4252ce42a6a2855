//! File objects of Python as files.

use crate::ending;
use crate::error;
use pyo3::exceptions::{PyBlockingIOError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A Python object that is used as a file.
pub struct PyFile {
    object: Py<PyAny>,
    /// Its path, if it was opened here: then nobody else closes it, and errors name it.
    path: Option<PathBuf>,
}

impl PyFile {
    pub fn new(object: &Bound<'_, PyAny>) -> Self {
        let object = object.clone().unbind();
        Self { object, path: None }
    }

    /// Opens a pipe or a device for writing. Unlike a file of Rust, one of Python lets Ctrl-C through while it waits for a reader.
    pub fn create(py: Python<'_>, path: &Path) -> PyResult<Self> {
        let file = py.import("io")?.getattr("FileIO")?;
        let object = file.call1((path.as_os_str(), "w"))?.unbind();
        Ok(Self {
            object,
            path: Some(path.to_owned()),
        })
    }

    /// Calls a method, on any thread.
    fn call<T>(&self, act: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> io::Result<T> {
        let done = ending::attached(|py| {
            let done = act(self.object.bind(py));
            done.inspect_err(|raised| {
                if let Some(path) = self
                    .path
                    .as_ref()
                    .filter(|_| raised.is_instance_of::<PyOSError>(py))
                {
                    // An exception that takes no name is raised without.
                    let _ = raised.value(py).setattr("filename", path.as_os_str());
                }
            })
        });
        let ended = || io::Error::other("the interpreter is ending");
        done.ok_or_else(ended)?.map_err(io::Error::other)
    }
}

impl Read for PyFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.call(|file| {
            let read = file.call_method1("read", (out.len(),))?;
            let Ok(bytes) = read.cast::<PyBytes>() else {
                let what =
                    "read() of the file object does not return bytes: open it in binary mode";
                return Err(PyTypeError::new_err(what));
            };
            let bytes = bytes.as_bytes();
            let part = out.get_mut(..bytes.len());
            let part =
                part.ok_or_else(|| error::argument("read() returned more than was asked for"))?;
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
            if !written.is_none() {
                let written: usize = written.extract()?;
                let what = "write() returned more than it was given";
                return match written <= bytes.len() {
                    true => Ok(written),
                    false => Err(error::argument(what)),
                };
            }
            // Of a raw stream of Python, this means that it has taken nothing. Others do not say how much they have taken: all of it.
            let raw = file.py().import("io")?.getattr("RawIOBase")?;
            match file.is_instance(&raw)? {
                true => Err(PyBlockingIOError::new_err("write() would have to wait")),
                false => Ok(bytes.len()),
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call(|file| match file.hasattr("flush")? {
            true => file.call_method0("flush").map(|_| ()),
            false => Ok(()),
        })
    }
}

impl Drop for PyFile {
    fn drop(&mut self) {
        if self.path.is_some() {
            // Everything has been written, or the run has failed already.
            let _ = self.call(|file| file.call_method0("close").map(drop));
        }
    }
}
