//! Checks archives, and makes sound ones of damaged ones.

use crate::{Error, ExpandOptions, Progress, Report};
use archive::{Handling, Repaired};
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow;

/// Checks an archive by decoding all of it. [`Report::damage`] lists every damaged place; it is empty if the archive is sound.
///
/// # Errors
///
/// As for [`expand`](crate::expand) with [`ExpandOptions::keep_going`], which is of no account here: damage is an error only if no part of an
/// archive is found.
///
/// ```
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// assert!(pgnz::test(&packed[..], &pgnz::ExpandOptions::new())?.damage.is_empty());
///
/// packed.truncate(packed.len() - 5);
/// let report = pgnz::test(&packed[..], &pgnz::ExpandOptions::new())?;
/// assert_eq!(report.damage[0].kind(), pgnz::ErrorKind::InsufficientData);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn test(src: impl Read, options: &ExpandOptions) -> Result<Report, Error> {
    test_with_progress(src, options, |_| ControlFlow::Continue(()))
}

/// Like [`test()`], and calls `progress` at the start and after every block. [`ControlFlow::Break`] ends the run.
///
/// # Errors
///
/// As for [`test()`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
///
/// ```
/// use std::ops::ControlFlow;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// let result = pgnz::test_with_progress(&packed[..], &pgnz::ExpandOptions::new(), |_| ControlFlow::Break(()));
/// assert_eq!(result.unwrap_err().kind(), pgnz::ErrorKind::Cancelled);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn test_with_progress(
    src: impl Read,
    options: &ExpandOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    archive::prove(
        src,
        options.resources(),
        &options.models,
        Handling::KeepGoing,
        &mut progress,
    )
}

/// Writes an undamaged archive of the undamaged blocks of one or more copies of an archive. A block is taken from the first copy in which it
/// is undamaged.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the copies are not of the same archive,
/// [`ErrorKind::Corruption`](crate::ErrorKind::Corruption) if no block is undamaged, and any error of reading and writing.
///
/// ```
/// use std::io::Cursor;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// let (mut damaged, mut cut) = (packed.clone(), packed.clone());
/// damaged[60] ^= 1;
/// cut.truncate(packed.len() - 5);
/// let mut whole = Vec::new();
/// let copies = [Cursor::new(damaged), Cursor::new(cut)];
/// let repaired = pgnz::repair(copies, &mut whole, &pgnz::ExpandOptions::new())?;
/// assert_eq!((whole, repaired.missing_blocks), (packed, 0));
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn repair<R: Read + Seek>(
    copies: impl IntoIterator<Item = R>,
    dst: impl Write,
    options: &ExpandOptions,
) -> Result<Repaired, Error> {
    archive::repair(
        copies.into_iter().collect(),
        dst,
        options.resources(),
        &options.models,
        &mut |_| {},
    )
}
