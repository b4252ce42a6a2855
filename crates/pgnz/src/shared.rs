//! One source for several readers.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// A source that several readers read, each at a place of its own: what threads need that work on one archive.
///
/// Clones share the source, which is read by one of them at a time. A file stays the same file, whatever happens to its name.
///
/// ```
/// use pgnz::Shared;
/// use std::io::{Cursor, Read};
///
/// let mut first = Shared::new(Cursor::new(b"abc"))?;
/// let mut second = first.clone();
/// let mut text = String::new();
/// first.read_to_string(&mut text)?;
/// second.read_to_string(&mut text)?;
/// assert_eq!(text, "abcabc");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Shared<R> {
    source: Arc<Mutex<R>>,
    length: u64,
    at: u64,
}

impl<R: Read + Seek> Shared<R> {
    /// Shares a source, whose length is taken to stay the same.
    ///
    /// # Errors
    ///
    /// The source has no seek.
    pub fn new(mut source: R) -> io::Result<Self> {
        let length = source.seek(SeekFrom::End(0))?;
        let source = Arc::new(Mutex::new(source));
        Ok(Self {
            source,
            length,
            at: 0,
        })
    }
}

/// Begins at the start.
impl<R> Clone for Shared<R> {
    fn clone(&self) -> Self {
        Self {
            source: Arc::clone(&self.source),
            length: self.length,
            at: 0,
        }
    }
}

impl<R: Read + Seek> Read for Shared<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        // A reader that has panicked leaves no more behind than a place, and that is set anew.
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(self.at))?;
        let read = source.read(out)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl<R> Seek for Shared<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the start");
        self.at = at.ok_or_else(before)?;
        Ok(self.at)
    }
}
