//! How much of a block a reader reads: all of it at once, or the parts that some games are decoded from.
//!
//! Not part of the format.

use super::{BlockInfo, Reader};
use crate::counting_reader::{read_at, read_ranges};
use crate::seal::Extent;
use crate::{Columns, Error, ErrorKind, Stream};
use std::io::{Read, Seek};
use std::ops::Range;

impl BlockInfo {
    /// How much of the block to read before these of its games, by their numbers in it, are decoded with these columns. `goes_on` says that the
    /// block before was read.
    pub(super) fn extent(&self, games: &Range<u64>, columns: Columns, goes_on: bool) -> Extent {
        let has = |wanted| self.streams().any(|(stream, _)| stream == wanted);
        if has(Stream::Stored) {
            return Extent::Whole;
        }
        if Columns::TAGS.contains(columns) {
            return Extent::Tags;
        }
        let is_much = (games.end - games.start).saturating_mul(2) >= self.facts().games;
        match !has(Stream::Groups) || is_much || goes_on && games.start == 0 {
            true => Extent::Whole,
            false => Extent::WithoutGroups,
        }
    }

    /// The byte of the input at which the bytes of its streams start.
    pub(super) fn payload_offset(&self) -> u64 {
        self.offset + self.entry.header_bytes
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Reads ranges of the bytes of a block's streams; 0 is the first byte of the first stream.
    pub(super) fn read_parts(
        &mut self,
        block: &BlockInfo,
        number: usize,
        parts: &[Range<u64>],
    ) -> Result<Vec<Vec<u8>>, Error> {
        let at = block.payload_offset();
        let ranges: Vec<_> = parts
            .iter()
            .map(|part| at + part.start..at + part.end)
            .collect();
        self.read_of(block, number, &ranges)
    }

    /// Reads ranges of the input that belong to a block. A block that ends early is one whatever is asked of it.
    pub(super) fn read_of(
        &mut self,
        block: &BlockInfo,
        number: usize,
        ranges: &[Range<u64>],
    ) -> Result<Vec<Vec<u8>>, Error> {
        let what = "the block";
        match read_ranges(&mut self.src, ranges, what) {
            Err(error) if error.kind() == ErrorKind::InsufficientData => {
                self.header(number)?;
                let bytes = block.entry.summary.payload_bytes();
                read_at(&mut self.src, block.payload_offset(), bytes, what)?;
                Err(error)
            }
            read => read,
        }
    }
}
