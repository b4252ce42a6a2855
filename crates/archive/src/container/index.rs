//! The index: the summaries of all blocks, so that a reader with seek need not visit them.
//!
//! Format: "Index".
//!
//! Blocks follow one another, so that offsets are sums of lengths. An archive of fewer than two blocks has no index: its
//! only block stands right behind the header and says the same.

use super::checksum;
use super::fields::{Fault, Fields, put_varint};
use super::{INDEX, Summary, block_header};

/// The shortest entry: the length of the header's fields, flags, six counts, the set of streams, one length.
const MIN_ENTRY_BYTES: usize = 10;

/// The index of the blocks seen so far, kept as it will be written: some 50 bytes a block.
#[derive(Debug, Clone, Default)]
pub struct IndexBuilder {
    blocks: u64,
    entries: Vec<u8>,
}

impl IndexBuilder {
    /// Takes in the next block, whose header has this length.
    pub fn push(&mut self, header_bytes: u64, summary: &Summary) {
        self.blocks += 1;
        let fields = header_bytes - (block_header::PREFIX_BYTES + checksum::BYTES) as u64;
        self.entries.push(fields as u8);
        summary.write(&mut self.entries);
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

/// Reads a whole index that is not empty.
pub fn read(bytes: &[u8]) -> Result<Vec<Entry>, Fault> {
    let mut entries = Vec::new();
    each(bytes, &mut |entry| entries.push(entry))?;
    Ok(entries)
}

/// Gives every entry of a whole index that is not empty to `visit`, the first block's first, and returns how many there are.
pub fn each(bytes: &[u8], visit: &mut dyn FnMut(Entry)) -> Result<u64, Fault> {
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
        let entries = read(&bytes).unwrap();
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
    fn a_hostile_count_is_refused_before_anything_is_allocated() {
        let mut bytes = INDEX.to_vec();
        put_varint(&mut bytes, u64::MAX);
        checksum::seal(&mut bytes);
        assert!(matches!(read(&bytes), Err(Fault::Broken(_))));
    }
}
