//! Blocks in coded form, for callers that copy them to another archive.
//!
//! Not part of the format.

use super::{BlockInfo, Reader};
use crate::container::{BlockHeader, checksum};
use crate::counting_reader::{cannot_read, read_at};
use crate::error::Place;
use crate::seal::{Extent, FoundBlock};
use crate::{Error, ErrorKind, Level, Model, Source};
use std::io::{Read, Seek, SeekFrom};

impl<R: Read + Seek> Reader<R> {
    /// The index entry of a block, by its number from 0.
    pub(super) fn entry(&self, number: usize) -> Result<BlockInfo, Error> {
        self.blocks.get(number).copied().ok_or_else(|| {
            Error::argument(format!(
                "there is no block {}: the archive has {}",
                number + 1,
                self.blocks.len()
            ))
        })
    }

    /// A block in coded form, by its number from 0, with so many of its streams. Only the checksum of its header is compared.
    pub(super) fn stored_block(
        &mut self,
        number: usize,
        model: Model,
        extent: Extent,
    ) -> Result<FoundBlock, Error> {
        let block = self.entry(number)?;
        let place = Place::block(number as u64, block.offset);
        let payload_offset = block.payload_offset();
        let mut ranges = vec![block.offset..payload_offset];
        for range in extent.ranges(&block.entry.summary) {
            let range = payload_offset + range.start..payload_offset + range.end;
            match ranges.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        let mut header = self.read_of(&block, number, &ranges)?.concat();
        let payload = header.split_off(block.entry.header_bytes as usize);
        let header = block.header(number, &header)?;
        if !block.is_of_archive(&header) {
            return Err(other_origin(place));
        }
        if header.summary != block.entry.summary {
            let what = "the block does not agree with the index";
            return Err(Error::corruption(place, what));
        }
        Ok(FoundBlock {
            model,
            place,
            header,
            extent,
            payload,
            payload_offset,
        })
    }

    /// The first bytes of the input, or all if there are fewer.
    pub(crate) fn beginning(&mut self, count: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let first = self.src.seek(SeekFrom::Start(0));
        first.map_err(cannot_read)?;
        let mut first = self.src.by_ref().take(count as u64);
        first.read_to_end(&mut bytes).map_err(cannot_read)?;
        Ok(bytes)
    }

    /// The header of a block, by its number from 0.
    pub(super) fn header(&mut self, number: usize) -> Result<BlockHeader, Error> {
        let block = self.entry(number)?;
        let what = "the block's header";
        let bytes = read_at(&mut self.src, block.offset, block.entry.header_bytes, what)?;
        block.header(number, &bytes)
    }

    /// That the headers of all blocks are where the index says, and are not damaged. Nothing else of the blocks is read.
    pub(super) fn check_headers(&mut self) -> Result<(), Error> {
        (0..self.blocks.len()).try_for_each(|number| self.header(number).map(|_| ()))
    }

    /// That a block, by its number from 0, names the model and the source that its archive's header names, if its own header is not damaged: otherwise
    /// the archive's header is that of another archive.
    pub(super) fn check_origin(&mut self, number: usize) -> Result<(), Error> {
        let block = self.entry(number)?;
        match self.header(number) {
            Ok(header) if !block.is_of_archive(&header) => {
                Err(other_origin(Place::block(number as u64, block.offset)))
            }
            Err(error) if error.kind() == ErrorKind::Io => Err(error),
            _ => Ok(()),
        }
    }

    /// Reads all blocks without decoding them, and compares all checksums of encoded bytes. This needs no model.
    ///
    /// # Errors
    ///
    /// Any error of a block.
    pub fn check_streams(&mut self) -> Result<(), Error> {
        for number in 0..self.blocks.len() {
            // Nothing is decoded, so that any model does.
            let found = self.stored_block(number, Model::of(Level::Fast), Extent::Whole)?;
            found.check()?;
        }
        Ok(())
    }
}

impl BlockInfo {
    /// The header of the block, which has this number, from these bytes.
    fn header(&self, number: usize, bytes: &[u8]) -> Result<BlockHeader, Error> {
        let place = Place::block(number as u64, self.offset);
        let header = BlockHeader::read(bytes, self.ordinal).map_err(|fault| fault.at(place))?;
        if checksum::stored(bytes) != self.entry.check {
            let what = "the block is not the one that the index names: it is of another archive";
            return Err(Error::corruption(place, what));
        }
        Ok(header)
    }

    /// Whether the block's header names the model and the source of its archive.
    fn is_of_archive(&self, header: &BlockHeader) -> bool {
        let origin = header.origin;
        origin.model == self.model.check() && Source::from_id(origin.source) == self.source
    }
}

fn other_origin(place: Place) -> Error {
    Error::corruption(
        place,
        "the block names another model or source than its archive",
    )
}
