//! The footer: fixed length, so that a reader finds the index, and the archive before this one, from the end. It binds the archive: it
//! belongs to one header, and to these blocks and chunks in this order.
//!
//! Format: "Footer".

use super::fields::{Fault, Fields};
use super::{FOOTER, checksum};

/// Length of the footer.
pub const BYTES: usize = 24;

/// What is wrong where sound parts do not belong to the footer.
pub const OF_OTHERS: &str = "the footer is not that of this header and these blocks and chunks: some of them are of another archive";

/// The footer of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footer {
    /// Length of the index, which stands right before the footer; 0 where there is none.
    pub index_bytes: u32,
    /// Length of the whole archive, header and footer included.
    pub archive_bytes: u64,
    /// The checksum of the checksums of the header and of all blocks and chunks, see [`super::IndexBuilder::contents`].
    pub contents: u32,
}

impl Footer {
    /// The footer's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = FOOTER.to_vec();
        out.extend_from_slice(&self.index_bytes.to_le_bytes());
        out.extend_from_slice(&self.archive_bytes.to_le_bytes());
        out.extend_from_slice(&self.contents.to_le_bytes());
        checksum::seal(&mut out);
        out
    }

    /// Reads a whole footer.
    pub fn read(bytes: &[u8; BYTES]) -> Result<Self, Fault> {
        let mut fields = Fields::new(checksum::unseal(bytes, "the footer")?);
        if fields.bytes(FOOTER.len())? != FOOTER {
            return Err(Fault::Broken("the footer does not start with its marker"));
        }
        Ok(Self {
            index_bytes: fields.u32()?,
            archive_bytes: fields.u64()?,
            contents: fields.u32()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footer_comes_back() {
        let footer = Footer {
            index_bytes: 300,
            archive_bytes: 1 << 40,
            contents: 0x0102_0304,
        };
        let bytes: [u8; BYTES] = footer.write().try_into().unwrap();
        assert_eq!(Footer::read(&bytes), Ok(footer));
    }
}
