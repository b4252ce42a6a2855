//! A chunk: what an archive holds besides games. A reader passes over one that it does not know, unless it is critical.
//!
//! Format: "Chunk".

use super::fields::{Fault, Fields};
use super::{CHUNK, checksum};
use std::fmt;

/// Length of the header: marker, kind, length, checksum.
pub const HEADER_BYTES: usize = 16;
/// The most bytes that a chunk may hold.
pub const MAX_BYTES: u64 = 64 << 20;
/// The bit of the length that says that nobody can read the archive without knowing the chunk.
const CRITICAL: u32 = 1 << 31;

/// What a chunk is, in four letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kind([u8; 4]);

impl Kind {
    /// The name of the file that the archive's text was, see [`super::FileName`].
    pub const FILE: Self = Self(*b"FILE");
    /// The network that the moves were coded with.
    pub const NETS: Self = Self(*b"NETS");
    /// A file of data that comes with the program.
    pub const DATA: Self = Self(*b"DATA");
    /// Where the archive's text comes from, see [`super::Provenance`].
    pub const PROV: Self = Self(*b"PROV");
    /// A copy of the index, see [`super::front`].
    pub const INDX: Self = Self(*b"INDX");

    fn is_known(self) -> bool {
        [Self::FILE, Self::NETS, Self::DATA, Self::PROV, Self::INDX].contains(&self)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The header of a chunk, which the index repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkHeader {
    /// What it is.
    pub kind: Kind,
    /// Whether the archive cannot be read by who does not know it.
    pub is_critical: bool,
    /// Length of what it holds.
    pub bytes: u64,
}

impl ChunkHeader {
    /// Length of the whole chunk.
    pub fn total_bytes(&self) -> u64 {
        (HEADER_BYTES + checksum::BYTES) as u64 + self.bytes
    }

    /// Appends kind, length and bit, as header and index have them.
    pub fn write_fields(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.kind.0);
        let bit = if self.is_critical { CRITICAL } else { 0 };
        out.extend_from_slice(&(self.bytes as u32 | bit).to_le_bytes());
    }

    /// Reads what [`ChunkHeader::write_fields`] has written.
    pub fn read_fields(fields: &mut Fields<'_>) -> Result<Self, Fault> {
        let kind = fields.bytes(4)?.first_chunk().copied();
        let kind = kind.filter(|kind: &[u8; 4]| kind.iter().all(u8::is_ascii_alphanumeric));
        let Some(kind) = kind.map(Kind) else {
            return Err(Fault::Broken(
                "the kind of a chunk is not four letters or digits",
            ));
        };
        let length = fields.u32()?;
        let bytes = u64::from(length & !CRITICAL);
        if bytes > MAX_BYTES {
            return Err(Fault::Broken("a chunk claims more than 64 MiB"));
        }
        let is_critical = length & CRITICAL != 0;
        Ok(Self {
            kind,
            is_critical,
            bytes,
        })
    }

    /// The header's bytes, for a chunk with so many blocks before it in its archive, which the checksum covers.
    pub fn write(&self, ordinal: u64) -> Vec<u8> {
        let mut out = CHUNK.to_vec();
        self.write_fields(&mut out);
        checksum::seal_with(&mut out, &ordinal.to_le_bytes());
        out
    }

    /// The checksum of a chunk with so many blocks before it, and with content of this checksum, as the index has it: that of the two
    /// checksums of the chunk, one after the other.
    pub fn whole_check(&self, ordinal: u64, content: u32) -> u32 {
        let header = checksum::stored(&self.write(ordinal));
        checksum::of_parts(&[&header.to_le_bytes(), &content.to_le_bytes()])
    }

    /// Reads the header of a chunk with so many blocks before it.
    pub fn read(bytes: &[u8; HEADER_BYTES], ordinal: u64) -> Result<Self, Fault> {
        let body = checksum::unseal_with(bytes, &ordinal.to_le_bytes(), "the chunk's header")?;
        let mut fields = Fields::new(body);
        if fields.bytes(CHUNK.len())? != CHUNK {
            return Err(Fault::Broken("a chunk does not start with its marker"));
        }
        Self::read_fields(&mut fields)
    }

    /// Reads the header of a chunk of which nobody knows how many blocks stand before it, at most so many; see
    /// [`super::BlockHeader::read_anywhere`].
    pub fn read_anywhere(bytes: &[u8; HEADER_BYTES], most: u64) -> Option<(u64, Self)> {
        let ordinal = u64::from(checksum::context_of(bytes)?);
        if ordinal > most {
            return None;
        }
        let header = Self::read(bytes, ordinal).ok()?;
        Some((ordinal, header))
    }

    /// That the archive can be read as far as this chunk is concerned.
    pub fn check(&self) -> Result<(), Fault> {
        if self.is_critical && !self.kind.is_known() {
            return Err(Fault::Unknown(format!(
                "the archive cannot be read without its chunk {}, which this release does not know",
                self.kind
            )));
        }
        Ok(())
    }
}

/// A whole chunk that holds this, with so many blocks before it.
pub fn write(header: &ChunkHeader, held: &[u8], ordinal: u64) -> Vec<u8> {
    let mut out = header.write(ordinal);
    out.extend_from_slice(held);
    out.extend_from_slice(&checksum::of(held).to_le_bytes());
    out
}

/// What a chunk holds: the bytes after its header, if their checksum, which follows them, is right.
pub fn held(behind_header: &[u8]) -> Result<&[u8], Fault> {
    checksum::unseal(behind_header, "the chunk")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_comes_back() {
        let header = ChunkHeader {
            kind: Kind::NETS,
            is_critical: true,
            bytes: 7,
        };
        let bytes = write(&header, b"weights", 3);
        assert_eq!(bytes.len(), HEADER_BYTES + 7 + 4);
        let head = bytes.first_chunk().unwrap();
        let header = ChunkHeader::read(head, 3).unwrap();
        assert_eq!(header.total_bytes(), bytes.len() as u64);
        assert_eq!((header.kind, header.is_critical), (Kind::NETS, true));
        assert_eq!(held(&bytes[HEADER_BYTES..]), Ok(&b"weights"[..]));
        assert!(ChunkHeader::read(head, 4).is_err());
        assert_eq!(ChunkHeader::read_anywhere(head, 3), Some((3, header)));
        assert_eq!(ChunkHeader::read_anywhere(head, 2), None);
        assert!(held(&bytes[HEADER_BYTES + 1..]).is_err() && held(b"").is_err());
    }

    #[test]
    fn claims_beyond_the_limit_and_kinds_that_are_no_words_are_refused() {
        let sealed = |kind: &[u8; 4], length: u32| {
            let mut out = [&CHUNK, &kind[..], &length.to_le_bytes()].concat();
            checksum::seal_with(&mut out, &0u64.to_le_bytes());
            ChunkHeader::read(out.first_chunk().unwrap(), 0)
        };
        assert!(sealed(b"WORD", 64 << 20).is_ok());
        assert!(sealed(b"WORD", (64 << 20) + 1).is_err());
        assert!(sealed(b"WO\nD", 1).is_err());
    }

    #[test]
    fn only_a_critical_chunk_has_to_be_known() {
        let header = |kind, is_critical| ChunkHeader {
            kind,
            is_critical,
            bytes: 0,
        };
        let new = Kind(*b"NEW7");
        assert_eq!(header(new, false).check(), Ok(()));
        assert_eq!(header(Kind::NETS, true).check(), Ok(()));
        let refused = header(new, true).check();
        assert!(matches!(refused, Err(Fault::Unknown(what)) if what.contains("NEW7")));
    }
}
