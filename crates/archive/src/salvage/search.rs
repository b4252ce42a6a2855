//! The way from a damaged part to the next part that is sound.
//!
//! Not part of the format.

use super::scan::Scan;
use crate::Error;
use crate::container::header::{FIXED_BYTES, MAGIC};
use crate::container::{
    BLOCK, BlockHeader, CHUNK, ChunkHeader, FOOTER, Fault, Footer, INDEX, footer, header, index,
};
use std::io::Read;

/// How much is read at once.
const CHUNK_BYTES: usize = 1 << 16;
/// No section that is recognised by itself is longer: the header of a block.
pub(super) const LONGEST_BYTES: usize = 264;
/// How much is kept after, in bytes, for an index is recognised by the footer that follows it. Longer ones are not used.
const KEPT_BYTES: usize = 8 << 20;

/// A part of an archive that is recognised by its checksum.
#[derive(Debug)]
pub(super) enum Section {
    /// A block or a chunk with so many blocks before it in its archive.
    Block(u64),
    /// A footer, and, if it is sound, the index before it with the number of its blocks.
    Footer {
        footer: Footer,
        index: Option<(Vec<u8>, u64)>,
    },
    /// The header of an archive.
    Archive,
    /// The end of the input.
    Nothing,
}

impl<R: Read> Scan<R> {
    /// Moves the window to the next section that starts at least `from` bytes ahead. Every byte is looked at once, and at most one
    /// header's length for each marker.
    pub(super) fn search(&mut self, from: usize) -> Result<Section, Error> {
        let mut at = from;
        loop {
            if at > KEPT_BYTES + CHUNK_BYTES {
                self.window.pass(at - KEPT_BYTES);
                at = KEPT_BYTES;
            }
            let wanted = at + CHUNK_BYTES;
            let found = self.window.ahead(wanted as u64)?.len();
            let is_last = found < wanted;
            // What might go on after the chunk is looked at with the next.
            let end = if is_last {
                found
            } else {
                found - LONGEST_BYTES
            };
            while at < end {
                let bytes = self.window.ahead(found as u64)?;
                let Some(step) = memchr::memchr2(BLOCK[0], MAGIC[0], &bytes[at..end]) else {
                    break;
                };
                at += step;
                if let Some(section) = self.section_at(at, found)? {
                    self.window.pass(at);
                    return Ok(section);
                }
                at += 1;
            }
            at = at.max(end);
            if is_last {
                self.window.pass(found);
                return Ok(Section::Nothing);
            }
        }
    }

    /// The section that starts so many bytes ahead, of `found` that are in the window.
    pub(super) fn section_at(&mut self, at: usize, found: usize) -> Result<Option<Section>, Error> {
        let most = self.most_ordinal(at as u64);
        let bytes = self.window.ahead(found as u64)?;
        let (before, rest) = bytes.split_at(at);
        if rest.starts_with(&BLOCK) {
            return Ok(block_at(rest, most));
        }
        if rest.starts_with(&CHUNK) {
            let bytes = rest.first_chunk();
            let header = bytes.and_then(|bytes| ChunkHeader::read_anywhere(bytes, most));
            return Ok(header.map(|(ordinal, _)| Section::Block(ordinal)));
        }
        if rest.starts_with(&FOOTER) {
            let Some(Ok(footer)) = rest.first_chunk::<{ footer::BYTES }>().map(Footer::read) else {
                return Ok(None);
            };
            let length = footer.index_bytes as usize;
            let from = before.len().checked_sub(length);
            let index = from.map(|from| &before[from..]);
            let index = index.filter(|index| index.starts_with(&INDEX));
            let Some(index) = index.map(<[u8]>::to_vec) else {
                return Ok(Some(Section::Footer {
                    footer,
                    index: None,
                }));
            };
            let blocks = if self.may_look(u64::from(footer.index_bytes)) {
                index::each(&index, &mut |_| {}).ok()
            } else {
                None
            };
            let index = blocks.map(|blocks| (index, blocks));
            return Ok(Some(Section::Footer { footer, index }));
        }
        Ok(is_archive(rest).then_some(Section::Archive))
    }
}

fn block_at(bytes: &[u8], most: u64) -> Option<Section> {
    let total = BlockHeader::total_bytes(*bytes.first_chunk()?);
    let (ordinal, _) = BlockHeader::read_anywhere(bytes.get(..total)?, most)?;
    Some(Section::Block(ordinal))
}

/// Whether a sound header of an archive stands here, of this version or another.
fn is_archive(bytes: &[u8]) -> bool {
    let Some(fixed) = bytes
        .first_chunk::<FIXED_BYTES>()
        .filter(|_| bytes.starts_with(&MAGIC))
    else {
        return false;
    };
    let bytes = bytes.get(..header::total_bytes(fixed));
    bytes.is_some_and(|bytes| matches!(header::read(bytes), Ok(_) | Err(Fault::Unknown(_))))
}
