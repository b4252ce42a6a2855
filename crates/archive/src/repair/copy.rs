//! A damaged copy of an archive: what a scan has found in it, and how to read its blocks.
//!
//! Not part of the format.

use crate::container::block_header::Origin;
use crate::container::chunk::HEADER_BYTES;
use crate::container::index::ChunkEntry;
use crate::container::{BlockHeader, Summary, checksum};
use crate::counting_reader::read_at;
use crate::error::{Error, ErrorKind, Place};
use crate::salvage::{ChunkSighting, Found, Scan, Sighting};
use crate::seal::FoundBlock;
use crate::{Model, ModelId, Source};
use std::io::{BufReader, Read, Seek, SeekFrom};

/// What a scan knows of an archive.
#[derive(Debug, Clone)]
pub(crate) struct ArchiveLog {
    /// Its header; empty if that is damaged.
    pub header: Vec<u8>,
    /// The model and the source that the header names.
    pub named: Option<(ModelId, Source)>,
    /// How many blocks it has, as far as is known.
    pub blocks: u64,
    /// What the index says of each block, if that is sound and some were not found.
    pub held: Vec<Summary>,
    /// Whether its end was found, and no more blocks can have stood before it.
    pub has_end: bool,
    /// How many bytes it has, by its footer, where something is wrong with it.
    pub length: Option<u64>,
    /// Whether nothing is wrong with it.
    pub is_sound: bool,
    /// Its sound chunks in their order.
    pub chunks: Vec<ChunkSighting>,
    /// Chunks that were there, or should have been, and are not sound.
    pub lost_chunks: Vec<ChunkEntry>,
    /// The blocks with sound headers, in the order of their ordinals, then of the file.
    pub found: Vec<Lying>,
}

impl ArchiveLog {
    /// An archive of which nothing but its header, if that is sound, is known.
    pub fn begin(header: Vec<u8>, named: Option<(ModelId, Source)>) -> Self {
        Self {
            header,
            named,
            blocks: 0,
            held: Vec::new(),
            has_end: false,
            length: None,
            is_sound: false,
            chunks: Vec::new(),
            lost_chunks: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Whether there is nothing of it but a header. It may never have been an archive: a text that begins as an archive does is stored as
    /// it is in a block that is damaged.
    pub fn is_fragment(&self) -> bool {
        let has_anything = self.blocks > 0 || !self.chunks.is_empty() || !self.found.is_empty();
        !self.is_sound && !has_anything && self.held.is_empty()
    }
}

/// A block with a sound header in a copy.
#[derive(Debug, Clone)]
pub(crate) struct Lying {
    pub ordinal: u64,
    offset: u64,
    header_bytes: u64,
    /// The checksum of its header, which covers the checksums of its contents and its ordinal.
    pub check: u32,
    pub summary: Summary,
    pub origin: Origin,
    pub model: Model,
}

impl Lying {
    fn of(sighting: &Sighting) -> Self {
        let header = &sighting.block.header;
        let bytes = header.write(sighting.ordinal);
        let (_, check) = bytes
            .split_last_chunk()
            .unwrap_or((&[], &[0; checksum::BYTES]));
        Self {
            ordinal: sighting.ordinal,
            offset: sighting.offset,
            header_bytes: sighting.header_bytes,
            check: u32::from_le_bytes(*check),
            summary: header.summary,
            origin: header.origin,
            model: sighting.block.model.clone(),
        }
    }
}

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
            .map_err(|error| Error::io("the archive cannot be read", error))?;
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
            payload,
            payload_offset,
        })
    }
}
