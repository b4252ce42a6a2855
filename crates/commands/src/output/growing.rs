//! An output that can be read while it is written.

use super::Output;
use pgnz::Growing;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// The file of an output, for who writes an archive to it. Meanwhile the output may [show](Output::show) it.
pub struct GrowingOutput<'a, 'b>(pub &'a RefCell<&'b mut Output>);

impl GrowingOutput<'_, '_> {
    fn with<T>(&self, act: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
        let output = self.0.borrow();
        let file = output.file();
        act(file.ok_or_else(|| io::Error::other("the output is not a file"))?)
    }
}

impl Read for GrowingOutput<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.with(|mut file| file.read(out))
    }
}

impl Write for GrowingOutput<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for GrowingOutput<'_, '_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.with(|mut file| file.seek(to))
    }
}

impl Growing for GrowingOutput<'_, '_> {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.with(|file| file.set_len(length))
    }

    fn sync(&mut self) -> io::Result<()> {
        self.with(File::sync_all)
    }
}
