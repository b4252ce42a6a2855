//! Decompression: expands an archive to its text, front to back, without seeking.
//!
//! Not part of the format.

use crate::container::header::MAGIC;
use crate::{Error, Handling, Model, Progress, Report, Resources, prove, salvage};
use std::io::{Read, Write};
use std::ops::ControlFlow;

/// Gives back the text of an archive, or of several that follow one another.
///
/// The archive is read once, front to back, on a number of threads (0 means one for each core), or with other [`Resources`].
/// `progress` is called when the run starts and after every block. Memory is bounded by the number of threads, or by
/// [`Resources::memory`].
///
/// # Errors
///
/// Any [`ErrorKind`](crate::ErrorKind); the error names block, stream and byte where they are known. All text before the damage has been written to
/// `dst` by then, and no text that differs from what was compressed.
///
/// ```
/// let mut packed = Vec::new();
/// archive::compress(&b"any bytes"[..], &mut packed, &archive::Config::default(), &mut |_| {})?;
/// let mut text = Vec::new();
/// let report = archive::expand(&packed[..], &mut text, 1, &mut |_| {})?;
/// assert_eq!((text.as_slice(), report.text_bytes), (&b"any bytes"[..], 9));
/// # Ok::<(), archive::Error>(())
/// ```
pub fn expand(
    src: impl Read,
    dst: impl Write,
    resources: impl Into<Resources>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    expand_with(src, dst, resources, &[], progress)
}

/// Like [`expand`], for archives that may have been coded by one of these models of the caller.
///
/// # Errors
///
/// As [`expand`].
pub fn expand_with(
    src: impl Read,
    dst: impl Write,
    resources: impl Into<Resources>,
    models: &[Model],
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let report = salvage(src, dst, resources, models, Handling::Stop, progress)?;
    without_damage(report)
}

fn without_damage(mut report: Report) -> Result<Report, Error> {
    // The caller asks for the whole text, so even damage that costs no text is an error here.
    let first = report.damage.drain(..).next();
    first.map_or(Ok(report), |damage| Err(damage.into()))
}

/// Checks an archive by expanding it and discarding the text, and compares the text with the digests that the archive records.
///
/// # Errors
///
/// As [`expand`].
pub fn test(
    src: impl Read,
    resources: impl Into<Resources>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    test_with(src, resources, &[], progress)
}

/// Like [`test()`], for archives that may have been coded by one of these models of the caller.
///
/// # Errors
///
/// As [`expand`].
pub fn test_with(
    src: impl Read,
    resources: impl Into<Resources>,
    models: &[Model],
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let mut progress = |done: &Progress| {
        progress(done);
        ControlFlow::Continue(())
    };
    let report = prove(src, resources, models, Handling::Stop, &mut progress)?;
    without_damage(report)
}

/// Whether a file with these first bytes is an archive. The first eight bytes decide; fewer than eight are no archive.
///
/// ```
/// # extern crate archive as pgnz;
/// assert!(!pgnz::is_archive(b"[Event \"Casual\"]"));
/// ```
#[must_use]
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}
