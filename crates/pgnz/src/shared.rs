//! One source for several readers.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// A source that several readers share, each with its own position: for threads that work on the same archive.
///
/// Clones share the source; only one of them reads at a time. A file remains the same file if it is renamed or replaced.
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
    /// Shares a source. Its length must not change afterwards.
    ///
    /// # Errors
    ///
    /// If the source is not seekable.
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

/// A clone starts at the beginning.
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
