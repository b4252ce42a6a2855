//! Appends archives to an archive file in place. A run that is interrupted leaves the archive as it was.
//!
//! Format: "Unfinished archives".
//!
//! While the addition is being written, a mark takes the place of its first header, and readers stop there. When all of it is on the
//! disk, the header replaces the mark. If the run is killed before that, the mark shows that what follows is unfinished, and the next
//! run removes it. Bytes after an archive that do not begin with a mark may be damaged games and are never removed.

use crate::addition::Addition;
use crate::container::{Footer, footer, unfinished};
use crate::counting_reader::{cannot_read, read_at};
use crate::{Error, ExpandOptions, Reader};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// A file that archives can be added to.
pub trait Growing: Read + Write + Seek {
    /// Sets the length of the file.
    ///
    /// # Errors
    ///
    /// As [`File::set_len`].
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Waits until everything written is on the disk.
    ///
    /// # Errors
    ///
    /// As [`File::sync_all`].
    fn sync(&mut self) -> io::Result<()>;
}

impl Growing for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl<F: Growing + ?Sized> Growing for &mut F {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        (**self).cut(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        (**self).sync()
    }
}

impl Growing for io::Cursor<Vec<u8>> {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        self.get_mut().resize(length, 0);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Appends to an archive what is written with [`Write`]. The archive does not change before [`Append::finish`]; if this value is dropped
/// without that, the file is as it was before.
///
/// No other process may append to the file at the same time.
///
/// ```
/// use archive::{Append, CompressOptions, ExpandOptions, Reader, compress};
///
/// let mut file = std::io::Cursor::new(Vec::new());
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut file, &CompressOptions::new())?;
/// let mut append = Append::begin(&mut file)?;
/// compress(&b"[White \"Emil\"]\n\n1. d4 *\n"[..], &mut append, &CompressOptions::new())?;
/// append.finish()?;
/// assert_eq!(Reader::open(&mut file, &ExpandOptions::new())?.len(), 2);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug)]
pub struct Append<'a, F: Growing> {
    addition: Addition<&'a mut F>,
    /// Bytes of an unfinished addition that were found and removed.
    removed: u64,
    is_finished: bool,
}

impl<'a, F: Growing> Append<'a, F> {
    /// Removes an unfinished addition from the end of the file, if a killed run left one, and prepares the file for appending. An empty file
    /// becomes an archive.
    ///
    /// # Errors
    ///
    /// What is wrong with the archive: nothing is added to a damaged or unfinished one, and nothing is removed from it.
    pub fn begin(file: &'a mut F) -> Result<Self, Error> {
        let length = file.seek(SeekFrom::End(0)).map_err(cannot_read)?;
        let is_unbegun = is_unbegun(file, length)?;
        let start = match Reader::open(&mut *file, &ExpandOptions::new()) {
            Ok(reader) if reader.is_unfinished() => return Err(Error::argument(UNFINISHED)),
            Ok(_) => length,
            Err(_) if is_unbegun => 0,
            Err(error) => match unfinished_at(file)? {
                Some(start) => start,
                None => return Err(error),
            },
        };
        let mut append = Self {
            addition: Addition::new(file, start),
            removed: length - start,
            is_finished: false,
        };
        append.addition.mark().map_err(cannot_add)?;
        Ok(append)
    }

    /// Bytes of an unfinished addition that [`Append::begin`] has removed.
    #[must_use]
    pub fn removed(&self) -> u64 {
        self.removed
    }

    /// Bytes written so far.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.addition.written()
    }

    /// A reader of what was written, from byte `from` on.
    pub fn read_again(&mut self, from: u64) -> Written<'_, 'a, F> {
        Written {
            addition: &mut self.addition,
            from,
            at: 0,
        }
    }

    /// Makes what was written part of the archive. All of it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::Io`]. Nothing is added then.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.written() > 0 {
            self.addition.commit().map_err(cannot_add)?;
            self.is_finished = true;
        }
        Ok(())
    }
}

/// Why nothing is added to an archive.
const UNFINISHED: &str = "the archive is unfinished: it is still being written, or the run was stopped (pgnz compress --resume goes on with it, pgnz merge makes a complete archive of it)";

impl<F: Growing> Write for Append<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.addition.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<F: Growing> Drop for Append<'_, F> {
    fn drop(&mut self) {
        if !self.is_finished {
            // If this fails, the mark is there for the next run.
            let _ = self.addition.take_back();
        }
    }
}

/// What was written to an [`Append`].
#[derive(Debug)]
pub struct Written<'b, 'a, F: Growing> {
    addition: &'b mut Addition<&'a mut F>,
    from: u64,
    at: u64,
}

impl<F: Growing> Read for Written<'_, '_, F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.addition.read_at(self.from + self.at, out)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl<F: Growing> Seek for Written<'_, '_, F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.addition.written().saturating_sub(self.from);
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// Whether a file holds nothing but, maybe, what a killed run left that was to make an archive of it.
fn is_unbegun<F: Read + Seek>(file: &mut F, length: u64) -> Result<bool, Error> {
    let mark = unfinished::mark(0);
    let shown = read_at(file, 0, length.min(mark.len() as u64), "the header")?;
    Ok(length == 0 || shown == mark)
}

/// The byte at which an unfinished addition starts, if the file has one: right after a footer.
fn unfinished_at<F: Read + Seek>(file: &mut F) -> Result<Option<u64>, Error> {
    let report = Reader::open(&mut *file, &ExpandOptions::new().keep_going(true))?.report();
    let [damage] = &report.damage[..] else {
        return Ok(None);
    };
    let Some(start) = damage.offset() else {
        return Ok(None);
    };
    let Some(end) = start.checked_sub(footer::BYTES as u64) else {
        return Ok(None);
    };
    let end = read_at(file, end, footer::BYTES as u64, "the footer")?;
    let footer = end.first_chunk().map(Footer::read);
    if !matches!(footer, Some(Ok(_))) {
        return Ok(None);
    }
    let length = file.seek(SeekFrom::End(0)).map_err(cannot_read)?;
    let count = length.saturating_sub(start).min(unfinished::LOOK_BYTES);
    let bytes = read_at(file, start, count, "the end of the archive")?;
    Ok(unfinished::stands(start, &bytes).then_some(start))
}

fn cannot_add(error: io::Error) -> Error {
    Error::system("nothing can be added to the archive", error)
}
