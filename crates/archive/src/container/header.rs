//! The header of an archive: what it is and which release can read it.
//!
//! Format: "Header".

use super::Codecs;
use super::checksum;
use super::fields::{Fault, Fields};
use crate::{Level, ModelId};

/// The first bytes of every archive. The first is no ASCII and the line ends break if a transfer takes the file for text.
pub const MAGIC: [u8; 8] = *b"\x89PGNZ\r\n\x1A";
/// The version of the format that this release writes: major, then minor. A reader takes any minor version of this major version: what a later one
/// adds can be passed over, or is refused by name where it is met.
pub const VERSION: [u8; 2] = [1, 0];
/// Bytes up to and with the length of the extension. This part is the same in every version of the format, and so is the
/// rule that a checksum of everything before it follows the extension.
pub const FIXED_BYTES: usize = 13;
/// Bytes of the extension where every stream has its usual codec: the digest of the model and of the other data.
const DIGEST_BYTES: usize = 8;
/// Length of the header that this release writes.
pub const BYTES: usize = FIXED_BYTES + DIGEST_BYTES + checksum::BYTES;

/// The facts of an archive's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The model that coded the blocks.
    pub model: ModelId,
    /// The number of the source's wrapping (see [`crate::Source`]).
    pub source: u8,
    /// What codes each stream.
    pub codecs: Codecs,
    /// Length of the whole header.
    pub bytes: u64,
}

/// The header of an archive that such a model coded and that was made from such a source.
pub fn write(model: ModelId, source: u8) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION);
    // Every codec is the usual one, which takes no byte.
    out.extend_from_slice(&[model.number(), source, DIGEST_BYTES as u8]);
    out.extend_from_slice(&model.digest().to_be_bytes());
    checksum::seal(&mut out);
    out
}

/// Length of the whole header, by its first [`FIXED_BYTES`] bytes. The magic is the caller's to check.
pub fn total_bytes(fixed: &[u8; FIXED_BYTES]) -> usize {
    FIXED_BYTES + usize::from(fixed[FIXED_BYTES - 1]) + checksum::BYTES
}

/// The fault of a header with the number of a level that this release does not have.
fn unknown_level(number: u8) -> Fault {
    let names = Level::ALL.map(|level| format!("{} ({level})", level.number()));
    Fault::Unknown(format!(
        "the archive needs level {number}, but this release has only the levels {}",
        names.join(" and ")
    ))
}

/// The fault of a header of another major version.
fn other_version([major, minor]: [u8; 2]) -> Fault {
    let ours = VERSION[0];
    Fault::Unknown(match major {
        0 => format!(
            "the archive has version 0.{minor} of the format: it was made with pgnz 0.x, and this release reads version {ours} (pgnz convert makes an archive of version {ours} of it, with the help of the old program)"
        ),
        _ => format!(
            "the archive has version {major}.{minor} of the format, but this release reads version {ours}"
        ),
    })
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
    if version[0] != VERSION[0] {
        return Err(other_version(version));
    }
    let extension = fields.u8()?;
    let mut extension = Fields::new(fields.bytes(usize::from(extension))?);
    fields.finish()?;
    let digest = u64::from_be_bytes(extension.array()?);
    // What a later version may say after the codecs can be passed over.
    let codecs = Codecs::read(&mut extension)?;
    Ok(Header {
        model: ModelId::read(level, digest).ok_or_else(|| unknown_level(level))?,
        source,
        codecs,
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

    fn of(level: u8) -> ModelId {
        ModelId::read(level, 0x0102_0304_0506_0708).unwrap()
    }

    #[test]
    fn a_header_comes_back() {
        for level in [0, 1, 255] {
            let bytes = write(of(level), 2);
            assert_eq!(bytes.len(), BYTES);
            let header = Header {
                model: of(level),
                source: 2,
                codecs: Codecs::default(),
                bytes: 25,
            };
            assert_eq!(read(&bytes), Ok(header));
        }
    }

    #[test]
    fn another_version_or_level_is_named() {
        let named = |body: &[u8], name: &str| matches!(read(&sealed(body)), Err(Fault::Unknown(what)) if what.contains(name));
        assert!(named(&[2, 5, 0, 0, 0], "2.5"));
        for minor in [1, 4, 5, 6] {
            let version = format!("0.{minor} ");
            assert!(named(&[0, minor, 0, 0, 0], &version));
            assert!(named(&[0, minor, 0, 0, 0], "pgnz convert"));
        }
        assert!(named(&[1, 9, 7, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8], "level 7"));
    }

    #[test]
    fn a_longer_extension_is_passed_over_and_a_shorter_one_refused() {
        let longer = sealed(&[1, 9, 1, 0, 11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10]);
        let header = Header {
            model: of(1),
            source: 0,
            codecs: Codecs::default(),
            bytes: 28,
        };
        assert_eq!(read(&longer), Ok(header));
        for short in [
            &[1, 0, 1, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8, 1][..],
            &[1, 0, 1, 0, 0],
            &[1, 0, 1, 0, 7, 1, 2, 3, 4, 5, 6, 7],
            &[1, 0, 1, 0, 8, 1, 2, 3, 4, 5, 6, 7],
        ] {
            assert!(read(&sealed(short)).is_err());
        }
    }

    #[test]
    fn a_level_that_does_not_exist_is_named_with_those_that_do() {
        let fault = unknown_level(2).to_string();
        for part in ["level 2", "0 (fast)", "1 (default)"] {
            assert!(fault.contains(part), "{part} in {fault}");
        }
    }
}
