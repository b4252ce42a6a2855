//! Compresses and expands whole texts.

use crate::{CompressOptions, Error, ExpandOptions, Growing, Progress, Report};
use std::io::{Read, Write};
use std::ops::ControlFlow;

/// Compresses any bytes, PGN or not, to an archive. [`expand`] gives the same bytes back.
///
/// The text is read once and the archive is written once, both in order and both on the calling thread, so neither needs to be
/// `Send`. The archive depends only on the text, the model and the size of blocks. The memory does not depend on the length of the
/// text: it is about 100 MB for each thread with blocks of the default size.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for options out of range or a block beyond the memory limit,
/// [`ErrorKind::Io`](crate::ErrorKind::Io) if `src` or `dst` fails.
///
/// ```
/// let mut packed = Vec::new();
/// let report = pgnz::compress(&b"[Event \"Casual\"]\n\n1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// assert_eq!((report.games, report.archive_bytes), (1, packed.len() as u64));
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn compress(
    src: impl Read,
    dst: impl Write,
    options: &CompressOptions,
) -> Result<Report, Error> {
    compress_with_progress(src, dst, options, |_| ControlFlow::Continue(()))
}

/// Like [`compress`], and calls `progress` at the start and after every block. [`ControlFlow::Break`] ends the run.
///
/// Blocks that are being coded are finished first, which takes a second or two. The output is then an incomplete archive.
///
/// # Errors
///
/// As for [`compress`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
///
/// ```
/// use std::ops::ControlFlow;
///
/// let options = pgnz::CompressOptions::new();
/// let stop = |progress: &pgnz::Progress| match progress.games {
///     0..1_000_000 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// pgnz::compress_with_progress(&b"1. e4 *\n"[..], Vec::new(), &options, stop)?;
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn compress_with_progress(
    src: impl Read,
    dst: impl Write,
    options: &CompressOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    archive::compress_watched(src, dst, &options.config(), &mut progress)
}

/// Compresses a text, as [`compress`] does, to a file that can be read all the time, and goes on where a run was stopped.
///
/// If the run ends early in any way, the file is an archive of the first games, for which [`Report::unfinished`] is true. Another call with the same
/// text and the same options reads the text again from its beginning, compares it with the archive, and goes on after the last block; the result is the
/// archive that [`compress`] makes. A complete archive goes on, too, if the text has become longer. `file` is empty, or has such an archive.
/// `progress` is as for [`compress_with_progress`]; it is called first when the comparison is done.
///
/// If `src` has nothing for a while, it may say so by [`WouldBlock`](std::io::ErrorKind::WouldBlock), after waiting for a moment; see
/// [`CompressOptions::flush`].
///
/// # Errors
///
/// As for [`compress_with_progress`]; what is wrong with the archive; and [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text
/// does not begin with that of the archive, or if the archive was made with other options. The file stays as it was then.
///
/// ```
/// use pgnz::CompressOptions;
/// use std::io::Cursor;
/// use std::ops::ControlFlow;
///
/// let game = "[White \"Anna\"]\n\n1. e4 *\n\n";
/// let options = CompressOptions::new();
/// let mut file = Cursor::new(Vec::new());
/// pgnz::resume(game.as_bytes(), &mut file, &options, |_| ControlFlow::Continue(()))?;
/// let longer = game.repeat(2);
/// let report = pgnz::resume(longer.as_bytes(), &mut file, &options, |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.games, 2);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn resume(
    src: impl Read,
    file: impl Growing,
    options: &CompressOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    archive::resume(src, file, &options.config(), &mut progress)
}

/// Writes the text of an archive, or of several concatenated archives.
///
/// The archive is read once, in order, on the calling thread, while the text is written. To check an archive without keeping its text,
/// write to [`std::io::sink`].
///
/// # Errors
///
/// Any [`ErrorKind`](crate::ErrorKind) except `Cancelled`; the error names block, stream and byte if they are known. All text before the
/// damage has already been written to `dst`, and nothing that differs from the compressed text. With [`ExpandOptions::keep_going`], damage
/// is an error only if no part of an archive is found.
///
/// ```
/// use pgnz::{CompressOptions, ExpandOptions};
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"any bytes"[..], &mut packed, &CompressOptions::new())?;
/// let mut text = Vec::new();
/// let report = pgnz::expand(&packed[..], &mut text, &ExpandOptions::new())?;
/// assert_eq!((text.as_slice(), report.text_bytes), (&b"any bytes"[..], 9));
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn expand(src: impl Read, dst: impl Write, options: &ExpandOptions) -> Result<Report, Error> {
    expand_with_progress(src, dst, options, |_| ControlFlow::Continue(()))
}

/// Like [`expand`], and calls `progress` at the start and after every block. [`ControlFlow::Break`] ends the run.
///
/// # Errors
///
/// As for [`expand`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
///
/// ```
/// use std::ops::ControlFlow;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// let options = pgnz::ExpandOptions::new();
/// let result = pgnz::expand_with_progress(&packed[..], Vec::new(), &options, |_| ControlFlow::Break(()));
/// assert_eq!(result.unwrap_err().kind(), pgnz::ErrorKind::Cancelled);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn expand_with_progress(
    src: impl Read,
    dst: impl Write,
    options: &ExpandOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let mut report = archive::salvage_watched(
        src,
        dst,
        options.resources(),
        &options.models,
        options.handling(),
        &mut progress,
    )?;
    if options.keep_going {
        return Ok(report);
    }
    // Where only adding to an archive was interrupted, there is a report, but the text is not whole.
    let first = report.damage.drain(..).next();
    first.map_or(Ok(report), |damage| Err(damage.into()))
}
