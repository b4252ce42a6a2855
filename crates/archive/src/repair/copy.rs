//! A damaged copy of an archive: what a scan has found in it, and how to read its blocks.
//!
//! Not part of the format.

use crate::Model;
use crate::container::BlockHeader;
use crate::container::chunk::HEADER_BYTES;
use crate::counting_reader::read_at;
use crate::error::{Error, ErrorKind, Place};
use crate::salvage::{ArchiveLog, ChunkSighting, Found, Lying, Scan};
use crate::seal::{Extent, FoundBlock};
use std::io::{BufReader, Read, Seek, SeekFrom};

/// Whether an error says that the bytes are no archive any more, not that this release cannot read them.
fn tells_of_damage(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Corruption | ErrorKind::InsufficientData
    )
}

/// Whether an error says that a model is missing.
pub(super) fn lacks_model(error: &Error) -> bool {
    error.kind() == ErrorKind::UnknownModel
}

/// A copy.
pub(super) struct Copy<R> {
    src: R,
    /// The model that is embedded in it.
    pub embedded: Option<Model>,
    pub archives: Vec<ArchiveLog>,
    /// Whether nothing is wrong between its blocks.
    pub is_whole: bool,
    /// Whether there are bytes between or after archives of which nothing was found.
    pub has_junk: bool,
    /// Why there is nothing in it, if that is so: another copy may do.
    pub hopeless: Option<Error>,
}

impl<R: Read + Seek> Copy<R> {
    /// Reads a copy through, without decoding anything.
    pub fn survey(mut src: R, models: &[Model]) -> Result<Self, Error> {
        src.seek(SeekFrom::Start(0))
            .map_err(|error| Error::system("the archive cannot be read", error))?;
        let mut scan = Scan::new(BufReader::with_capacity(1 << 16, &mut src), models);
        scan.headers_only = true;
        scan.insists = true;
        let mut blocks = Vec::new();
        let (mut is_whole, mut hopeless) = (true, None);
        loop {
            let found = match scan.next() {
                Ok(Some(found)) => found,
                Ok(None) => break,
                // Another copy may have the model.
                Err(error) if tells_of_damage(&error) || lacks_model(&error) => {
                    hopeless = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            };
            match found {
                Found::Block(sighting) => blocks.push((sighting.archive, Lying::of(&sighting))),
                Found::Note(_) => is_whole = false,
                Found::Archive | Found::Chunk(_) => {}
            }
        }
        let embedded = scan.embedded.take();
        let mut archives = std::mem::take(&mut scan.logs);
        let has_junk = scan.has_junk;
        drop(scan);
        for (archive, block) in blocks {
            if let Some(log) = archives.get_mut(archive as usize) {
                log.found.push(block);
            }
        }
        for log in &mut archives {
            // The sort is stable: of blocks with one ordinal the first in the file stays the first.
            log.found.sort_by_key(|block| block.ordinal);
        }
        Ok(Self {
            src,
            embedded,
            archives,
            is_whole: is_whole && hopeless.is_none(),
            has_junk,
            hopeless,
        })
    }

    /// Reads the copy once more, with more models, if a model was missing.
    pub fn with_models(self, models: &[Model]) -> Result<Self, Error> {
        match self.hopeless {
            Some(error) if lacks_model(&error) => Self::survey(self.src, models),
            _ => Ok(self),
        }
    }

    /// The bytes of a chunk after its header.
    pub fn chunk(&mut self, chunk: &ChunkSighting) -> Result<Vec<u8>, Error> {
        let header = &chunk.entry.header;
        let total = header.total_bytes();
        let mut whole = read_at(&mut self.src, chunk.offset, total, "the chunk")?;
        Ok(whole.split_off(HEADER_BYTES.min(whole.len())))
    }

    /// A block that was found, which is the one with this number from 0 over all archives.
    pub fn block(&mut self, lying: &Lying, number: u64) -> Result<FoundBlock, Error> {
        let place = Place::block(number, lying.offset);
        let what = "the block";
        let bytes = read_at(&mut self.src, lying.offset, lying.header_bytes, what)?;
        let header = BlockHeader::read(&bytes, lying.ordinal);
        let header = header.map_err(|fault| fault.at(place))?;
        let payload_offset = lying.offset + lying.header_bytes;
        let length = header.summary.payload_bytes();
        let payload = read_at(&mut self.src, payload_offset, length, what)?;
        Ok(FoundBlock {
            model: lying.model.clone(),
            place,
            header,
            extent: Extent::Whole,
            payload,
            payload_offset,
        })
    }
}
