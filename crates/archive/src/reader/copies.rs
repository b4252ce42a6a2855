//! Blocks in coded form, for callers that copy them to another archive.
//!
//! Not part of the format.

use super::{BlockInfo, Reader};
use crate::container::BlockHeader;
use crate::counting_reader::read_at;
use crate::error::Place;
use crate::seal::FoundBlock;
use crate::{Error, Level, Model};
use std::io::{Read, Seek};

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

    /// A block in coded form, by its number from 0. Its streams are not checked.
    pub(super) fn stored_block(
        &mut self,
        number: usize,
        model: Model,
    ) -> Result<FoundBlock, Error> {
        let block = self.entry(number)?;
        let place = Place::block(number as u64, block.offset);
        let header_bytes = block.entry.header_bytes;
        let bytes = read_at(
            &mut self.src,
            block.offset,
            header_bytes,
            "the block's header",
        )?;
        let header =
            BlockHeader::read(&bytes, block.ordinal).map_err(|fault| Error::fault(fault, place))?;
        if header.summary != block.entry.summary {
            let what = "the block does not agree with the index";
            return Err(Error::corruption(place, what));
        }
        let payload_offset = block.offset + header_bytes;
        let payload_bytes = header.summary.payload_bytes();
        let payload = read_at(&mut self.src, payload_offset, payload_bytes, "the block")?;
        Ok(FoundBlock {
            model,
            place,
            header,
            payload,
            payload_offset,
        })
    }

    /// Reads all blocks without decoding them, and verifies the checksums of their streams. This needs no model.
    ///
    /// # Errors
    ///
    /// Any error of a block.
    pub fn check_streams(&mut self) -> Result<(), Error> {
        for number in 0..self.blocks.len() {
            // Nothing is decoded, so that any model does.
            let found = self.stored_block(number, Model::of(Level::Fast))?;
            found.check_streams()?;
        }
        Ok(())
    }
}
