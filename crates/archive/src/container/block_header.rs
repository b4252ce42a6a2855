//! The header of a block: its summary and the checksums of its streams and of its text.
//!
//! Format: "Block".

use super::checksum;
use super::fields::{Fault, Fields};
use super::{BLOCK, Summary};
use crate::Stream;

/// Bytes before the fields: the marker and the length of the fields.
pub const PREFIX_BYTES: usize = BLOCK.len() + 1;

/// The header of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockHeader {
    /// Facts and lengths, which the index repeats.
    pub summary: Summary,
    /// The checksum of each stream that is present, cut to [`Summary::check_bytes`].
    checks: [u32; Stream::ALL.len()],
    /// The checksum of the text.
    text_check: u32,
}

impl BlockHeader {
    /// The header of a block of these streams (in the order of [`Stream::ALL`], none empty) and this text.
    pub fn new<'a>(
        summary: Summary,
        streams: impl Iterator<Item = (Stream, &'a [u8])>,
        text: &[u8],
    ) -> Self {
        let mut header = Self {
            summary,
            checks: [0; Stream::ALL.len()],
            text_check: checksum::of(text),
        };
        for (stream, payload) in streams {
            header.checks[usize::from(stream.id())] = header.check(payload);
        }
        header
    }

    fn check(&self, payload: &[u8]) -> u32 {
        let kept = 32 - 8 * self.summary.check_bytes() as u32;
        checksum::of(payload) << kept >> kept
    }

    /// Whether a stream is what it was.
    pub fn stream_is_sound(&self, stream: Stream, payload: &[u8]) -> bool {
        self.checks[usize::from(stream.id())] == self.check(payload)
    }

    /// Whether a text is the one that was encoded.
    pub fn text_is_sound(&self, text: &[u8]) -> bool {
        self.checksum_is_sound(text.len() as u64, checksum::of(text))
    }

    /// Whether a text of this length and with this checksum is the one that was encoded.
    pub fn checksum_is_sound(&self, bytes: u64, sum: u32) -> bool {
        self.summary.facts.text_bytes == bytes && self.text_check == sum
    }

    /// The header's bytes, from the marker to its checksum, for the block that has `ordinal` blocks before it in its archive.
    ///
    /// The checksum covers the ordinal, so that a block that is missing, repeated or out of place is noticed at the next header,
    /// at no cost in bytes.
    pub fn write(&self, ordinal: u64) -> Vec<u8> {
        let mut out = BLOCK.to_vec();
        out.push(0);
        self.summary.write(&mut out);
        for (stream, _) in self.summary.present() {
            let check = self.checks[usize::from(stream.id())].to_le_bytes();
            out.extend_from_slice(&check[..self.summary.check_bytes()]);
        }
        out.extend_from_slice(&self.text_check.to_le_bytes());
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
        let summary = Summary::read(&mut fields)?;
        let mut checks = [0; Stream::ALL.len()];
        for (stream, _) in summary.present() {
            let mut check = [0; 4];
            check[..summary.check_bytes()].copy_from_slice(fields.bytes(summary.check_bytes())?);
            checks[usize::from(stream.id())] = u32::from_le_bytes(check);
        }
        let text_check = fields.u32()?;
        fields.finish()?;
        Ok(Self {
            summary,
            checks,
            text_check,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BlockFacts;
    use crate::container::summary::MAX_TEXT_BYTES;

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
            summary: Summary { facts, lengths },
            checks: [u32::MAX; Stream::ALL.len()],
            text_check: 7,
        }
    }

    #[test]
    fn the_largest_header_comes_back_and_fits_its_length_byte() {
        let header = largest([MAX_TEXT_BYTES / 14; Stream::ALL.len()]);
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
    fn short_blocks_have_short_checks() {
        let facts = BlockFacts {
            text_bytes: 3,
            ..BlockFacts::default()
        };
        let mut lengths = [0; Stream::ALL.len()];
        lengths[Stream::Stored as usize] = 3;
        let header = BlockHeader::new(
            Summary { facts, lengths },
            [(Stream::Stored, &b"abc"[..])].into_iter(),
            b"abc",
        );
        let bytes = header.write(3);
        assert_eq!(bytes.len(), 4 + 1 + (1 + 6 + 2 + 1) + 1 + 4 + 4);
        assert_eq!(BlockHeader::read(&bytes, 3), Ok(header.clone()));
        assert!(header.text_is_sound(b"abc") && !header.text_is_sound(b"abd"));
        assert!(
            header.stream_is_sound(Stream::Stored, b"abc")
                && !header.stream_is_sound(Stream::Stored, b"abd")
        );
    }
}
