//! What a scan of an input finds.
//!
//! Not part of the format.

use super::note::Note;
use crate::Provenance;
use crate::container::index::ChunkEntry;
use crate::container::{Codecs, FileName};
use crate::seal::FoundBlock;

/// What a scan finds.
#[derive(Debug)]
pub(crate) enum Found {
    /// An archive begins.
    Archive,
    Chunk(Box<ChunkSighting>),
    Block(Box<Sighting>),
    Note(Note),
}

/// A block whose header is sound. Its text is still to be decoded.
#[derive(Clone, Debug)]
pub(crate) struct Sighting {
    pub block: FoundBlock,
    /// The number of its archive in the input, from 0.
    pub archive: u64,
    /// The blocks before it in its archive.
    pub ordinal: u64,
    /// The byte at which it starts.
    pub offset: u64,
    pub header_bytes: u64,
    /// The checksum of its header, which covers the checksums of its contents and its ordinal.
    pub check: u32,
    /// The games of all blocks before it whose headers are sound.
    pub games_seen: u64,
    /// Whether it comes after all blocks that belong before it.
    pub in_place: bool,
    pub codecs: Codecs,
    /// What the weights inside the archive take.
    pub weights_bytes: u64,
}

/// A chunk that is sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChunkSighting {
    /// The number of its archive in the input, from 0.
    pub archive: u64,
    /// Where it stands among the blocks, and its header.
    pub entry: ChunkEntry,
    /// The byte at which it starts.
    pub offset: u64,
    /// The checksum of what it holds.
    pub check: u32,
    /// What it holds, if it is a name.
    pub file: Option<FileName>,
    /// What it holds, if it is a record of where the text comes from.
    pub provenance: Option<Provenance>,
}
