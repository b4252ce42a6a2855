//! A digest that distinguishes archives with different games.
//!
//! Not part of the format.

use super::Reader;
use std::io::{Read, Seek};
use xxhash_rust::xxh3::Xxh3;

impl<R: Read + Seek> Reader<R> {
    /// A digest of the games: of the checksums of the headers of all blocks. Each covers a block's place and the checksums of its text and of its
    /// parts. Archives with different games have different digests. Nothing is read: the checksums are known from opening the archive.
    ///
    /// ```
    /// # use archive::{CompressOptions, ExpandOptions, Reader};
    /// # let packed = |text: &[u8]| {
    /// #     let mut packed = Vec::new();
    /// #     archive::compress(text, &mut packed, &CompressOptions::new())?;
    /// #     Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())
    /// # };
    /// assert_ne!(packed(b"1. e4 *\n")?.digest(), packed(b"1. d4 *\n")?.digest());
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hash = Xxh3::new();
        for block in &self.blocks {
            hash.update(&block.entry.check.to_le_bytes());
        }
        hash.digest()
    }
}
