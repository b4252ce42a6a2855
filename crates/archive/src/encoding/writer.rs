//! UTF-16 to UTF-8 on the way to whoever reads games.
//!
//! Not part of the format.

use super::recognise::LOOK_BYTES;
use super::{Encoding, recognise};
use std::io::{self, Write};

/// Gives on UTF-16 text as UTF-8, and everything else as it is.
///
/// What an archive gives back is the text as it was. A program that reads games in it wants one encoding; this is the way there.
/// From the first byte that is no UTF-16 on, bytes are given on as they are.
///
/// ```
/// use archive::Utf8Writer;
/// use std::io::Write;
///
/// let mut writer = Utf8Writer::new(Vec::new());
/// writer.write_all(b"\x31\0.\0 \0e\0\x34\0 \0*\0")?;
/// assert_eq!(writer.finish()?, b"1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Utf8Writer<W> {
    inner: W,
    state: State,
    /// What has not been given on yet.
    pending: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Unknown,
    Recoded(Encoding),
    Plain,
}

impl<W: Write> Utf8Writer<W> {
    /// Gives on to `inner`.
    pub fn new(inner: W) -> Self {
        Self {
            inner,
            state: State::Unknown,
            pending: Vec::new(),
        }
    }

    /// Gives on what is left, and returns the writer that it was given to.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.give(true)?;
        Ok(self.inner)
    }

    /// The writer that the text is given to.
    pub fn get_ref(&self) -> &W {
        &self.inner
    }

    fn give(&mut self, at_end: bool) -> io::Result<()> {
        if let State::Unknown = self.state {
            if self.pending.len() < LOOK_BYTES && !at_end {
                return Ok(());
            }
            self.state = recognise(&self.pending).map_or(State::Plain, State::Recoded);
        }
        if let State::Recoded(encoding) = self.state {
            let mut text = Vec::new();
            let taken = encoding.read(&self.pending, &mut text);
            self.pending.drain(..taken.bytes);
            self.inner.write_all(&text)?;
            if !taken.is_broken && !at_end {
                return Ok(());
            }
            self.state = State::Plain;
        }
        let rest = std::mem::take(&mut self.pending);
        self.inner.write_all(&rest)
    }
}

impl<W: Write> Write for Utf8Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let State::Plain = self.state {
            return self.inner.write(bytes);
        }
        self.pending.extend_from_slice(bytes);
        self.give(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
