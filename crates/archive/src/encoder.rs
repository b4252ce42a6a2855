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
use crate::{Config, Error, Growing, Meter, Report, Unfinished};
use std::io::{self, Read, Write};

/// An archive to which text is written with [`Write`], for callers that have no [`Read`] to give to [`crate::compress`].
///
/// [`Encoder::finish`] completes the archive; an encoder that is dropped before leaves it without an end. The archive is the same as
/// [`crate::compress`] makes of the same text. Blocks are gathered until there is one for each thread of the configuration, and are
/// then coded together; memory is that of [`crate::compress`]. [`Write::flush`] makes a block of the complete games that were written, which
/// costs a little room: call it when no game comes for a while.
///
/// ```
/// # extern crate archive as pgnz;
/// use std::io::Write;
///
/// let mut encoder = archive::Encoder::new(Vec::new(), archive::Config::default())?;
/// encoder.write_all(b"[White \"Anna\"]\n\n")?;
/// encoder.write_all(b"1. e4 *\n")?;
/// let (packed, report) = encoder.finish()?;
/// assert_eq!((report.games, report.archive_bytes), (1, packed.len() as u64));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Encoder<W: Write> {
    cutter: Cutter<Inbox>,
    writer: ArchiveWriter<W>,
    /// Blocks that wait until there is one for each thread.
    waiting: Vec<BlockText>,
    blocks: u64,
    budget: Budget,
    config: Config,
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
    /// An archive without text, whose header is written to `dst` at once.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::InvalidArgument`] for a configuration out of range, [`crate::ErrorKind::Io`] when `dst` fails.
    pub fn new(dst: W, config: Config) -> Result<Self, Error> {
        config.check()?;
        let mut writer = ArchiveWriter::new(dst, &Meter::new(config.verify.decodes()));
        writer.header(&config)?;
        Ok(Self::over(writer, config))
    }

    fn over(writer: ArchiveWriter<W>, config: Config) -> Self {
        Self {
            cutter: Cutter::new(Inbox::default(), config.clone()),
            writer,
            waiting: Vec::new(),
            blocks: 0,
            budget: Budget::new(config.resources()),
            config,
            failed: false,
        }
    }

    /// Codes the rest of the text and completes the archive. Returns the destination and the report.
    ///
    /// # Errors
    ///
    /// As [`crate::compress`]; also after an error of [`Write::write`], for text is missing then.
    pub fn finish(mut self) -> Result<(W, Report), Error> {
        if self.failed {
            return Err(Error::argument("the text could not be written completely"));
        }
        self.cutter.src.ended = true;
        self.take_up()?;
        self.write_waiting()?;
        let digest = self.cutter.digest();
        let report = self.writer.finish(&self.config, None, digest)?;
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
        let config = &self.config;
        let mut blocks = waiting.drain(..);
        pipeline::run(
            &self.budget,
            || Ok(blocks.next()),
            |text| block_bytes(text.len() as u64),
            |text, crew| seal(text, config, crew),
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
    /// An archive in a file, which can be read after each [`Write::flush`]. [`Encoder::finish`] gives the file back, to be [completed](Unfinished::finish).
    ///
    /// # Errors
    ///
    /// As for [`Encoder::new`].
    pub fn unfinished(dst: Unfinished<F>, config: Config) -> Result<Self, Error> {
        config.check()?;
        let mut begun = ArchiveWriter::new(Vec::new(), &Meter::new(config.verify.decodes()));
        begun.header(&config)?;
        let head = std::mem::take(&mut begun.dst);
        let mut writer = ArchiveWriter::in_file(begun, dst);
        let written = writer.dst.write_all(&head);
        written.map_err(|error| Error::system("the archive cannot be written", error))?;
        writer.settle()?;
        Ok(Self::over(writer, config))
    }
}
