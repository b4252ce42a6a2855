//! Compresses and expands whole texts.

use crate::coding;
use crate::error;
use crate::report::Report;
use crate::run::{Stop, Stopping, Teller, run};
use crate::source::Given;
use crate::target::{Sink, Target};
use pgnz::{CompressOptions, CompressSeveral, Error, ErrorKind, ExpandOptions, Source, Unwrapped};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::{File, TryLockError};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How long a call waits for a file that another one writes, before it tries again.
const PATIENCE: Duration = Duration::from_millis(100);

/// A source, and what messages call it.
type Named = (String, Stopping<Box<dyn Read + Send>>);

/// Opens a source that may be packed by a general compressor.
fn unwrapped(name: &str, src: impl Read + Send + 'static) -> Result<Unwrapped<'static>, Error> {
    let text = Unwrapped::new(src).map_err(|error| error.in_file(name))?;
    match text.is_archive() {
        true => Err(Error::argument("the source is already an archive").in_file(name)),
        false => Ok(text),
    }
}

/// The bytes, or the report where there is another destination.
pub fn result<'py>(
    py: Python<'py>,
    target: Target,
    sink: Sink,
    report: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = target.finish(py, sink)?;
    Ok(bytes.map_or(report, |bytes| bytes.into_any()))
}

/// The exception for an error of a run, which names the file unless it may be about the destination.
pub fn failed(name: &str, error: Error) -> PyErr {
    match error.kind() {
        _ if error.file().is_some() => error::of(error),
        ErrorKind::Io => error::of(error),
        _ => error::about(name, error),
    }
}

/// Compresses any bytes, best PGN, to an archive; :func:`expand` gives the same bytes back.
///
/// ``src`` is a path, a URL that fsspec supports, bytes, or a binary file object, or a list of them; input packed by zstd, gzip, bzip2, xz, lz4 or
/// zip is unpacked. ``dst`` is a path or a file object; without it the archive is returned as bytes, otherwise a :class:`Report`. A file gets its
/// name only when it is complete; a pipe or a device is written to directly. Files in a list keep their names: ``pgnz expand`` writes them apart.
///
/// ``level`` is ``"fast"``, ``"default"`` or ``"best"``; ``model`` are the bytes of a network of your own, instead of a level. ``threads`` is the number of
/// threads (0: one for each core), ``memory`` an approximate limit in bytes, ``block_games`` the number of games in a block (default: 4,096) and
/// ``group_games`` in a group (default: 128). ``progress`` is called at the start and after every block with a dictionary of ``games``,
/// ``text_bytes`` and ``archive_bytes``; an exception that it raises ends the run. ``verify`` says how blocks are decoded and compared before they are
/// written: ``"full"`` (default; ``True`` is the same), ``"replay"``, which takes most predictions of moves from the encoding and is faster, or ``"none"`` (``False``);
/// with ``partial=True``, a text that cannot be read to its end counts as ending after the last complete game; with ``embed=False``, a network of
/// your own is not stored in the archive; with ``embed_data=True``, all data that decoding needs is (7 to 24 MB by level); with ``provenance=False``, no :class:`Provenance` is recorded, which takes some 80 bytes; ``edition="1.0"`` allows only what that edition has.
///
/// With ``resume=True``, ``dst`` is a path whose file can be read all the time. If the run is stopped, the file is an archive of the first games
/// (``report.unfinished`` is true), and the same call goes on with it: the source is read again from its beginning and compared with the archive, and the
/// result is that of one run. A complete archive goes on if its source has become longer. There can be one source only.
///
/// Raises :class:`Error`; ``FileExistsError`` unless ``overwrite`` or ``resume`` is set; ``OSError`` for paths that cannot be opened; and any exception of a
/// file object.
#[pyfunction]
#[pyo3(signature = (src, dst=None, *, progress=None, overwrite=false, resume=false, **options))]
pub fn compress<'py>(
    py: Python<'py>,
    src: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
    overwrite: bool,
    resume: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = coding::options(py, options)?;
    let (several, given) = Given::several(src)?;
    let stop = Stop::default();
    let mut sources: Vec<Named> = Vec::new();
    for given in given {
        let name = given.name();
        let source = given.read(py)?;
        let stop = stop.clone();
        sources.push((name, Stopping { source, stop }));
    }
    if resume {
        let (path, file) = to_go_on_with(py, dst, several || overwrite)?;
        let done = run(py, stop, progress.as_ref(), move |teller| {
            one_text(sources, options, |text, options| {
                pgnz::resume(text, file, options, |done| teller.tell(done))
            })
        })?;
        let is_empty = |path: &Path| path.metadata().is_ok_and(|found| found.len() == 0);
        let report = done.map_err(|error| {
            if is_empty(&path) {
                let _ = std::fs::remove_file(&path);
            }
            failed(&path.to_string_lossy(), error)
        })?;
        return Ok(Report::of(&report).into_pyobject(py)?.into_any());
    }
    let (target, mut sink) = Target::of(dst, overwrite, &stop)?;
    let done = run(py, stop, progress.as_ref(), move |teller| {
        let done = match several {
            true => several_texts(sources, &mut sink, &options, teller),
            false => one_text(sources, options, |text, options| {
                let sink = &mut sink;
                pgnz::compress_with_progress(text, sink, options, |done| teller.tell(done))
            }),
        };
        done.map(|report| (sink, report))
    })?;
    let (sink, report) = done.map_err(|error| failed("", error))?;
    let report = Report::of(&report).into_pyobject(py)?.into_any();
    result(py, target, sink, report)
}

/// The file that a run writes so that another can go on with it, which nobody else works on.
fn to_go_on_with(
    py: Python<'_>,
    dst: Option<&Bound<'_, PyAny>>,
    is_other: bool,
) -> PyResult<(PathBuf, File)> {
    let path = match dst.map(Given::of).transpose()? {
        Some(Given::Path(path)) if !is_other => path,
        _ => {
            let what =
                "with resume=True, there is one source, dst is a path, and overwrite is not set";
            return Err(error::argument(what));
        }
    };
    let opened = py.detach(|| {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        options.open(&path)
    });
    let file = opened.map_err(|error| error::system(&error, Some(&path)))?;
    match lock(py, &file)? {
        Err(TryLockError::WouldBlock) => {
            Err(error::argument("another run is writing this archive"))
        }
        // Some file systems know no locks: then it is up to the user.
        Ok(()) | Err(TryLockError::Error(_)) => Ok((path, file)),
    }
}

/// Locks a file. A call that was stopped finishes its blocks first, so it is waited for.
fn lock(py: Python<'_>, file: &File) -> PyResult<Result<(), TryLockError>> {
    for _ in 0..50 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(PATIENCE)),
            done => return Ok(done),
        }
        py.check_signals()?;
    }
    Ok(file.try_lock())
}

fn one_text(
    sources: Vec<Named>,
    options: CompressOptions,
    make: impl FnOnce(Unwrapped<'static>, &CompressOptions) -> Result<pgnz::Report, Error>,
) -> Result<pgnz::Report, Error> {
    let first = sources.into_iter().next();
    let (name, source) = first.ok_or_else(|| Error::argument("there is no source"))?;
    let text = unwrapped(&name, source)?;
    let options = options.source(text.source()).source_digest(text.digest());
    make(text, &options).map_err(|error| about(&name, error))
}

fn several_texts(
    sources: Vec<Named>,
    sink: &mut Sink,
    options: &CompressOptions,
    teller: &Teller,
) -> Result<pgnz::Report, Error> {
    let mut several = CompressSeveral::new(&mut *sink, options);
    let mut whole = None::<pgnz::Report>;
    for (name, source) in sources {
        let text = unwrapped(&name, source)?;
        let (kept, source) = (kept_name(&name, text.source()), text.source());
        several.source_digest(text.digest());
        let before = whole.as_ref();
        let before = before.map_or((0, 0, 0), |done| {
            (done.games, done.text_bytes, done.archive_bytes)
        });
        let tell = |done: &pgnz::Progress| {
            let mut done = done.clone();
            done.games += before.0;
            done.text_bytes += before.1;
            done.archive_bytes += before.2;
            teller.tell(&done)
        };
        let done = several.text_with_progress(kept.as_deref(), source, text, tell);
        let report = done.map_err(|error| about(&name, error))?;
        whole = Some(match whole {
            Some(whole) => whole.and(report),
            None => report,
        });
    }
    whole.ok_or_else(|| Error::argument("there is no source"))
}

/// The error of a source with this name, unless it may be about the destination.
fn about(name: &str, error: Error) -> Error {
    match error.kind() {
        _ if name.is_empty() => error,
        ErrorKind::Io | ErrorKind::Cancelled | ErrorKind::InvalidArgument => error,
        _ => error.in_file(name),
    }
}

/// The name by which a text comes back: that of its file, without the extension of what it was packed by.
pub fn kept_name(path: &str, source: Source) -> Option<String> {
    let name = Path::new(path).file_name()?.to_str()?;
    let packed: &[&str] = match source {
        Source::Zstd => &[".zst", ".zstd"],
        Source::Gzip => &[".gz"],
        Source::Bzip2 => &[".bz2"],
        Source::Xz => &[".xz"],
        Source::Lz4 => &[".lz4"],
        Source::Zip => &[".zip"],
        _ => &[],
    };
    let bare = packed.iter().find_map(|end| name.strip_suffix(end));
    let name = bare.unwrap_or(name);
    (!name.is_empty() && name.len() <= 255).then(|| name.to_owned())
}

/// Returns or writes the bytes that were compressed. ``src``, ``dst``, ``threads``, ``memory``, ``progress`` and ``overwrite`` are as for
/// :func:`compress`; ``models`` are the bytes of networks with which the archive may have been coded.
///
/// With ``keep_going``, only the damaged parts of an archive are missing; ``Report.damage`` lists them.
#[pyfunction]
#[pyo3(signature = (src, dst=None, *, threads=0, memory=None, models=Vec::new(), progress=None, keep_going=false, overwrite=false))]
pub fn expand<'py>(
    py: Python<'py>,
    src: &Bound<'py, PyAny>,
    dst: Option<&Bound<'py, PyAny>>,
    threads: usize,
    memory: Option<u64>,
    models: Vec<Vec<u8>>,
    progress: Option<Py<PyAny>>,
    keep_going: bool,
    overwrite: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = reading(py, threads, memory, &models)?.keep_going(keep_going);
    let stop = Stop::default();
    let given = Given::of(src)?;
    let name = given.name();
    let source = Stopping {
        source: given.read(py)?,
        stop: stop.clone(),
    };
    let (target, mut sink) = Target::of(dst, overwrite, &stop)?;
    let done = run(py, stop, progress.as_ref(), move |teller| {
        let src = BufReader::with_capacity(1 << 16, source);
        let done = pgnz::expand_with_progress(src, &mut sink, &options, |done| teller.tell(done));
        done.map(|report| (sink, report))
    })?;
    let (sink, report) = done.map_err(|error| failed(&name, error))?;
    let report = Report::of(&report).into_pyobject(py)?.into_any();
    result(py, target, sink, report)
}

/// Checks an archive by decoding all of it, and writes nothing. ``Report.damage`` lists every damaged place; it is empty if the archive is sound.
///
/// ``src``, ``threads``, ``memory``, ``models`` and ``progress`` are as for :func:`expand`. Raises :class:`Error` if no part of an archive is found.
#[pyfunction]
#[pyo3(signature = (src, *, threads=0, memory=None, models=Vec::new(), progress=None))]
pub fn test(
    py: Python<'_>,
    src: &Bound<'_, PyAny>,
    threads: usize,
    memory: Option<u64>,
    models: Vec<Vec<u8>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Report> {
    let options = reading(py, threads, memory, &models)?;
    let stop = Stop::default();
    let given = Given::of(src)?;
    let name = given.name();
    let source = Stopping {
        source: given.read(py)?,
        stop: stop.clone(),
    };
    let done = run(py, stop, progress.as_ref(), move |teller| {
        let src = BufReader::with_capacity(1 << 16, source);
        pgnz::test_with_progress(src, &options, |done| teller.tell(done))
    })?;
    let report = done.map_err(|error| failed(&name, error))?;
    Ok(Report::of(&report))
}

/// The options of reading.
pub fn reading(
    py: Python<'_>,
    threads: usize,
    memory: Option<u64>,
    models: &[Vec<u8>],
) -> PyResult<ExpandOptions> {
    let mut options = ExpandOptions::new().threads(threads);
    if let Some(bytes) = memory {
        options = options.memory(bytes);
    }
    for bytes in models {
        let model = py.detach(|| pgnz::Model::from_bytes(bytes));
        options = options.model(model.map_err(error::of)?);
    }
    Ok(options)
}
