//! A digest that distinguishes archives with different games.
//!
//! Not part of the format.

use super::Reader;
use crate::Error;
use crate::counting_reader::read_at;
use std::io::{Read, Seek};
use xxhash_rust::xxh3::Xxh3;

impl<R: Read + Seek> Reader<R> {
    /// A digest of the games: of the headers of all blocks, which contain the checksums of their texts. Archives with different games have
    /// different digests. Only headers are read.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`](crate::ErrorKind::Io), or an error if the archive has become shorter.
    pub fn digest(&mut self) -> Result<u64, Error> {
        let mut hash = Xxh3::new();
        for block in &self.blocks {
            let bytes = block.entry.header_bytes;
            hash.update(&read_at(
                &mut self.src,
                block.offset,
                bytes,
                "the block's header",
            )?);
        }
        Ok(hash.digest())
    }
}
