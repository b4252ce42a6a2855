//! A reader that goes forward only, counts bytes, and allocates no more than what has arrived.
//!
//! Not part of the format.

use crate::error::Place;
use crate::{Error, ErrorKind};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// Bytes that are asked for at once, however few have been read so far.
const FIRST_STEP: u64 = 1 << 20;

/// A source that is read front to back.
#[derive(Debug)]
pub(crate) struct CountingReader<R> {
    src: R,
}

impl<R: Read> CountingReader<R> {
    pub(crate) fn new(src: R) -> Self {
        Self { src }
    }

    /// The next `count` bytes.
    pub(crate) fn many(&mut self, count: u64, what: &str, place: Place) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.append(&mut bytes, count, what, place)?;
        Ok(bytes)
    }

    /// Appends the next `count` bytes to `out`.
    pub(crate) fn append(
        &mut self,
        out: &mut Vec<u8>,
        count: u64,
        what: &str,
        place: Place,
    ) -> Result<(), Error> {
        let before = out.len();
        self.fill(out, count)?;
        if ((out.len() - before) as u64) < count {
            Err(ends_early(what, place))
        } else {
            Ok(())
        }
    }

    /// Memory grows with the bytes that were read, not with the length that the archive claims.
    fn fill(&mut self, out: &mut Vec<u8>, count: u64) -> Result<(), Error> {
        let read = self.src.by_ref().take(count).read_to_end(out);
        read.map_err(|error| Error::system("the archive cannot be read", error))?;
        Ok(())
    }
}

/// Reads a number of bytes at an offset of a source.
pub(crate) fn read_at<R: Read + Seek>(
    src: &mut R,
    offset: u64,
    count: u64,
    what: &str,
) -> Result<Vec<u8>, Error> {
    src.seek(SeekFrom::Start(offset)).map_err(cannot_read)?;
    CountingReader::new(src).many(count, what, Place::byte(offset))
}

/// Reads some ranges of a source. Where the source says of one that it would have to wait ([`io::ErrorKind::WouldBlock`]), the others are
/// asked for, too, before that is the error: so a source that fetches what it is asked for can fetch them together.
pub(crate) fn read_ranges<R: Read + Seek>(
    src: &mut R,
    ranges: &[Range<u64>],
    what: &str,
) -> Result<Vec<Vec<u8>>, Error> {
    let (mut pieces, mut waits) = (Vec::with_capacity(ranges.len()), None);
    for range in ranges {
        let mut piece = Vec::new();
        match read_piece(src, range, &mut piece) {
            Ok(()) if (piece.len() as u64) < range.end - range.start => {
                return Err(ends_early(what, Place::byte(range.start)));
            }
            Ok(()) => pieces.push(piece),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                waits.get_or_insert(error);
            }
            Err(error) => return Err(cannot_read(error)),
        }
    }
    waits.map_or(Ok(pieces), |error| Err(cannot_read(error)))
}

/// Appends a range of a source to `out`, as far as it is there. It is asked for in as few calls as the source allows.
fn read_piece<R: Read + Seek>(
    src: &mut R,
    range: &Range<u64>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    src.seek(SeekFrom::Start(range.start))?;
    let mut left = range.end - range.start;
    while left > 0 {
        let start = out.len();
        // No more memory than what has been read justifies, beyond the first step.
        let step = left.min(FIRST_STEP.max(start as u64)) as usize;
        out.resize(start + step, 0);
        let read = src.read(&mut out[start..]);
        out.truncate(start + read.as_ref().map_or(0, |&read| read));
        match read {
            Ok(0) => break,
            Ok(read) => left -= read as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

pub(crate) fn cannot_read(error: io::Error) -> Error {
    Error::system("the archive cannot be read", error)
}

fn ends_early(what: &str, place: Place) -> Error {
    Error::new(
        ErrorKind::InsufficientData,
        place,
        format!("{what} ends early"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimed_length_allocates_no_more_than_what_is_there_justifies() {
        let mut out = Vec::new();
        let source = [7u8; 1000];
        let error = CountingReader::new(&source[..])
            .append(&mut out, 900 << 20, "the stream", Place::default())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InsufficientData);
        assert_eq!(out.len(), 1000);
        assert!(out.capacity() < 1 << 16, "{}", out.capacity());
    }
}
