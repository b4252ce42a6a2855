//! Numbers as bytes, and packed sections.
//!
//! Not part of the format.

use crate::Error;

/// A number in groups of seven bits, the lowest first.
pub fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what [`put`] wrote, and plain bytes.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn number(&mut self) -> Result<u64, Error> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Error::Damaged("a number is too long"))
    }

    /// A number that fits another type.
    pub fn fit<T: TryFrom<u64>>(&mut self) -> Result<T, Error> {
        T::try_from(self.number()?).map_err(|_| Error::Damaged("a number is too large"))
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or(Error::Damaged("a section is too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn end(&self) -> Result<(), Error> {
        match self.0 {
            [] => Ok(()),
            _ => Err(Error::Damaged("a section is too long")),
        }
    }
}

/// Packs a section.
pub fn pack(section: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(section, 8)
}

/// Unpacks a section that must not have more than so many bytes.
pub fn unpack(packed: &[u8], most: usize) -> Result<Vec<u8>, Error> {
    miniz_oxide::inflate::decompress_to_vec_with_limit(packed, most)
        .map_err(|_| Error::Damaged("a section cannot be unpacked"))
}
