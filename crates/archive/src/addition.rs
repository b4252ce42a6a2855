//! What is added at the end of a file, after a mark that keeps it from readers until it is complete.
//!
//! Format: "Unfinished archives".

use crate::Growing;
use crate::container::unfinished;
use std::io::{self, SeekFrom};

/// Bytes that are added to a file. The first of them stay in memory, and a mark stands in their place, until [`Addition::commit`].
#[derive(Debug)]
pub(crate) struct Addition<F> {
    file: F,
    /// The byte at which the addition starts.
    start: u64,
    /// The first bytes that were written. They replace the mark at the end.
    head: Vec<u8>,
    /// Bytes written, the head included.
    written: u64,
    /// Whether the file is positioned where the next bytes go.
    in_place: bool,
}

impl<F: Growing> Addition<F> {
    /// An addition at this byte of a file. [`Addition::mark`] comes before the first byte, unless the mark is there.
    pub fn new(file: F, start: u64) -> Self {
        Self {
            file,
            start,
            head: Vec::new(),
            written: 0,
            in_place: false,
        }
    }

    /// Ends the file with a mark at the start of the addition. What stood there is gone.
    pub fn mark(&mut self) -> io::Result<()> {
        // The mark first: if the run is killed between the two, nothing after it counts.
        let length = self.file.seek(SeekFrom::End(0))?;
        if length > self.start + unfinished::BYTES as u64 {
            self.write_mark(self.start)?;
            self.file.cut(self.start + unfinished::BYTES as u64)?;
        } else {
            self.file.cut(self.start)?;
            self.write_mark(self.start)?;
        }
        self.in_place = false;
        self.file.sync()
    }

    fn write_mark(&mut self, at: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.file.write_all(&unfinished::mark(at))
    }

    /// Bytes written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes some of the bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = unfinished::BYTES - self.head.len();
        let count = if room > 0 {
            let count = bytes.len().min(room);
            self.head.extend_from_slice(&bytes[..count]);
            count
        } else {
            if !self.in_place {
                self.file.seek(SeekFrom::Start(self.start + self.written))?;
                self.in_place = true;
            }
            self.file.write(bytes)?
        };
        self.written += count as u64;
        Ok(count)
    }

    /// Reads what was written, from a byte of it on.
    pub fn read_at(&mut self, at: u64, out: &mut [u8]) -> io::Result<usize> {
        let left = self.written.saturating_sub(at);
        let most = usize::try_from(left).map_or(out.len(), |left| left.min(out.len()));
        let out = &mut out[..most];
        let head = usize::try_from(at).ok();
        match head.and_then(|at| self.head.get(at..)) {
            Some(mut head) if !head.is_empty() => io::Read::read(&mut head, out),
            _ => {
                self.in_place = false;
                self.file.seek(SeekFrom::Start(self.start + at))?;
                self.file.read(out)
            }
        }
    }

    /// Makes the addition a part of the file. All of it is on the disk when this returns.
    pub fn commit(&mut self) -> io::Result<()> {
        self.file.sync()?;
        self.in_place = false;
        self.file.seek(SeekFrom::Start(self.start))?;
        self.file.write_all(&self.head)?;
        self.file.sync()
    }

    /// Makes the addition a part of the file, and begins the next one after it.
    pub fn commit_and_go_on(&mut self) -> io::Result<()> {
        if self.written < unfinished::BYTES as u64 {
            return Err(io::Error::other("less was written than a mark takes"));
        }
        let next = self.start + self.written;
        self.write_mark(next)?;
        self.commit()?;
        (self.start, self.written) = (next, 0);
        self.head.clear();
        Ok(())
    }

    /// Removes the addition from the file.
    pub fn take_back(&mut self) -> io::Result<()> {
        self.file.cut(self.start)
    }

    /// The file.
    pub fn into_file(self) -> F {
        self.file
    }
}
