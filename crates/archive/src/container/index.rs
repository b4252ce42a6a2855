//! The index: the summaries of all blocks, so that a reader with seek need not visit them, and the checksums by which a block or chunk of another
//! archive is told from those that belong here.
//!
//! Format: "Index".
//!
//! Blocks and chunks follow one another, so that offsets are sums of lengths. An archive of fewer than two blocks has no index: its
//! chunks and its only block are found by going from one to the next, and say the same.

use super::checksum;
use super::fields::{Fault, Fields, put_varint};
use super::{ChunkHeader, Footer, INDEX, Summary, block_header, footer};

/// The shortest entry: the length of the header's fields, flags, six counts, the set of streams, one length, a checksum.
const MIN_ENTRY_BYTES: usize = 10 + checksum::BYTES;
/// The shortest entry of a chunk.
const MIN_CHUNK_BYTES: usize = 9 + checksum::BYTES;

/// The end of an archive, by its header and by the blocks and chunks seen so far. The index is kept as it will be written: some 50 bytes a block.
#[derive(Debug, Clone, Default)]
pub struct IndexBuilder {
    blocks: u64,
    entries: Vec<u8>,
    chunks: u64,
    chunk_entries: Vec<u8>,
    /// The blocks before the last chunk.
    before_chunk: u64,
    /// Of the checksums of the header, and of the blocks and chunks in their order.
    contents: crc32fast::Hasher,
}

impl IndexBuilder {
    /// No block and no chunk yet, behind this header of an archive.
    pub fn new(header: &[u8]) -> Self {
        let mut index = Self::default();
        // The stored checksum, not the header: a checksum over bytes and their own checksum is the same whatever the bytes are.
        index.bind(checksum::stored(header));
        index
    }

    fn bind(&mut self, check: u32) {
        self.contents.update(&check.to_le_bytes());
    }

    /// Takes in the next block.
    pub fn push(&mut self, entry: &Entry) {
        self.blocks += 1;
        let fields = entry.header_bytes - (block_header::PREFIX_BYTES + checksum::BYTES) as u64;
        self.entries.push(fields as u8);
        entry.summary.write(&mut self.entries);
        self.entries.extend_from_slice(&entry.check.to_le_bytes());
        self.bind(entry.check);
    }

    /// Takes in a chunk, which stands after the blocks that have been taken in, and whose [`ChunkHeader::whole_check`] is this.
    pub fn push_chunk(&mut self, header: &ChunkHeader, check: u32) {
        self.chunks += 1;
        put_varint(&mut self.chunk_entries, self.blocks - self.before_chunk);
        self.before_chunk = self.blocks;
        header.write_fields(&mut self.chunk_entries);
        self.chunk_entries.extend_from_slice(&check.to_le_bytes());
        self.bind(check);
    }

    /// What the footer says of the header and of all blocks and chunks so far.
    pub fn contents(&self) -> u32 {
        self.contents.clone().finalize()
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

    /// The index's bytes and the footer of an archive that has so many bytes before them.
    pub fn end(&self, before: u64) -> Result<(Vec<u8>, Footer), Fault> {
        let index = self.write();
        let too_long = |_| Fault::Broken("the index would be longer than 4 GiB");
        let footer = Footer {
            index_bytes: u32::try_from(index.len()).map_err(too_long)?,
            archive_bytes: before + (index.len() + footer::BYTES) as u64,
            contents: self.contents(),
        };
        Ok((index, footer))
    }
}

/// Where a block lies and what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Length of the block's header.
    pub header_bytes: u64,
    /// Facts and lengths.
    pub summary: Summary,
    /// The checksum of the block's header, which covers those of all that is in the block, and its place.
    pub check: u32,
}

/// A chunk, and how many blocks stand before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkEntry {
    /// Blocks before it in its archive.
    pub ordinal: u64,
    /// Its header.
    pub header: ChunkHeader,
    /// Its [`ChunkHeader::whole_check`].
    pub check: u32,
}

impl Entry {
    /// The entry of a block with this header, whose fields say this.
    pub fn of(header: &[u8], summary: &Summary) -> Self {
        Self {
            header_bytes: header.len() as u64,
            summary: *summary,
            check: checksum::stored(header),
        }
    }

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

/// The index of an archive with this header, and with these blocks and chunks, each in their order.
pub fn of(header: &[u8], entries: &[Entry], chunks: &[ChunkEntry]) -> IndexBuilder {
    let mut index = IndexBuilder::new(header);
    let mut chunks = chunks.iter().peekable();
    for ordinal in 0..=entries.len() {
        while let Some(chunk) = chunks.next_if(|chunk| chunk.ordinal == ordinal as u64) {
            index.push_chunk(&chunk.header, chunk.check);
        }
        if let Some(entry) = entries.get(ordinal) {
            index.push(entry);
        }
    }
    index
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
            check: fields.u32()?,
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
            let check = fields.u32()?;
            visit_chunk(ChunkEntry {
                ordinal,
                header,
                check,
            });
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

    fn entry(header_bytes: u64, games: u64) -> Entry {
        Entry {
            header_bytes,
            summary: summary(games),
            check: 0xAB00 + games as u32,
        }
    }

    #[test]
    fn an_index_comes_back() {
        let mut index = IndexBuilder::default();
        index.push(&entry(30, 1));
        assert!(index.write().is_empty());
        index.push(&entry(31, 2));
        let bytes = index.write();
        assert_eq!(bytes.len(), 4 + 1 + 2 * MIN_ENTRY_BYTES + 4);
        let (entries, chunks) = read(&bytes).unwrap();
        assert!(chunks.is_empty());
        assert_eq!(entries, [entry(30, 1), entry(31, 2)]);
    }

    #[test]
    fn chunks_come_back_with_their_places() {
        let header = |bytes| ChunkHeader {
            kind: crate::container::Kind::FILE,
            is_critical: false,
            bytes,
        };
        let mut index = IndexBuilder::default();
        index.push_chunk(&header(1), 1);
        index.push_chunk(&header(2), 2);
        index.push(&entry(30, 1));
        assert!(index.write().is_empty());
        index.push(&entry(31, 2));
        index.push_chunk(&header(3), 3);
        let found = chunks(&index.write()).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|chunk| (chunk.ordinal, chunk.header.bytes, chunk.check))
            .collect();
        assert_eq!(found, [(0, 1, 1), (0, 2, 2), (2, 3, 3)]);
    }

    #[test]
    fn the_footer_belongs_to_one_header_and_to_these_sections_in_this_order() {
        let headers = [0, 2].map(|source| {
            let model = crate::ModelId::read(0, 7).unwrap();
            crate::container::header::write(model, source)
        });
        let chunk = |ordinal, check| ChunkEntry {
            ordinal,
            header: ChunkHeader {
                kind: crate::container::Kind::FILE,
                is_critical: false,
                bytes: 1,
            },
            check,
        };
        let (a, b) = (entry(30, 1), entry(30, 2));
        let all = [
            of(&headers[0], &[], &[]).contents(),
            of(&headers[1], &[], &[]).contents(),
            of(&headers[0], &[a, b], &[]).contents(),
            of(&headers[1], &[a, b], &[]).contents(),
            of(&headers[0], &[b, a], &[]).contents(),
            of(&headers[0], &[a, b], &[chunk(0, 5)]).contents(),
            of(&headers[0], &[a, b], &[chunk(1, 5)]).contents(),
            of(&headers[0], &[a, b], &[chunk(1, 6)]).contents(),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| other != one), "{at}");
        }
        let mut index = IndexBuilder::new(&headers[0]);
        index.push(&a);
        index.push_chunk(&chunk(1, 5).header, 5);
        index.push(&b);
        assert_eq!(index.contents(), all[6]);
        let (bytes, footer) = index.end(1000).unwrap();
        assert_eq!(
            footer.archive_bytes,
            (1000 + bytes.len() + footer::BYTES) as u64
        );
    }

    #[test]
    fn a_hostile_count_is_refused_before_anything_is_allocated() {
        let mut bytes = INDEX.to_vec();
        put_varint(&mut bytes, u64::MAX);
        checksum::seal(&mut bytes);
        assert!(matches!(read(&bytes), Err(Fault::Broken(_))));
        let mut index = IndexBuilder::default();
        (0..2).for_each(|games| index.push(&entry(30, games)));
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
