//! What a chunk `PROV` holds: where an archive's text comes from, and digests by which anybody can check that it is still that text.
//!
//! Format: "Provenance".

use super::fields::{Fault, Fields, put_varint};
use super::{FileName, checksum};
use crate::Digest;

/// The longest name of a program and the longest manifest, in bytes.
const MAX_PROGRAM_BYTES: u64 = 255;
pub const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// Where the text of an archive comes from, as the program recorded it that wrote the archive.
///
/// A digest is not a signature: it says that a text is the one that was recorded, not who recorded it.
///
/// ```
/// use archive::{CompressOptions, compress};
///
/// let config = CompressOptions::new().provenance(true);
/// let report = compress(&b"1. e4 *\n"[..], Vec::new(), &config)?;
/// let provenance = &report.provenance[0];
/// let text = provenance.text.expect("the archive was made of a text");
/// assert_eq!((provenance.games, provenance.plies, text.bytes), (1, 1, 8));
/// assert!(text.to_string().starts_with("f530af25"));
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Provenance {
    /// The name of the file, where the archive records it; it is not part of the chunk.
    pub file_name: Option<String>,
    /// The text, without the line end that may have been put before it. `None` if the archive was made of blocks of others, which are copied as they are.
    pub text: Option<Digest>,
    /// The packed file as it was found. `None` if it was the text itself, or is not known.
    pub source: Option<Digest>,
    /// Games in the text.
    pub games: u64,
    /// Moves by one player in the text.
    pub plies: u64,
    /// Name and version of the program that wrote the archive.
    pub program: String,
    /// How the archive was made of others, in lines of the form `name: value`; empty if it was not.
    pub manifest: String,
    /// The checksum of the content of the archive's chunk `FILE`, 0 without one: so that a record and a name of different archives are not taken for one.
    pub(crate) file_check: u32,
}

impl Provenance {
    /// What the chunk holds.
    pub(crate) fn write(&self) -> Vec<u8> {
        let digests = [&self.text, &self.source];
        let flags = digests.map(|digest| u8::from(digest.is_some()));
        let mut out = vec![flags[0] | flags[1] << 1];
        out.extend_from_slice(&self.file_check.to_le_bytes());
        for digest in digests.into_iter().flatten() {
            put_varint(&mut out, digest.bytes);
            out.extend_from_slice(&digest.sha256);
        }
        put_varint(&mut out, self.games);
        put_varint(&mut out, self.plies);
        for text in [&self.program, &self.manifest] {
            put_varint(&mut out, text.len() as u64);
            out.extend_from_slice(text.as_bytes());
        }
        out
    }

    /// Compares the record with the content of the archive's chunk `FILE`, if it has one.
    pub(crate) fn check_file(&self, file: Option<&FileName>) -> Result<(), Fault> {
        match Self::file_check(file) == self.file_check {
            true => Ok(()),
            false => Err(Fault::Broken(
                "the name of the file is not the one that the archive was written with",
            )),
        }
    }

    /// The checksum of the content of a chunk `FILE`, if there is one.
    pub(crate) fn file_check(file: Option<&FileName>) -> u32 {
        file.map_or(0, |file| checksum::of(&file.write()))
    }

    /// Reads what a chunk holds. What follows is left to later versions.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let mut fields = Fields::new(bytes);
        let flags = fields.u8()?;
        let file_check = fields.u32()?;
        let mut digest = |bit: u8| {
            let bytes = match flags & bit {
                0 => return Ok(None),
                _ => fields.varint()?,
            };
            let sha256 = fields.array()?;
            Ok::<_, Fault>(Some(Digest { bytes, sha256 }))
        };
        let (text, source) = (digest(1)?, digest(2)?);
        let (games, plies) = (fields.varint()?, fields.varint()?);
        let mut words = |most| {
            let length = fields.varint_up_to(most, "a text in a chunk PROV is too long")?;
            let text = str::from_utf8(fields.bytes(length as usize)?);
            let text = text.map_err(|_| Fault::Broken("a chunk PROV has a text that is not UTF-8"));
            text.map(str::to_owned)
        };
        Ok(Self {
            file_name: None,
            text,
            source,
            games,
            plies,
            program: words(MAX_PROGRAM_BYTES)?,
            manifest: words(MAX_MANIFEST_BYTES)?,
            file_check,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provenance_comes_back_and_what_is_cut_short_is_refused() {
        let digest = |bytes| Digest {
            bytes,
            sha256: [bytes as u8; 32],
        };
        for (text, source) in [
            (None, None),
            (Some(digest(0)), None),
            (Some(digest(1000)), Some(digest(300))),
        ] {
            let provenance = Provenance {
                file_name: None,
                text,
                source,
                games: 3,
                plies: 200,
                program: "pgnz 0.3.0".to_owned(),
                manifest: "seed: 7\n".to_owned(),
                file_check: 0xABCD,
            };
            let bytes = provenance.write();
            assert_eq!(Provenance::read(&bytes), Ok(provenance.clone()));
            let later = [&bytes[..], b"more"].concat();
            assert_eq!(Provenance::read(&later), Ok(provenance));
            for length in 0..bytes.len() {
                assert!(Provenance::read(&bytes[..length]).is_err(), "{length}");
            }
        }
    }
}
