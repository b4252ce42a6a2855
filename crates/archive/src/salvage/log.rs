//! What a scan keeps of an archive, so that copies of it can be compared.
//!
//! Not part of the format.

use super::found::{ChunkSighting, Sighting};
use crate::container::Summary;
use crate::container::block_header::Origin;
use crate::container::index::ChunkEntry;
use crate::{Model, ModelId, Source};

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

    /// Whether its index names this block.
    pub fn holds(&self, block: &Lying) -> bool {
        let at = usize::try_from(block.ordinal).ok();
        at.and_then(|at| self.held.get(at)) == Some(&block.summary)
    }

    /// Whether its index does not name a block that was found.
    pub fn is_contradicted(&self) -> bool {
        !self.held.is_empty() && !self.found.iter().all(|block| self.holds(block))
    }

    /// Whether its index is that of another archive: most of its blocks are others.
    pub fn is_mixed(&self) -> bool {
        let held = self.found.iter().filter(|block| self.holds(block));
        !self.held.is_empty() && 2 * held.count() < self.found.len()
    }
}

/// A block with a sound header in a copy.
#[derive(Debug, Clone)]
pub(crate) struct Lying {
    pub ordinal: u64,
    pub offset: u64,
    pub header_bytes: u64,
    /// The checksum of its header, which covers the checksums of its contents and its ordinal.
    pub check: u32,
    pub summary: Summary,
    pub origin: Origin,
    pub model: Model,
}

impl Lying {
    pub fn of(sighting: &Sighting) -> Self {
        let header = &sighting.block.header;
        Self {
            ordinal: sighting.ordinal,
            offset: sighting.offset,
            header_bytes: sighting.header_bytes,
            check: sighting.check,
            summary: header.summary,
            origin: header.origin,
            model: sighting.block.model.clone(),
        }
    }
}
