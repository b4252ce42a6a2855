//! Archives as implementations of the standard library's I/O traits.

use crate::{CompressOptions, Error, ExpandOptions, Growing, Report, Unfinished};
use std::io::{self, BufRead, Read, Write};

/// A writer that compresses the text written to it with [`Write`], for callers that have no [`Read`] for [`compress`](crate::compress).
///
/// [`Encoder::finish`] completes the archive; if the encoder is dropped before, the archive has no end. The archive is the same as the one
/// that [`compress`](crate::compress) makes from this text, and takes the same memory. Blocks are coded on the calling thread or, with more
/// threads, as soon as there is a block for each of them.
///
/// [`Write::flush`] makes a block of the complete games that were written, and passes it on: what `dst` has then can be read, as an archive
/// without an end. Call it when no game comes for a while, because small blocks make the archive larger (`Reshape::repack` puts
/// them together). In a file, [`Encoder::unfinished`] lets every reader read the archive while it is written.
///
/// ```
/// use pgnz::{CompressOptions, Encoder};
/// use std::io::Write;
///
/// let mut encoder = Encoder::new(Vec::new(), &CompressOptions::new())?;
/// for game in ["[White \"Anna\"]\n\n1. e4 *\n\n", "[White \"Emil\"]\n\n1. d4 *\n"] {
///     encoder.write_all(game.as_bytes())?;
/// }
/// let (packed, report) = encoder.finish()?;
/// assert_eq!((report.games, report.archive_bytes), (2, packed.len() as u64));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Encoder<W: Write> {
    inner: archive::Encoder<W>,
}

impl<W: Write> Encoder<W> {
    /// Starts an archive. Its header is written to `dst` at once.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for options out of range,
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) if `dst` fails.
    pub fn new(dst: W, options: &CompressOptions) -> Result<Self, Error> {
        let inner = archive::Encoder::new(dst, options.config())?;
        Ok(Self { inner })
    }

    /// Codes the rest of the text and completes the archive. Returns the destination and a report of the archive's content.
    ///
    /// # Errors
    ///
    /// As for [`compress`](crate::compress); also after an error of [`Write::write`], because text is missing then.
    pub fn finish(self) -> Result<(W, Report), Error> {
        self.inner.finish()
    }
}

impl<F: Growing> Encoder<Unfinished<F>> {
    /// Starts an archive in an empty file that can be read while it is written: after each [`Write::flush`] it has all complete games that were
    /// written before. [`Encoder::finish`] returns the file, to be completed by [`Unfinished::finish`].
    ///
    /// # Errors
    ///
    /// As for [`Encoder::new`].
    ///
    /// ```
    /// use pgnz::{Archive, CompressOptions, Encoder, Unfinished};
    /// use std::io::{Cursor, Write};
    ///
    /// let mut file = Cursor::new(Vec::new());
    /// let mut encoder = Encoder::unfinished(Unfinished::new(&mut file), &CompressOptions::new())?;
    /// encoder.write_all(b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4")?;
    /// encoder.flush()?;
    /// drop(encoder); // The program ends here.
    /// let archive = Archive::open(&mut file)?;
    /// assert_eq!(archive.len(), 1);
    /// assert!(archive.report().unfinished);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn unfinished(dst: Unfinished<F>, options: &CompressOptions) -> Result<Self, Error> {
        let inner = archive::Encoder::unfinished(dst, options.config())?;
        Ok(Self { inner })
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.inner.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The text of an archive, or of several concatenated archives, as a [`Read`] and [`BufRead`].
///
/// Blocks are decoded when their text is read, as many at a time as there are threads. Damage is an [`io::Error`] that contains an
/// [`Error`], after all text before the damage. Text that differs from the compressed text is never returned.
///
/// ```
/// use pgnz::{CompressOptions, Decoder, ExpandOptions};
/// use std::io::BufRead;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
/// let mut lines = Decoder::new(&packed[..], &ExpandOptions::new()).lines();
/// assert_eq!(lines.next().unwrap()?, "[White \"Anna\"]");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Decoder<R> {
    inner: archive::Decoder<R>,
}

impl<R: Read> Decoder<R> {
    /// The text of the archives in `src`. Nothing is read yet.
    pub fn new(src: R, options: &ExpandOptions) -> Self {
        let inner = archive::Decoder::new(src, options.resources(), options.models.clone());
        Self { inner }
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.inner.read(out)
    }
}

impl<R: Read> BufRead for Decoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
    }
}
