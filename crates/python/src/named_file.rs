//! Files whose errors name them.

use crate::error;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that was opened by its path.
pub struct NamedFile<F> {
    pub file: F,
    path: PathBuf,
}

impl<F> NamedFile<F> {
    pub fn new(file: F, path: &Path) -> Self {
        let path = path.to_owned();
        Self { file, path }
    }

    /// The error that Python's own file would raise, with the name.
    fn named(&self, error: io::Error) -> io::Error {
        match error.raw_os_error() {
            Some(_) => io::Error::new(error.kind(), error::system(&error, Some(&self.path))),
            None => error,
        }
    }
}

impl<F: Read> Read for NamedFile<F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(out);
        read.map_err(|error| self.named(error))
    }
}

impl<F: Seek> Seek for NamedFile<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let sought = self.file.seek(to);
        sought.map_err(|error| self.named(error))
    }
}

impl<F: Write> Write for NamedFile<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        written.map_err(|error| self.named(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        flushed.map_err(|error| self.named(error))
    }
}
