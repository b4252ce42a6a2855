//! An archive in a file that can be read while it is written, and after a run that was stopped.
//!
//! Format: "Unfinished archives".
//!
//! A mark stands where the next block begins, and readers stop there. A block is written after the mark, with another mark after it; when
//! all of that is on the disk, the first bytes of the block take the place of the mark before it, in one write. So the file has complete blocks
//! and a mark at every moment.

use crate::addition::Addition;
use crate::{Error, Growing};
use std::io::{self, Write};

/// A file to which an archive is written so that readers find complete games in it all the time.
///
/// What is written becomes readable with [`Unfinished::settle`]. If the run ends without [`Unfinished::finish`], the archive stays as it was
/// when that was called last; [`crate::resume`] goes on with it.
///
/// ```
/// use archive::{CompressOptions, Encoder, ExpandOptions, Reader, Unfinished};
/// use std::io::{Cursor, Write};
///
/// let mut file = Cursor::new(Vec::new());
/// let mut encoder = Encoder::unfinished(Unfinished::new(&mut file), &CompressOptions::new())?;
/// encoder.write_all(b"[White \"Anna\"]\n\n1. e4 *\n\n")?;
/// encoder.flush()?;
/// drop(encoder);
/// let reader = Reader::open(&mut file, &ExpandOptions::new())?;
/// assert!(reader.is_unfinished());
/// assert_eq!(reader.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Unfinished<F> {
    part: Part<F>,
}

#[derive(Debug)]
enum Part<F> {
    /// The beginning of a file, before which there is no place for a mark.
    Beginning { file: F, written: u64 },
    /// What follows.
    Addition(Addition<F>),
    /// Nothing: a step has failed.
    Lost,
}

impl<F: Growing> Unfinished<F> {
    /// A file that is empty. The first [`Unfinished::settle`] makes an archive without games of it.
    pub fn new(file: F) -> Self {
        let part = Part::Beginning { file, written: 0 };
        Self { part }
    }

    /// A file whose archive goes on at this byte. What stands there is gone.
    pub(crate) fn go_on(file: F, at: u64) -> io::Result<Self> {
        let mut addition = Addition::new(file, at);
        addition.mark()?;
        let part = Part::Addition(addition);
        Ok(Self { part })
    }

    /// Makes the blocks that were written readable. They are on the disk when this returns.
    ///
    /// # Errors
    ///
    /// Any error of the file.
    pub fn settle(&mut self) -> io::Result<()> {
        match &mut self.part {
            Part::Addition(addition) if addition.written() == 0 => Ok(()),
            Part::Addition(addition) => addition.commit_and_go_on(),
            Part::Beginning { .. } => {
                let Part::Beginning { file, written } =
                    std::mem::replace(&mut self.part, Part::Lost)
                else {
                    return Err(lost());
                };
                let next = Self::go_on(file, written)?;
                self.part = next.part;
                Ok(())
            }
            Part::Lost => Err(lost()),
        }
    }

    /// Completes the file, to which an archive has been written to its end. All of it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::Io`].
    pub fn finish(self) -> Result<F, Error> {
        let failed = |error| Error::system("the archive cannot be completed", error);
        match self.part {
            Part::Beginning { mut file, .. } => file.sync().map(|()| file).map_err(failed),
            Part::Addition(mut addition) => {
                addition.commit().map_err(failed)?;
                Ok(addition.into_file())
            }
            Part::Lost => Err(failed(lost())),
        }
    }
}

fn lost() -> io::Error {
    io::Error::other("writing failed before")
}

impl<F: Growing> Write for Unfinished<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.part {
            Part::Beginning { file, written } => {
                let count = file.write(bytes)?;
                *written += count as u64;
                Ok(count)
            }
            Part::Addition(addition) => addition.write(bytes),
            Part::Lost => Err(lost()),
        }
    }

    /// Does nothing: [`Unfinished::settle`] makes what was written readable.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
