//! The header of a block: its origin, its summary, and the checksums of its streams and of its text.
//!
//! Format: "Block".

use super::checksum;
use super::fields::{Fault, Fields};
use super::{BLOCK, Summary};

/// Bytes before the fields: the marker and the length of the fields.
pub const PREFIX_BYTES: usize = BLOCK.len() + 1;

/// What a block says of its origin, so that it can be read without the header of its archive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Origin {
    /// The first four bytes of the digest of the model that coded it.
    pub model: [u8; 4],
    /// The number of the source's wrapping (see [`crate::Source`]).
    pub source: u8,
}

impl Origin {
    /// Reads an origin.
    pub fn read(fields: &mut Fields<'_>) -> Result<Self, Fault> {
        Ok(Self {
            model: fields.array()?,
            source: fields.u8()?,
        })
    }
}

/// The header of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockHeader {
    /// The model and the source.
    pub origin: Origin,
    /// Facts and lengths, which the index repeats.
    pub summary: Summary,
    /// The checksums of the streams.
    pub checks: Checks,
    /// The checksum of the text.
    pub text_check: u32,
}

/// The checksums of the bytes of a block's streams that are in no group. The bytes of groups have checksums in the table of groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checks {
    /// Of the streams `tags` and `encoding`: enough to read tags.
    pub tags: u32,
    /// Of all other bytes that are in no group of the table; in a block without a table, of all other streams.
    pub rest: u32,
}

impl BlockHeader {
    /// Whether a text of this length and with this checksum is the one that was encoded.
    pub fn text_is_sound(&self, bytes: u64, sum: u32) -> bool {
        self.summary.facts.text_bytes == bytes && self.text_check == sum
    }

    /// The header's bytes, from the marker to its checksum, for the block that has `ordinal` blocks before it in its archive.
    ///
    /// The checksum covers the ordinal, so that a block that is missing, repeated or out of place is noticed at the next header,
    /// at no cost in bytes.
    pub fn write(&self, ordinal: u64) -> Vec<u8> {
        let mut out = BLOCK.to_vec();
        out.push(0);
        out.extend_from_slice(&self.origin.model);
        out.push(self.origin.source);
        self.summary.write(&mut out);
        for check in [self.checks.tags, self.checks.rest, self.text_check] {
            out.extend_from_slice(&check.to_le_bytes());
        }
        // The limits of the summary keep this below 256.
        out[BLOCK.len()] = (out.len() - PREFIX_BYTES) as u8;
        checksum::seal_with(&mut out, &ordinal.to_le_bytes());
        out
    }

    /// Length of the whole header, by its first bytes. The marker is the caller's to check.
    pub fn total_bytes(prefix: [u8; PREFIX_BYTES]) -> usize {
        PREFIX_BYTES + usize::from(prefix[BLOCK.len()]) + checksum::BYTES
    }

    /// Reads the whole header of the block that has `ordinal` blocks before it in its archive.
    pub fn read(bytes: &[u8], ordinal: u64) -> Result<Self, Fault> {
        let body = checksum::unseal_with(bytes, &ordinal.to_le_bytes(), "the block's header")
            .map_err(|fault| match fault {
                Fault::Checksum(_) => Fault::Misplaced,
                fault => fault,
            })?;
        Self::read_body(body)
    }

    /// Reads the whole header of a block of which nobody knows how many blocks stand before it in its archive, which is found too.
    ///
    /// Any bytes fit some number below 2^32. They are taken for a header if they have a header's form, every bound of which is
    /// checked, and if that number is at most `most`: the lower that is, the less likely is a mistake.
    pub fn read_anywhere(bytes: &[u8], most: u64) -> Option<(u64, Self)> {
        let ordinal = u64::from(checksum::context_of(bytes)?);
        if ordinal > most {
            return None;
        }
        let header = Self::read(bytes, ordinal).ok()?;
        Some((ordinal, header))
    }

    fn read_body(body: &[u8]) -> Result<Self, Fault> {
        let mut fields = Fields::new(body);
        if fields.bytes(BLOCK.len())? != BLOCK || usize::from(fields.u8()?) != fields.len() {
            return Err(Fault::Broken(
                "a block's header has the wrong marker or length",
            ));
        }
        let origin = Origin::read(&mut fields)?;
        let summary = Summary::read(&mut fields)?;
        let checks = Checks {
            tags: fields.u32()?,
            rest: fields.u32()?,
        };
        let text_check = fields.u32()?;
        fields.finish()?;
        Ok(Self {
            origin,
            summary,
            checks,
            text_check,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::summary::MAX_TEXT_BYTES;
    use crate::{BlockFacts, Stream};

    fn largest(lengths: [u64; Stream::ALL.len()]) -> BlockHeader {
        let most = MAX_TEXT_BYTES;
        let dates = Some((268_435_456, u32::MAX));
        let ratings = Some((32_767, u16::MAX));
        let facts = BlockFacts {
            text_bytes: most,
            games: most,
            plies: most,
            clocks: most,
            evals: most,
            comments: most,
            dates,
            ratings,
        };
        BlockHeader {
            origin: Origin {
                model: [0xFE, 0xDC, 0xBA, 0x98],
                source: 200,
            },
            summary: Summary { facts, lengths },
            checks: Checks {
                tags: u32::MAX,
                rest: 3,
            },
            text_check: 7,
        }
    }

    #[test]
    fn the_largest_header_comes_back_and_fits_its_length_byte() {
        let header = largest([MAX_TEXT_BYTES / Stream::ALL.len() as u64; Stream::ALL.len()]);
        let bytes = header.write(0);
        assert!(bytes.len() < 255, "{}", bytes.len());
        assert_eq!(BlockHeader::read(&bytes, 0), Ok(header));
    }

    #[test]
    fn a_header_belongs_to_one_place() {
        let header = largest([1 << 20; Stream::ALL.len()]);
        let bytes = header.write(7);
        assert_eq!(BlockHeader::read(&bytes, 7), Ok(header));
        for place in [0, 6, 8, 7 << 32] {
            assert_eq!(BlockHeader::read(&bytes, place), Err(Fault::Misplaced));
        }
    }

    #[test]
    fn the_place_of_a_header_is_found_from_its_checksum() {
        let header = largest([1 << 20; Stream::ALL.len()]);
        for ordinal in [0, 1, 300, u64::from(u32::MAX)] {
            let bytes = header.write(ordinal);
            let found = BlockHeader::read_anywhere(&bytes, ordinal);
            assert_eq!(found, Some((ordinal, header.clone())));
            if ordinal > 0 {
                assert_eq!(BlockHeader::read_anywhere(&bytes, ordinal - 1), None);
            }
        }
        let mut bytes = header.write(7);
        for at in 0..bytes.len() {
            bytes[at] ^= 4;
            let found = BlockHeader::read_anywhere(&bytes, 1000);
            assert_eq!(found, None, "byte {at}");
            bytes[at] ^= 4;
        }
    }

    #[test]
    fn the_shortest_header_has_the_length_that_the_format_says() {
        let facts = BlockFacts {
            text_bytes: 3,
            ..BlockFacts::default()
        };
        let mut lengths = [0; Stream::ALL.len()];
        lengths[Stream::Stored as usize] = 3;
        let header = BlockHeader {
            summary: Summary { facts, lengths },
            ..largest(lengths)
        };
        let bytes = header.write(3);
        assert_eq!(bytes.len(), 4 + 1 + 5 + (1 + 6 + 2 + 1) + 12 + 4);
        assert_eq!(BlockHeader::read(&bytes, 3), Ok(header.clone()));
        assert!(header.text_is_sound(3, 7) && !header.text_is_sound(3, 8));
        assert!(!header.text_is_sound(2, 7));
    }
}
