//! The sources and destinations that a caller may give: a path, bytes, or a file object.

use crate::error;
use crate::named_file::NamedFile;
use crate::opened::closed;
use crate::pyfile::PyFile;
use pgnz::{Shared, SharedFile};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use std::fs::{File, FileType};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A seekable source.
pub trait Input: Read + Seek + Send {}

impl<T: Read + Seek + Send> Input for T {}

/// The source of archives: each thread reads it at its own position.
pub type Handle = Shared<Source>;

/// A source that can be taken away from those who read it.
#[derive(Clone)]
pub struct Source(Arc<Mutex<Option<Box<dyn Input>>>>);

impl Source {
    fn new(input: Box<dyn Input>) -> Self {
        Self(Arc::new(Mutex::new(Some(input))))
    }

    fn input(&self) -> MutexGuard<'_, Option<Box<dyn Input>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes it away: whoever reads it from now on gets an error. Must be called without holding the interpreter.
    pub fn take(&self) -> Option<Box<dyn Input>> {
        self.input().take()
    }
}

impl Read for Source {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut input = self.input();
        let input = input.as_mut().ok_or_else(|| io::Error::other(closed()))?;
        input.read(out)
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut input = self.input();
        let input = input.as_mut().ok_or_else(|| io::Error::other(closed()))?;
        input.seek(to)
    }
}

/// A source given by the caller.
pub enum Given {
    Path(PathBuf),
    Bytes(Vec<u8>),
    /// A file object, and the URL that it was opened by, or nothing.
    File(PyFile, String),
}

/// The text of an object that is a URL: `s3://…`, `https://…`.
pub fn url(object: &Bound<'_, PyAny>) -> Option<String> {
    let text: String = object.cast::<PyString>().ok()?.extract().ok()?;
    let (scheme, _) = text.split_once("://")?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "+-.:".contains(letter);
    // A scheme of one letter is a drive of Windows.
    (scheme.len() > 1 && scheme.chars().all(is_name)).then_some(text)
}

impl Given {
    /// Determines what the object is. A text is a path, or a URL that fsspec opens.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes().to_vec()));
        }
        if object.hasattr("read")? || object.hasattr("write")? {
            return Ok(Self::File(PyFile::new(object), String::new()));
        }
        if let Some(url) = url(object) {
            let module = object.py().import("pgnz._file")?;
            let file = module.call_method1("remote", (&url,))?;
            return Ok(Self::File(PyFile::new(&file), url));
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

    /// The sources in a list or a tuple, or a single one; whether it is a list.
    pub fn several(object: &Bound<'_, PyAny>) -> PyResult<(bool, Vec<Self>)> {
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let each = object.try_iter()?;
            let given: PyResult<Vec<Self>> = each.map(|one| Self::of(&one?)).collect();
            return Ok((true, given?));
        }
        Ok((false, vec![Self::of(object)?]))
    }

    /// Opens it for random access. Returns what closes it, too.
    pub fn open(self, py: Python<'_>) -> PyResult<(Source, Handle)> {
        let input: Box<dyn Input> = match self {
            Self::Path(path) => match opened(py, &path)? {
                (file, kind) if kind.is_file() => {
                    Box::new(NamedFile::new(SharedFile::new(file), &path))
                }
                (file, _) => Box::new(NamedFile::new(file, &path)),
            },
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            Self::File(file, _) => Box::new(file),
        };
        let source = Source::new(input);
        let handle = py.detach(|| Shared::new(source.clone()));
        Ok((source, handle.map_err(error::io)?))
    }

    /// Opens it for reading once.
    pub fn read(self, py: Python<'_>) -> PyResult<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(NamedFile::new(opened(py, &path)?.0, &path)),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            Self::File(file, _) => Box::new(file),
        })
    }

    /// What messages call it: its path or URL, or nothing.
    pub fn name(&self) -> String {
        match self {
            Self::Path(path) => path.to_string_lossy().into_owned(),
            Self::File(_, url) => url.clone(),
            Self::Bytes(_) => String::new(),
        }
    }
}

/// Opens a file, and says of what kind it is.
fn opened(py: Python<'_>, path: &Path) -> PyResult<(File, FileType)> {
    let opened = py.detach(|| {
        let file = File::open(path)?;
        let kind = file.metadata()?.file_type();
        io::Result::Ok((file, kind))
    });
    match opened {
        Ok((_, kind)) if kind.is_dir() => Err(error::folder(py, path)),
        // Some systems do not open folders at all.
        Err(_) if path.is_dir() => Err(error::folder(py, path)),
        Ok(opened) => Ok(opened),
        Err(error) => Err(error::system(&error, Some(path))),
    }
}
