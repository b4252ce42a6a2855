//! Compression as a [`Write`]: text is written piece by piece and comes out as an archive.
//!
//! Not part of the format.

use crate::cut::{CHUNK_BYTES, Cutter};
use crate::encoding::BlockText;
use crate::error::Place;
use crate::pipeline::{self, Next};
use crate::resources::{Budget, block_bytes};
use crate::seal::seal;
use crate::writer::ArchiveWriter;
use crate::{CompressOptions, Error, Growing, Meter, Report, Unfinished};
use std::io::{self, Read, Write};

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
/// # extern crate archive as pgnz;
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
    cutter: Cutter<Inbox>,
    writer: ArchiveWriter<W>,
    /// Blocks that wait until there is one for each thread.
    waiting: Vec<BlockText>,
    blocks: u64,
    budget: Budget,
    options: CompressOptions,
    failed: bool,
}

/// Text that was written and has not been cut into blocks yet. It holds at most one chunk.
#[derive(Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
    taken: usize,
    /// Whether no more text comes.
    pub ended: bool,
}

impl Inbox {
    pub fn is_full(&self) -> bool {
        self.bytes.len() - self.taken >= CHUNK_BYTES
    }

    /// Copies as much of a text as there is room for, and returns its length.
    pub fn take_in(&mut self, text: &[u8]) -> usize {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.taken = 0;
        }
        let count = text.len().min(CHUNK_BYTES.saturating_sub(self.bytes.len()));
        self.bytes.extend_from_slice(&text[..count]);
        count
    }
}

impl Read for Inbox {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.bytes.len() && !self.ended {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = (&self.bytes[self.taken..]).read(out)?;
        self.taken += count;
        Ok(count)
    }
}

impl<W: Write> Encoder<W> {
    /// Starts an archive. Its header is written to `dst` at once.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for options out of range,
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) if `dst` fails.
    pub fn new(dst: W, options: &CompressOptions) -> Result<Self, Error> {
        options.check()?;
        let mut writer = ArchiveWriter::new(dst, &Meter::new(options.verify.decodes()));
        writer.header(options)?;
        Ok(Self::over(writer, options))
    }

    fn over(writer: ArchiveWriter<W>, options: &CompressOptions) -> Self {
        Self {
            cutter: Cutter::new(Inbox::default(), options.clone()),
            writer,
            waiting: Vec::new(),
            blocks: 0,
            budget: Budget::new(options.resources()),
            options: options.clone(),
            failed: false,
        }
    }

    /// Codes the rest of the text and completes the archive. Returns the destination and a report of the archive's content.
    ///
    /// # Errors
    ///
    /// As for [`compress`](crate::compress); also after an error of [`Write::write`], because text is missing then.
    pub fn finish(mut self) -> Result<(W, Report), Error> {
        if self.failed {
            return Err(Error::argument("the text could not be written completely"));
        }
        self.cutter.src.ended = true;
        self.take_up()?;
        self.write_waiting()?;
        let digest = self.cutter.digest();
        let report = self.writer.finish(&self.options, None, digest)?;
        Ok((self.writer.dst, report))
    }

    /// Cuts the text that has arrived into blocks.
    fn take_up(&mut self) -> Result<(), Error> {
        while let Next::Job(block) = self.cutter.next_block()? {
            self.take(block)?;
        }
        Ok(())
    }

    fn take(&mut self, block: BlockText) -> Result<(), Error> {
        self.blocks += 1;
        let place = Place {
            block: Some(self.blocks),
            ..Place::default()
        };
        self.budget.check(block.len() as u64, place)?;
        self.waiting.push(block);
        if self.waiting.len() >= self.budget.threads {
            self.write_waiting()?;
        }
        Ok(())
    }

    fn write_all_games(&mut self) -> Result<(), Error> {
        self.take_up()?;
        if let Some(block) = self.cutter.flush() {
            self.take(block)?;
        }
        self.write_waiting()?;
        self.writer.settle()
    }

    fn write_waiting(&mut self) -> Result<(), Error> {
        let (waiting, writer) = (&mut self.waiting, &mut self.writer);
        let options = &self.options;
        let mut blocks = waiting.drain(..);
        pipeline::run(
            &self.budget,
            || Ok(blocks.next()),
            |text| block_bytes(text.len() as u64),
            |text, workers| seal(text, options, workers),
            |block| writer.block(&block),
        )
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Err(io::Error::other("writing failed before"));
        }
        let inbox = &mut self.cutter.src;
        let count = inbox.take_in(text);
        if inbox.is_full() {
            let result = self.take_up();
            self.failed = result.is_err();
            result?;
        }
        Ok(count)
    }

    /// Makes a block of the complete games that were written, and passes it on. A game whose end has not come stays here.
    fn flush(&mut self) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("writing failed before"));
        }
        let result = self.write_all_games();
        self.failed = result.is_err();
        Ok(result?)
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
    /// use archive::{CompressOptions, Encoder, ExpandOptions, Reader, Unfinished};
    /// use std::io::{Cursor, Write};
    ///
    /// let mut file = Cursor::new(Vec::new());
    /// let mut encoder = Encoder::unfinished(Unfinished::new(&mut file), &CompressOptions::new())?;
    /// encoder.write_all(b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4")?;
    /// encoder.flush()?;
    /// drop(encoder); // The program ends here.
    /// let reader = Reader::open(&mut file, &ExpandOptions::new())?;
    /// assert_eq!(reader.len(), 1);
    /// assert!(reader.is_unfinished());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn unfinished(dst: Unfinished<F>, options: &CompressOptions) -> Result<Self, Error> {
        options.check()?;
        let mut begun = ArchiveWriter::new(Vec::new(), &Meter::new(options.verify.decodes()));
        begun.header(options)?;
        let head = std::mem::take(&mut begun.dst);
        let mut writer = ArchiveWriter::in_file(begun, dst);
        let written = writer.dst.write_all(&head);
        written.map_err(|error| Error::system("the archive cannot be written", error))?;
        writer.settle()?;
        Ok(Self::over(writer, options))
    }
}
