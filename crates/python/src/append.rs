//! Games that are added to an archive.

use crate::coding;
use crate::convert::{failed, kept_name};
use crate::error;
use crate::report::Report;
use crate::run::{Stop, Stopping, run};
use crate::source::Given;
use pgnz::{Append, Archive, CompressOptions, Error, ErrorKind, Reshape, SharedFile, Unwrapped};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Adds games to the end of an archive, in the same file. If it is interrupted, the archive stays as it was. If there is no archive, it is created.
///
/// ``archive`` is a path. ``src`` is a path, a URL, bytes or a file object, or a list of them: PGN, plain or packed, or archives, which are copied.
/// The options are those of :func:`compress`; without a level or a model, games are coded as the last ones of the archive are. With
/// ``new_only``, games that are there already are skipped, as ``pgnz append --new-only`` does. Returns a :class:`Report` of what was added.
#[pyfunction]
#[pyo3(signature = (archive, src, *, new_only=false, progress=None, **options))]
pub fn append(
    py: Python<'_>,
    archive: PathBuf,
    src: &Bound<'_, PyAny>,
    new_only: bool,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let options = coding::options(py, options)?;
    let (_, given) = Given::several(src)?;
    let stop = Stop::default();
    let mut sources = Vec::new();
    for given in given {
        let name = given.name();
        let source = given.read(py)?;
        let stop = stop.clone();
        sources.push((name, Stopping { source, stop }));
    }
    if sources.is_empty() {
        return Err(error::argument("there is no source"));
    }
    let (mut file, begun) = py
        .detach(|| open_or_create(&archive))
        .map_err(|error| error::system(&error, Some(&archive)))?;
    // Some file systems know no locks: then it is up to the user.
    if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        let what = "another run is changing this archive; try again when it is done";
        let name = archive.to_string_lossy();
        return Err(error::argument(error::named(&name, &what)));
    }
    let name = archive.to_string_lossy().into_owned();
    let wait = stop.clone();
    let done = run(py, stop, progress.as_ref(), move |teller| {
        let mut append = Append::begin(&mut file, &options)?;
        let (old, more) = (append.before(), sources.len() > 1);
        let is_there = old.archives > 0;
        let keeps_names = !old.files.is_empty() || !is_there && more;
        let mut candidates = tempfile::tempfile().map_err(not_stored)?;
        for (name, source) in sources {
            let text = Unwrapped::new(source).map_err(|error| error.in_file(&name))?;
            let tell = |done: &_| teller.tell(done);
            let done = match (text.is_archive(), new_only) {
                (true, false) => append.archive(text).map(drop),
                (true, true) => copy(text, &mut candidates),
                (false, _) => {
                    let kept = kept_name(&name, text.source()).filter(|_| keeps_names);
                    append.describe(text.source(), kept);
                    append.source_digest(text.digest());
                    match new_only {
                        true => append.text_apart(text, &mut candidates, tell),
                        false => append.text_with_progress(text, tell),
                    }
                    .map(drop)
                }
            };
            done.map_err(
                |error| match name.is_empty() || error.kind() == ErrorKind::Cancelled {
                    true => error,
                    false => error.in_file(name),
                },
            )?;
        }
        if new_only {
            // Nobody can read the archive while something is being added.
            drop(append);
            let old = is_there.then_some(&*archive);
            let (games, new) = new_games(old, candidates, &options)?;
            append = Append::begin(&mut file, &options)?;
            if games > 0 || !is_there {
                append.archive(new)?;
            }
        }
        // Whoever has stopped waiting has been told that nothing was added.
        wait.check()
            .map_err(|error| Error::system("nothing was added", error))?;
        let added = append.finish()?;
        begun.keep();
        Ok(added)
    })?;
    let added = done.map_err(|error| failed(&name, error))?;
    let whole = added.into_iter().reduce(pgnz::Report::and);
    Ok(Report::of(&whole.unwrap_or_default()))
}

/// A file that is removed again, unless it is kept.
struct Begun(Option<PathBuf>);

impl Begun {
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            // If this fails, the next addition finds it empty.
            let _ = fs::remove_file(path);
        }
    }
}

fn open_or_create(path: &Path) -> io::Result<(File, Begun)> {
    let mut options = File::options();
    options.read(true).write(true);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let file = options.create_new(true).open(path)?;
            Ok((file, Begun(Some(path.to_owned()))))
        }
        opened => Ok((opened?, Begun(None))),
    }
}

/// The games of candidates that are not in the archive at a path: how many, and an archive of them.
fn new_games(
    old: Option<&Path>,
    candidates: File,
    options: &CompressOptions,
) -> Result<(u64, File), Error> {
    let mut archives = Vec::new();
    if let Some(path) = old {
        let file = File::open(path).map_err(|error| Error::system("cannot read it", error))?;
        archives.push(Archive::open(SharedFile::new(file))?);
    }
    let known = archives.len();
    archives.push(Archive::open(SharedFile::new(candidates))?);
    let mut new = tempfile::tempfile().map_err(not_stored)?;
    let mut reshape = Reshape::new(archives)?.options(options.clone());
    let made = reshape.new_only(known, BufWriter::new(&mut new))?;
    new.rewind().map_err(not_stored)?;
    Ok((made.games_out, new))
}

fn copy(mut from: impl io::Read, to: &mut impl Write) -> Result<(), Error> {
    io::copy(&mut from, to).map_err(not_stored)?;
    Ok(())
}

fn not_stored(error: io::Error) -> Error {
    Error::system("games cannot be stored temporarily", error)
}
