//! The index: the summaries of all blocks, so that a reader with seek need not visit them.
//!
//! Format: "Index".
//!
//! Blocks and chunks follow one another, so that offsets are sums of lengths. An archive of fewer than two blocks has no index: its
//! chunks and its only block are found by going from one to the next, and say the same.

use super::checksum;
use super::fields::{Fault, Fields, put_varint};
use super::{ChunkHeader, INDEX, Summary, block_header};

/// The shortest entry: the length of the header's fields, flags, six counts, the set of streams, one length.
const MIN_ENTRY_BYTES: usize = 10;
/// The shortest entry of a chunk.
const MIN_CHUNK_BYTES: usize = 9;

/// The index of the blocks seen so far, kept as it will be written: some 50 bytes a block.
#[derive(Debug, Clone, Default)]
pub struct IndexBuilder {
    blocks: u64,
    entries: Vec<u8>,
    chunks: u64,
    chunk_entries: Vec<u8>,
    /// The blocks before the last chunk.
    before_chunk: u64,
}

impl IndexBuilder {
    /// Takes in the next block, whose header has this length.
    pub fn push(&mut self, header_bytes: u64, summary: &Summary) {
        self.blocks += 1;
        let fields = header_bytes - (block_header::PREFIX_BYTES + checksum::BYTES) as u64;
        self.entries.push(fields as u8);
        summary.write(&mut self.entries);
    }

    /// Takes in a chunk, which stands after the blocks that have been taken in.
    pub fn push_chunk(&mut self, header: &ChunkHeader) {
        self.chunks += 1;
        put_varint(&mut self.chunk_entries, self.blocks - self.before_chunk);
        self.before_chunk = self.blocks;
        header.write_fields(&mut self.chunk_entries);
    }

    /// The blocks seen so far: the ordinal of the next.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The index's bytes, from the marker to its checksum; none for fewer than two blocks.
    pub fn write(&self) -> Vec<u8> {
        if self.blocks < 2 {
            return Vec::new();
        }
        let mut out = INDEX.to_vec();
        put_varint(&mut out, self.blocks);
        out.extend_from_slice(&self.entries);
        if self.chunks > 0 {
            put_varint(&mut out, self.chunks);
            out.extend_from_slice(&self.chunk_entries);
        }
        checksum::seal(&mut out);
        out
    }
}

/// Where a block lies and what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Length of the block's header.
    pub header_bytes: u64,
    /// Facts and lengths.
    pub summary: Summary,
}

/// A chunk, and how many blocks stand before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkEntry {
    /// Blocks before it in its archive.
    pub ordinal: u64,
    /// Its header.
    pub header: ChunkHeader,
}

impl Entry {
    /// Length of the block.
    pub fn archive_bytes(&self) -> u64 {
        self.header_bytes + self.summary.payload_bytes()
    }
}

/// Reads a whole index that is not empty: its blocks and its chunks, each in their order.
pub fn read(bytes: &[u8]) -> Result<(Vec<Entry>, Vec<ChunkEntry>), Fault> {
    let (mut entries, mut chunks) = (Vec::new(), Vec::new());
    each_of_all(bytes, &mut |entry| entries.push(entry), &mut |chunk| {
        chunks.push(chunk);
    })?;
    Ok((entries, chunks))
}

/// The chunks of a whole index that is not empty.
pub fn chunks(bytes: &[u8]) -> Result<Vec<ChunkEntry>, Fault> {
    let mut chunks = Vec::new();
    each_of_all(bytes, &mut |_| {}, &mut |chunk| chunks.push(chunk))?;
    Ok(chunks)
}

/// Gives every entry of a whole index that is not empty to `visit`, the first block's first, and returns how many there are.
pub fn each(bytes: &[u8], visit: &mut dyn FnMut(Entry)) -> Result<u64, Fault> {
    each_of_all(bytes, visit, &mut |_| {})
}

fn each_of_all(
    bytes: &[u8],
    visit: &mut dyn FnMut(Entry),
    visit_chunk: &mut dyn FnMut(ChunkEntry),
) -> Result<u64, Fault> {
    let mut fields = Fields::new(checksum::unseal(bytes, "the index")?);
    if fields.bytes(INDEX.len())? != INDEX {
        return Err(Fault::Broken("the index does not start with its marker"));
    }
    let blocks = fields.varint()?;
    if blocks < 2 || blocks > (fields.len() / MIN_ENTRY_BYTES) as u64 {
        return Err(Fault::Broken(
            "the index claims a number of blocks that it cannot hold",
        ));
    }
    for _ in 0..blocks {
        let header_bytes =
            u64::from(fields.u8()?) + (block_header::PREFIX_BYTES + checksum::BYTES) as u64;
        visit(Entry {
            header_bytes,
            summary: Summary::read(&mut fields)?,
        });
    }
    if fields.len() > 0 {
        let chunks = fields.varint()?;
        if chunks == 0 || chunks > (fields.len() / MIN_CHUNK_BYTES) as u64 {
            return Err(Fault::Broken(
                "the index claims a number of chunks that it cannot hold",
            ));
        }
        let mut ordinal = 0;
        for _ in 0..chunks {
            ordinal += fields.varint_up_to(
                blocks - ordinal,
                "the index has a chunk after more blocks than there are",
            )?;
            let header = ChunkHeader::read_fields(&mut fields)?;
            visit_chunk(ChunkEntry { ordinal, header });
        }
    }
    fields.finish()?;
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BlockFacts;

    fn summary(games: u64) -> Summary {
        let mut lengths = [0; crate::Stream::ALL.len()];
        lengths[2] = 5;
        Summary {
            facts: BlockFacts {
                text_bytes: 9,
                games,
                ..BlockFacts::default()
            },
            lengths,
        }
    }

    #[test]
    fn an_index_comes_back() {
        let mut index = IndexBuilder::default();
        index.push(30, &summary(1));
        assert!(index.write().is_empty());
        index.push(31, &summary(2));
        let bytes = index.write();
        assert_eq!(bytes.len(), 4 + 1 + 2 * MIN_ENTRY_BYTES + 4);
        let (entries, chunks) = read(&bytes).unwrap();
        assert!(chunks.is_empty());
        assert_eq!(
            entries[0],
            Entry {
                header_bytes: 30,
                summary: summary(1)
            }
        );
        assert_eq!(
            entries[1],
            Entry {
                header_bytes: 31,
                summary: summary(2)
            }
        );
    }

    #[test]
    fn chunks_come_back_with_their_places() {
        let header = |bytes| ChunkHeader {
            kind: crate::container::Kind::FILE,
            is_critical: false,
            bytes,
        };
        let mut index = IndexBuilder::default();
        index.push_chunk(&header(1));
        index.push_chunk(&header(2));
        index.push(30, &summary(1));
        assert!(index.write().is_empty());
        index.push(31, &summary(2));
        index.push_chunk(&header(3));
        let found = chunks(&index.write()).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|chunk| (chunk.ordinal, chunk.header.bytes))
            .collect();
        assert_eq!(found, [(0, 1), (0, 2), (2, 3)]);
    }

    #[test]
    fn a_hostile_count_is_refused_before_anything_is_allocated() {
        let mut bytes = INDEX.to_vec();
        put_varint(&mut bytes, u64::MAX);
        checksum::seal(&mut bytes);
        assert!(matches!(read(&bytes), Err(Fault::Broken(_))));
        let mut index = IndexBuilder::default();
        (0..2).for_each(|games| index.push(30, &summary(games)));
        let sound = index.write();
        let body = &sound[..sound.len() - checksum::BYTES];
        for chunks in [
            &[0][..],
            &[1],
            &[0xFF, 0xFF, 0xFF, 0x7F],
            &[1, 3, b'F', b'I', b'L', b'E', 0, 0, 0, 0],
        ] {
            let mut bytes = [body, chunks].concat();
            checksum::seal(&mut bytes);
            assert!(read(&bytes).is_err(), "{chunks:?}");
        }
    }
}
