//! Compresses and expands whole texts.

use crate::ending;
use crate::error;
use crate::parts;
use crate::source::Given;
use crate::target::Target;
use pgnz::{CompressOptions, Error, ErrorKind, ExpandOptions, Progress};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;

/// Reports the progress of a run to the caller, and ends the run if the caller or the user asks for it.
struct Watch {
    callback: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Watch {
    fn tell(&mut self, progress: &Progress) -> ControlFlow<()> {
        let answer = ending::attached(|py| {
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
            Some(Ok(())) => ControlFlow::Continue(()),
            Some(Err(raised)) => {
                self.raised = Some(raised);
                ControlFlow::Break(())
            }
            // The interpreter is ending, and nobody waits for the result.
            None => ControlFlow::Break(()),
        }
    }

    /// The result of a run on what has this name; an exception that was raised meanwhile takes precedence.
    fn result(self, name: &str, done: Result<pgnz::Report, Error>) -> PyResult<pgnz::Report> {
        match (self.raised, done) {
            (Some(raised), _) => Err(raised),
            (None, done) => done.map_err(|error| match error.kind() {
                // It may be about the destination.
                ErrorKind::Io => error::of(error),
                _ => error::about(name, error),
            }),
        }
    }
}

/// Opens a source that may be packed by a general compressor.
fn unwrapped(
    src: Box<dyn Read + Send>,
    name: &str,
) -> io::Result<(pgnz::Source, Box<dyn Read + Send>)> {
    let (start, input) = wrapping::peek(BufReader::with_capacity(1 << 16, src))?;
    if wrapping::is_archive(&start) {
        let what = "the source is already an archive";
        return Err(io::Error::other(error::argument(error::named(name, &what))));
    }
    let source = wrapping::recognise(&start);
    Ok((source, wrapping::unwrap(source, input)?))
}

/// Compresses any bytes, best PGN, to an archive; :func:`expand` gives the same bytes back.
///
/// ``src`` is a path, bytes, or a binary file object; input packed by zstd, gzip, bzip2, xz, lz4 or zip is unpacked. ``dst`` is a path or a file
/// object; without it the archive is returned as bytes, otherwise a :class:`Report`. A file gets its name only when it is complete; a pipe or a
/// device is written to directly.
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
    let src = Given::of(src)?;
    let name = src.name();
    let src = src.read(py)?;
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
    let unwrapped = py.detach(|| unwrapped(src, &name));
    let (source, text) = unwrapped.map_err(|error| error::io_about(&name, error))?;
    let done = py.detach(|| {
        let options = options.source(source);
        pgnz::compress_with_progress(text, &mut target, &options, |progress| watch.tell(progress))
    });
    // What else can go wrong is not about the source.
    let report = watch.result("", done)?;
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
    let src = Given::of(src)?;
    let name = src.name();
    let src = src.read(py)?;
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
    let report = watch.result(&name, done)?;
    target.finish(py, &report)
}
