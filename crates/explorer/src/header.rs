//! The beginning of the file.
//!
//! Not part of the format.

use crate::Error;

/// Not text, and altered by any transfer that converts line ends.
const MAGIC: [u8; 8] = *b"\x89PGNT\r\n\x1A";
const VERSION: u8 = 2;

/// Bytes of the header.
pub const HEADER_BYTES: usize = 8 + 1 + 8 + 8 + 4 + 4 + 4;

/// The archive that an explorer is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its digest ([`archive::Reader::digest`]).
    pub digest: u64,
    /// The number of its games.
    pub games: u64,
}

/// What the header says of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub about: About,
    /// Bytes of the directory, which comes next, and its checksum.
    pub directory_bytes: u32,
    pub directory_check: u32,
}

impl Header {
    pub fn bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend(MAGIC);
        bytes.push(VERSION);
        bytes.extend(self.about.digest.to_le_bytes());
        bytes.extend(self.about.games.to_le_bytes());
        bytes.extend(self.directory_bytes.to_le_bytes());
        bytes.extend(self.directory_check.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let mut header = [0; HEADER_BYTES];
        header.copy_from_slice(&bytes);
        header
    }

    pub fn read(bytes: &[u8; HEADER_BYTES]) -> Result<Self, Error> {
        let wide = |at: usize| {
            let mut found = [0; 8];
            found.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(found)
        };
        let short = |at: usize| {
            let mut found = [0; 4];
            found.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(found)
        };
        if bytes[..8] != MAGIC {
            return Err(Error::Foreign);
        }
        if crc32fast::hash(&bytes[..HEADER_BYTES - 4]) != short(HEADER_BYTES - 4) {
            return Err(Error::Damaged("its header does not match its checksum"));
        }
        if bytes[8] != VERSION {
            return Err(Error::Foreign);
        }
        Ok(Self {
            about: About {
                digest: wide(9),
                games: wide(17),
            },
            directory_bytes: short(25),
            directory_check: short(29),
        })
    }
}
