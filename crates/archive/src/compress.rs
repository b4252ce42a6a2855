//! Compression: reads a text, cuts it into blocks, codes them on several threads and writes the archive.
//!
//! Format: "Archive".

use crate::blocks::Blocks;
use crate::cut::Cutter;
use crate::writer::{ArchiveWriter, go_on};
use crate::{CompressOptions, Error, Meter, Progress, Report};
use std::io::{Read, Write};
use std::ops::ControlFlow;

/// Compresses any bytes, PGN or not, to an archive. [`expand`](crate::expand) gives the same bytes back.
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
/// # extern crate archive as pgnz;
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
/// # extern crate archive as pgnz;
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
    options.check()?;
    let meter = Meter::new(options.verify.decodes());
    let cutter = Cutter::new(meter.reading(src), options.clone());
    let mut writer = ArchiveWriter::new(dst, &meter);
    go_on(progress(writer.done()))?;
    writer.header(options)?;
    let blocks = Blocks::of(cutter, None);
    writer.code(blocks, options, &mut progress)
}
