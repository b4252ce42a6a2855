//! The destinations of texts and archives.

use crate::error;
use crate::named_file::NamedFile;
use crate::pyfile::PyFile;
use crate::run::Stop;
use crate::source::{self, Given};
use pgnz::{Archive, Error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Where a result goes. If it is dropped before [`Target::finish`], nothing is left of a file.
pub enum Target {
    Bytes,
    File,
    /// A file that gets its name only when it is complete.
    Path {
        passing: TempPath,
        path: PathBuf,
        overwrite: bool,
    },
}

/// The writing side of a [`Target`], for the thread that does the work.
pub struct Sink {
    out: Out,
    stop: Stop,
}

enum Out {
    Bytes(Vec<u8>),
    Object(BufWriter<PyFile>),
    File(BufWriter<NamedFile<File>>),
}

impl Target {
    pub fn of(
        dst: Option<&Bound<'_, PyAny>>,
        overwrite: bool,
        stop: &Stop,
    ) -> PyResult<(Self, Sink)> {
        let (target, out) = match dst {
            None => (Self::Bytes, Out::Bytes(Vec::new())),
            Some(dst) if source::url(dst).is_some() => {
                let what = "a URL cannot be written to: give a file object, such as fsspec.open(url, \"wb\").open()";
                return Err(error::argument(what));
            }
            Some(dst) => Self::given(dst.py(), Given::of(dst)?, overwrite)?,
        };
        let stop = stop.clone();
        Ok((target, Sink { out, stop }))
    }

    fn given(py: Python<'_>, dst: Given, overwrite: bool) -> PyResult<(Self, Out)> {
        match dst {
            Given::File(file, _) => Ok((Self::File, Out::object(file))),
            Given::Path(path) => Self::path(py, path, overwrite),
            Given::Bytes(_) => Err(error::argument("bytes cannot be written to")),
        }
    }

    fn path(py: Python<'_>, path: PathBuf, overwrite: bool) -> PyResult<(Self, Out)> {
        match py.detach(|| fs::metadata(&path)) {
            Ok(found) if found.is_dir() => return Err(error::folder(py, &path)),
            // Nothing can be put in the place of a pipe or a device.
            Ok(found) if !found.is_file() => {
                return Ok((Self::File, Out::object(PyFile::create(py, &path)?)));
            }
            Ok(_) if !overwrite => return Err(error::exists(py, &path)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error::system(&error, Some(&path)));
            }
            _ => {}
        }
        // A symbolic link stays, and the file that it leads to is replaced.
        let path = fs::canonicalize(&path).unwrap_or(path);
        let file = unfinished(&path).map_err(|error| error::system(&error, Some(&path)))?;
        let (file, passing) = file.into_parts();
        let file = NamedFile::new(file, &path);
        let out = Out::File(BufWriter::with_capacity(1 << 16, file));
        let target = Self::Path {
            passing,
            path,
            overwrite,
        };
        Ok((target, out))
    }

    /// Completes the output. Returns the bytes if there is no other destination.
    pub fn finish<'py>(self, py: Python<'py>, sink: Sink) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match (self, sink.out) {
            (_, Out::Bytes(bytes)) => return Ok(Some(PyBytes::new(py, &bytes))),
            (_, Out::Object(mut file)) => py.detach(|| file.flush()).map_err(error::io)?,
            (
                Self::Path {
                    passing,
                    path,
                    overwrite,
                },
                Out::File(file),
            ) => {
                let named = py.detach(|| {
                    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                    file.file.sync_all()?;
                    match overwrite {
                        true => passing.persist(&path),
                        false => passing.persist_noclobber(&path),
                    }
                    .map_err(|error| error.error)
                });
                match named {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        return Err(error::exists(py, &path));
                    }
                    named => named.map_err(|error| error::system(&error, Some(&path)))?,
                }
            }
            // A target and its sink are made together.
            (_, Out::File(_)) => {}
        }
        Ok(None)
    }
}

impl Out {
    fn object(file: PyFile) -> Self {
        Self::Object(BufWriter::with_capacity(1 << 16, file))
    }
}

impl Sink {
    /// Reads an archive again that was written to a file or to memory, which must have this number of games.
    pub fn check(&mut self, games: u64) -> Result<(), Error> {
        self.flush().map_err(not_kept)?;
        let found = match &self.out {
            Out::Bytes(bytes) => Archive::open(io::Cursor::new(bytes))?.len(),
            Out::File(file) => {
                let file = file.get_ref().file.try_clone().map_err(not_kept)?;
                Archive::open(file)?.len()
            }
            Out::Object(_) => games,
        };
        match found == games {
            true => Ok(()),
            false => {
                let what = format!("it has {found} games instead of {games}");
                Err(not_kept(io::Error::other(what)))
            }
        }
    }
}

fn not_kept(error: io::Error) -> Error {
    Error::system("the archive is not kept", error)
}

/// A new file beside the one that it becomes.
pub fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
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

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stop.check()?;
        match &mut self.out {
            Out::Bytes(held) => held.write(bytes),
            Out::Object(file) => file.write(bytes),
            Out::File(file) => file.write(bytes),
        }
    }

    /// Only a file of our own is flushed: each call of a file object costs.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::File(file) => file.flush(),
            Out::Bytes(_) | Out::Object(_) => Ok(()),
        }
    }
}
