//! A copy of the index in a chunk right behind the header of an archive: whoever reads over a network opens the archive with the first bytes of it.
//!
//! Format: "Index in front".

use super::checksum;
use super::fields::{Fault, Fields};
use super::index::{self, ChunkEntry, Entry};

/// Bytes before the index: the length of the archive, and the checksum of its header.
const BEFORE: usize = 8 + checksum::BYTES;

/// What a chunk `INDX` holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Front {
    /// Length of the whole archive, header and footer included.
    pub archive_bytes: u64,
    /// The checksum that stands at the end of the archive's header.
    pub header_check: u32,
    pub entries: Vec<Entry>,
    /// The chunks but this one.
    pub chunks: Vec<ChunkEntry>,
}

/// The content of the chunk in an archive of so many bytes with this header. `index` is what its index would be without the chunk.
pub fn write(archive_bytes: u64, header: &[u8], index: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(BEFORE + index.len());
    out.extend_from_slice(&archive_bytes.to_le_bytes());
    out.extend_from_slice(&checksum::stored(header).to_le_bytes());
    out.extend_from_slice(index);
    out
}

/// Length of the content with an index of this length.
pub fn bytes(index: usize) -> u64 {
    (BEFORE + index) as u64
}

/// Reads the content of the chunk.
pub fn read(held: &[u8]) -> Result<Front, Fault> {
    let (before, index) = held
        .split_at_checked(BEFORE)
        .ok_or(Fault::Short("the index in front"))?;
    let mut fields = Fields::new(before);
    let (archive_bytes, header_check) = (fields.u64()?, fields.u32()?);
    let (entries, chunks) = index::read(index)?;
    Ok(Front {
        archive_bytes,
        header_check,
        entries,
        chunks,
    })
}
