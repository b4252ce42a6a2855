//! Bytes that come by once, counted, and never taken on trust in their number.

use crate::error::Place;
use crate::{Error, ErrorKind};
use std::io::Read;

/// A source that is read front to back.
#[derive(Debug)]
pub(crate) struct Tape<R> {
    src: R,
    at: u64,
}

impl<R: Read> Tape<R> {
    pub(crate) fn new(src: R) -> Self {
        Self { src, at: 0 }
    }

    /// How many bytes have been read.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// The next `count` bytes, or all that are left.
    pub(crate) fn up_to(&mut self, count: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.fill(&mut bytes, count as u64)?;
        Ok(bytes)
    }

    /// The next `count` bytes.
    pub(crate) fn many(&mut self, count: u64, what: &str, place: Place) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.append(&mut bytes, count, what, place)?;
        Ok(bytes)
    }

    /// The next `N` bytes.
    pub(crate) fn exactly<const N: usize>(
        &mut self,
        what: &str,
        place: Place,
    ) -> Result<[u8; N], Error> {
        let bytes = self.many(N as u64, what, place)?;
        bytes.try_into().map_err(|_| ends_early(what, place))
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

    /// Memory grows with what is there, not with what is claimed to be there.
    fn fill(&mut self, out: &mut Vec<u8>, count: u64) -> Result<(), Error> {
        let read = self.src.by_ref().take(count).read_to_end(out);
        self.at += read.map_err(|error| Error::io("the archive cannot be read", error))? as u64;
        Ok(())
    }
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
        let error = Tape::new(&source[..])
            .append(&mut out, 900 << 20, "the stream", Place::default())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InsufficientData);
        assert_eq!(out.len(), 1000);
        assert!(out.capacity() < 1 << 16, "{}", out.capacity());
    }
}
