//! Files that are read at a position of the reader's own.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// A regular file with a position of its own. The position that the system keeps is shared by all processes that inherit the open file, so a
/// child process that seeks would make its parent read elsewhere.
pub struct Placed {
    file: File,
    at: u64,
}

impl Placed {
    pub fn new(file: File) -> Self {
        Self { file, at: 0 }
    }
}

#[cfg(not(windows))]
fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, out, at)
}

#[cfg(windows)]
fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, out, at)
}

impl Read for Placed {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, out, self.at)?;
        self.at = self.at.saturating_add(read as u64);
        Ok(read)
    }
}

impl Seek for Placed {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.file.metadata()?.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the start");
        self.at = at.ok_or_else(before)?;
        Ok(self.at)
    }
}
