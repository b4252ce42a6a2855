//! Games that are added to an archive.

use crate::coding;
use crate::convert::{failed, kept_name};
use crate::error;
use crate::report::Report;
use crate::run::{Stop, Stopping, run};
use crate::source::Given;
use pgnz::{Append, Error, ErrorKind, Unwrapped};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::{self, File};
use std::path::PathBuf;

/// Adds games to the end of an archive, in the same file. If it is interrupted, the archive stays as it was.
///
/// ``archive`` is a path. ``src`` is a path, a URL, bytes or a file object, or a list of them: PGN, plain or packed, or archives, which are copied.
/// The options are those of :func:`compress`; without a level or a model, games are coded as the last ones of the archive are. Returns a
/// :class:`Report` of what was added.
#[pyfunction]
#[pyo3(signature = (archive, src, *, progress=None, **options))]
pub fn append(
    py: Python<'_>,
    archive: PathBuf,
    src: &Bound<'_, PyAny>,
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
    let opened = py.detach(|| File::options().read(true).write(true).open(&archive));
    let mut file = opened.map_err(|error| error::system(&error, Some(&archive)))?;
    // Some file systems know no locks: then it is up to the user.
    if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        let what = "another run is adding to this archive; try again when it is done";
        let name = archive.to_string_lossy();
        return Err(error::argument(error::named(&name, &what)));
    }
    let name = archive.to_string_lossy().into_owned();
    let wait = stop.clone();
    let done = run(py, stop, progress.as_ref(), move |teller| {
        let mut append = Append::begin(&mut file, &options)?;
        let keeps_names = !append.before().files.is_empty();
        for (name, source) in sources {
            let text = Unwrapped::new(source).map_err(|error| error.in_file(&name))?;
            let done = match text.is_archive() {
                true => append.archive(text),
                false => {
                    let kept = kept_name(&name, text.source()).filter(|_| keeps_names);
                    append.describe(text.source(), kept);
                    append.source_digest(text.digest());
                    append.text_with_progress(text, |done| teller.tell(done))
                }
            };
            done.map_err(
                |error| match name.is_empty() || error.kind() == ErrorKind::Cancelled {
                    true => error,
                    false => error.in_file(name),
                },
            )?;
        }
        // Whoever has stopped waiting has been told that nothing was added.
        wait.check()
            .map_err(|error| Error::system("nothing was added", error))?;
        append.finish()
    })?;
    let added = done.map_err(|error| failed(&name, error))?;
    let whole = added.into_iter().reduce(pgnz::Report::and);
    match whole {
        Some(whole) => Ok(Report::of(&whole)),
        None => Err(error::argument("there is no source")),
    }
}
