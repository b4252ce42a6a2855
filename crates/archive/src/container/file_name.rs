//! What a chunk `FILE` holds: the name of the file that an archive's text was, and what stands before its text.
//!
//! Format: "Names of files".

use super::fields::{Fault, Fields, put_varint};

/// The longest name in bytes: what file systems take.
const MAX_NAME_BYTES: usize = 255;
/// The longest border in bytes: a line end of two characters in UTF-16.
const MAX_BORDER_BYTES: u64 = 4;

/// The name of a file, and how many bytes at the beginning of the archive's text are not the file's: a line end that keeps its first
/// game apart from the text before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName {
    /// The name, without folders.
    pub name: String,
    /// Bytes of the text before the file's own.
    pub border_bytes: u64,
}

impl FileName {
    /// What the chunk holds.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_varint(&mut out, self.border_bytes);
        out.extend_from_slice(self.name.as_bytes());
        out
    }

    /// Reads what a chunk holds. A name that leads out of a folder is refused.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let mut fields = Fields::new(bytes);
        let border_bytes = fields.varint_up_to(
            MAX_BORDER_BYTES,
            "a chunk FILE has more than a line end before the text",
        )?;
        let name = str::from_utf8(fields.bytes(fields.len())?).ok();
        let Some(name) = name.filter(|name| is_plain(name)) else {
            return Err(Fault::Broken(
                "a chunk FILE has an invalid name: it must not be empty, ., .. or longer than 255 bytes, or contain a /, a \\ or a zero",
            ));
        };
        Ok(Self {
            name: name.to_owned(),
            border_bytes,
        })
    }
}

/// Whether a name stands for a file in whatever folder it is put.
pub fn is_plain(name: &str) -> bool {
    let is_plain = !name.contains(['/', '\\', '\0']);
    is_plain && !["", ".", ".."].contains(&name) && name.len() <= MAX_NAME_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_back() {
        for (name, border_bytes) in [("jan.pgn", 0), ("Übung 1", 4), ("..pgn", 2)] {
            let file = FileName {
                name: name.to_owned(),
                border_bytes,
            };
            assert_eq!(FileName::read(&file.write()), Ok(file));
        }
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        let long = "x".repeat(256);
        for name in [
            "",
            ".",
            "..",
            "../a",
            "/etc/passwd",
            "a/b",
            "a\\b",
            "..\\a",
            "a\0",
            &long,
        ] {
            let bytes = [&[0], name.as_bytes()].concat();
            assert!(FileName::read(&bytes).is_err(), "{name:?}");
        }
        assert!(FileName::read(b"").is_err());
        assert!(FileName::read(b"\x00a\xFF").is_err());
        assert!(FileName::read(b"\x05a").is_err());
    }
}
