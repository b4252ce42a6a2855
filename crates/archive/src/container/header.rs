//! The header of an archive: what it is and which release can read it.

use super::checksum;
use super::fields::{Fault, Fields};

/// The first bytes of every archive. The first is no ASCII and the line ends break if a transfer takes the file for text.
pub const MAGIC: [u8; 8] = *b"\x89PGNZ\r\n\x1A";
/// The version of the format that this release writes: major, then minor. As long as the major version is 0 a reader refuses every
/// other; from 1.0 on it will take any minor version.
pub const VERSION: [u8; 2] = [0, 1];
/// The only level of this version: the set of models that codes the streams.
pub const LEVEL: u8 = 0;
/// Bytes up to and with the length of the extension. This part is the same in every version of the format, and so is the
/// rule that a checksum of everything before it follows the extension.
pub const FIXED_BYTES: usize = 13;
/// Length of the header that this release writes.
pub const BYTES: usize = FIXED_BYTES + checksum::BYTES;

/// The facts of an archive's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The number of the source's wrapping (see [`crate::Source`]).
    pub source: u8,
    /// Length of the whole header.
    pub bytes: u64,
}

/// The header of an archive that was made from such a source.
pub fn write(source: u8) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION);
    out.extend_from_slice(&[LEVEL, source, 0]);
    checksum::seal(&mut out);
    out
}

/// Length of the whole header, by its first [`FIXED_BYTES`] bytes. The magic is the caller's to check.
pub fn total_bytes(fixed: &[u8; FIXED_BYTES]) -> usize {
    FIXED_BYTES + usize::from(fixed[FIXED_BYTES - 1]) + checksum::BYTES
}

/// Reads a whole header.
pub fn read(bytes: &[u8]) -> Result<Header, Fault> {
    // The checksum comes first, so that damage is never taken for a newer version.
    let body = checksum::unseal(bytes, "the archive's header")?;
    let mut fields = Fields::new(body);
    if fields.bytes(MAGIC.len())? != MAGIC {
        return Err(Fault::Broken(
            "the archive's header does not start with the magic bytes",
        ));
    }
    let (version, level, source) = ([fields.u8()?, fields.u8()?], fields.u8()?, fields.u8()?);
    if version != VERSION {
        let ([major, minor], [our_major, our_minor]) = (version, VERSION);
        return Err(Fault::Unknown(format!(
            "the archive has format version {major}.{minor}, this release reads {our_major}.{our_minor}"
        )));
    }
    if level != LEVEL {
        return Err(Fault::Unknown(format!(
            "the archive has level {level}, this release knows level {LEVEL} only"
        )));
    }
    // What a later version may say here can be passed over.
    let extension = fields.u8()?;
    fields.bytes(usize::from(extension))?;
    fields.finish()?;
    Ok(Header {
        source,
        bytes: bytes.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(body: &[u8]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(body);
        checksum::seal(&mut out);
        out
    }

    #[test]
    fn a_header_comes_back() {
        let bytes = write(2);
        assert_eq!(bytes.len(), BYTES);
        assert_eq!(
            read(&bytes),
            Ok(Header {
                source: 2,
                bytes: 17
            })
        );
    }

    #[test]
    fn another_version_or_level_is_named() {
        assert!(
            matches!(read(&sealed(&[2, 5, 0, 0, 0])), Err(Fault::Unknown(what)) if what.contains("2.5"))
        );
        assert!(
            matches!(read(&sealed(&[0, 2, 0, 0, 0])), Err(Fault::Unknown(what)) if what.contains("0.2"))
        );
        assert!(
            matches!(read(&sealed(&[0, 1, 7, 0, 0])), Err(Fault::Unknown(what)) if what.contains("level 7"))
        );
    }

    #[test]
    fn an_extension_is_passed_over() {
        assert_eq!(
            read(&sealed(&[0, 1, 0, 0, 3, 1, 2, 3])),
            Ok(Header {
                source: 0,
                bytes: 20
            })
        );
        assert!(read(&sealed(&[0, 1, 0, 0, 3, 1, 2])).is_err());
    }
}
