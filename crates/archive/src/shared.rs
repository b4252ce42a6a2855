//! Sources for several readers, each at its own position.
//!
//! Not part of the format.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// A source that several readers share, each with its own position: for threads that work on the same archive.
///
/// Clones share the source; only one of them reads at a time. For regular files a [`SharedFile`] does without this.
///
/// ```
/// use archive::Shared;
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
        self.at = position(to, self.at, || Ok(self.length))?;
        Ok(self.at)
    }
}

/// The position that is asked for, from the present one and the length of the source.
fn position(to: SeekFrom, at: u64, length: impl Fn() -> io::Result<u64>) -> io::Result<u64> {
    let found = match to {
        SeekFrom::Start(at) => Some(at),
        SeekFrom::End(by) => length()?.checked_add_signed(by),
        SeekFrom::Current(by) => at.checked_add_signed(by),
    };
    let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the start");
    found.ok_or_else(before)
}

/// A regular file that several readers share, each with its own position.
///
/// The position that the system keeps is of no account: processes that inherit the open file share it, so one that seeks would make the
/// others read elsewhere. The file remains the same file if it is renamed or replaced.
///
/// ```no_run
/// use archive::SharedFile;
/// use std::fs::File;
///
/// let first = SharedFile::new(File::open("games.pgnz")?);
/// let second = first.clone();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct SharedFile {
    file: Arc<File>,
    at: u64,
}

impl SharedFile {
    /// Shares a file. Its length should not change while it is read.
    #[must_use]
    pub fn new(file: File) -> Self {
        let file = Arc::new(file);
        Self { file, at: 0 }
    }
}

/// A clone starts at the beginning.
impl Clone for SharedFile {
    fn clone(&self) -> Self {
        let file = Arc::clone(&self.file);
        Self { file, at: 0 }
    }
}

#[cfg(unix)]
fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, out, at)
}

#[cfg(windows)]
fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, out, at)
}

/// Where no system has files.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Read for SharedFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, out, self.at)?;
        self.at = self.at.saturating_add(read as u64);
        Ok(read)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = position(to, self.at, || Ok(self.file.metadata()?.len()))?;
        Ok(self.at)
    }
}
