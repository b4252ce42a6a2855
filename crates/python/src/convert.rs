//! Compresses and expands whole texts.

use crate::error;
use crate::parts;
use crate::report::Report;
use crate::source::{Given, PyFile};
use pgnz::{CompressOptions, Error, ExpandOptions, Progress};
use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The destination of a result.
enum Target {
    Bytes(Vec<u8>),
    File(BufWriter<PyFile>),
    /// A file that gets its name only when it is complete.
    Path(BufWriter<NamedTempFile>, PathBuf, bool),
}

impl Target {
    fn of(dst: Option<&Bound<'_, PyAny>>, overwrite: bool) -> PyResult<Self> {
        let Some(dst) = dst else {
            return Ok(Self::Bytes(Vec::new()));
        };
        Ok(match Given::of(dst)? {
            Given::File(file) => Self::File(BufWriter::with_capacity(1 << 16, file)),
            Given::Path(path) => {
                if !overwrite && path.try_exists()? {
                    return Err(exists(&path));
                }
                let folder = path
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty());
                let mut builder = tempfile::Builder::new();
                builder.prefix(".pgnz-").suffix(".part");
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    // The mask of the process takes its part away, as for any new file.
                    builder.permissions(std::fs::Permissions::from_mode(0o666));
                }
                let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
                Self::Path(BufWriter::with_capacity(1 << 16, file), path, overwrite)
            }
            Given::Bytes(_) => return Err(error::argument("bytes cannot be written to")),
        })
    }

    /// Completes the output. Returns the bytes if there is no destination, otherwise the report.
    fn finish<'py>(self, py: Python<'py>, report: &pgnz::Report) -> PyResult<Bound<'py, PyAny>> {
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
                        return Err(exists(&path));
                    }
                    named => drop(named?),
                }
            }
        }
        Ok(Report::of(report).into_pyobject(py)?.into_any())
    }
}

fn exists(path: &Path) -> PyErr {
    let what = format!("{} exists; overwrite=True replaces it", path.display());
    PyFileExistsError::new_err(what)
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

/// Reports the progress of a run to the caller, and ends the run if the caller or the user asks for it.
struct Watch {
    callback: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Watch {
    fn tell(&mut self, progress: &Progress) -> ControlFlow<()> {
        let answer = Python::attach(|py| {
            py.check_signals()?;
            let Some(callback) = &self.callback else {
                return Ok(());
            };
            let facts = PyDict::new(py);
            facts.set_item("games", progress.games)?;
            facts.set_item("text_bytes", progress.text_bytes)?;
            facts.set_item("archive_bytes", progress.archive_bytes)?;
            callback.call1(py, (facts,)).map(|_| ())
        });
        match answer {
            Ok(()) => ControlFlow::Continue(()),
            Err(raised) => {
                self.raised = Some(raised);
                ControlFlow::Break(())
            }
        }
    }

    /// The result of the run; an exception that was raised meanwhile takes precedence.
    fn result(self, done: Result<pgnz::Report, Error>) -> PyResult<pgnz::Report> {
        match (self.raised, done) {
            (Some(raised), _) => Err(raised),
            (None, done) => done.map_err(error::of),
        }
    }
}

/// Opens a source that may be packed by a general compressor.
fn unwrapped(src: Box<dyn Read + Send>) -> io::Result<(pgnz::Source, Box<dyn Read + Send>)> {
    let (start, input) = wrapping::peek(BufReader::with_capacity(1 << 16, src))?;
    if wrapping::is_archive(&start) {
        let what = "the source is an archive already";
        return Err(io::Error::other(error::argument(what)));
    }
    let source = wrapping::recognise(&start);
    Ok((source, wrapping::unwrap(source, input)?))
}

/// Compresses any bytes, best PGN, to an archive; :func:`expand` gives the same bytes back.
///
/// ``src`` is a path, bytes, or a binary file object; input packed by zstd, gzip, bzip2, xz, lz4 or zip is unpacked. ``dst`` is a path or a file
/// object; without it the archive is returned as bytes, otherwise a :class:`Report`. A file gets its name only when it is complete.
///
/// ``level`` is ``"default"`` or ``"fast"``, ``threads`` the number of threads (0: one for each core), ``block_games`` the number of games in a
/// block (default: 4,096). ``progress`` is called at the start and after every block with a dictionary of ``games``, ``text_bytes`` and
/// ``archive_bytes``; an exception that it raises ends the run. With ``verify=False``, blocks are not decoded and compared.
///
/// Raises :class:`Error`; ``FileExistsError`` unless ``overwrite`` is set; ``OSError`` for paths that cannot be opened; and any exception of a
/// file object.
#[pyfunction]
#[pyo3(signature = (src, dst=None, *, level="default", threads=0, progress=None, block_games=None, verify=true, overwrite=false))]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn compress<'py>(
    py: Python<'py>,
    src: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    level: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
    block_games: Option<u32>,
    verify: bool,
    overwrite: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let src = Given::of(src)?.read(py)?;
    let mut options = CompressOptions::new()
        .level(parts::level(level)?)
        .threads(threads)
        .verify(verify);
    if let Some(games) = block_games {
        options = options.block_games(games);
    }
    let mut target = Target::of(dst, overwrite)?;
    let mut watch = Watch {
        callback: progress,
        raised: None,
    };
    let (source, text) = py.detach(|| unwrapped(src)).map_err(error::io)?;
    let done = py.detach(|| {
        let options = options.source(source);
        pgnz::compress_with_progress(text, &mut target, &options, |progress| watch.tell(progress))
    });
    let report = watch.result(done)?;
    target.finish(py, &report)
}

/// Returns or writes the bytes that were compressed. ``src``, ``dst``, ``threads``, ``progress`` and ``overwrite`` are as for :func:`compress`.
///
/// With ``keep_going``, only the damaged parts of an archive are missing; ``Report.damage`` lists them.
#[pyfunction]
#[pyo3(signature = (src, dst=None, *, threads=0, progress=None, keep_going=false, overwrite=false))]
pub fn expand<'py>(
    py: Python<'py>,
    src: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    keep_going: bool,
    overwrite: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let src = Given::of(src)?.read(py)?;
    let mut target = Target::of(dst, overwrite)?;
    let mut watch = Watch {
        callback: progress,
        raised: None,
    };
    let options = ExpandOptions::new().threads(threads).keep_going(keep_going);
    let done = py.detach(|| {
        let src = BufReader::with_capacity(1 << 16, src);
        pgnz::expand_with_progress(src, &mut target, &options, |progress| watch.tell(progress))
    });
    let report = watch.result(done)?;
    target.finish(py, &report)
}
