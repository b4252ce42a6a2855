//! Reads the pages of a column: a value for each row, each different one once where the file has a dictionary.
//!
//! Not part of the format.
//!
//! The library that writes the file can read it, too, but it trusts what a file says of itself: it asks for as much memory as a header
//! claims, and ends with a panic at some invalid ones. Here every number is checked before it is used, and `left` bounds the memory.

use crate::Error;
use crate::footer::{Chunk, Kind};
use crate::thrift::{Struct, take, varint};

/// Kinds of pages.
const DATA: i64 = 0;
const DICTIONARY: i64 = 2;
/// Encodings of values.
const PLAIN: i64 = 0;
const OLD_KEYS: i64 = 2;
const KEYS: i64 = 8;

/// Values, and for each row the index of its value; an index beyond their end stands for none.
#[derive(Default)]
pub(crate) struct Column {
    pub values: Values,
    pub keys: Vec<u32>,
}

/// Values of one type; those of the other are empty.
#[derive(Default)]
pub(crate) struct Values {
    pub ints: Vec<i32>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Values {
    fn len(&self) -> usize {
        self.ints.len() + self.ends.len()
    }

    /// The text or the bytes of this index.
    pub fn bytes(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        self.bytes.get(start..end)
    }

    /// All texts.
    pub fn texts(&self) -> Result<Vec<String>, Error> {
        let texts = (0..self.ends.len()).map(|index| self.bytes(index).unwrap_or_default());
        let texts = texts.map(|text| String::from_utf8(text.to_vec()));
        texts
            .collect::<Result<_, _>>()
            .map_err(|_| Error::Damaged("a text is not in UTF-8".to_owned()))
    }

    /// Adds so many plain values.
    fn read(&mut self, kind: Kind, mut bytes: &[u8], count: usize) -> Option<()> {
        for _ in 0..count {
            let four = take(&mut bytes, 4)?.first_chunk()?;
            match kind {
                Kind::Int => self.ints.push(i32::from_le_bytes(*four)),
                Kind::Bytes => {
                    let length = usize::try_from(u32::from_le_bytes(*four)).ok()?;
                    self.bytes.extend_from_slice(take(&mut bytes, length)?);
                    self.ends.push(self.bytes.len());
                }
                Kind::Other => return None,
            }
        }
        bytes.is_empty().then_some(())
    }
}

impl Column {
    /// Reads the pages of this number of rows. Of the bytes that `left` allows, what they take unpacked is taken away.
    pub fn read(file: &[u8], chunk: &Chunk, rows: usize, left: &mut u64) -> Result<Self, Error> {
        let mut column = Self::default();
        let pages = file.get(chunk.pages.clone());
        pages
            .and_then(|pages| column.read_pages(pages, chunk, rows, left))
            .map(|()| column)
            .ok_or_else(|| Error::Damaged("a column is invalid".to_owned()))
    }

    fn read_pages(
        &mut self,
        mut pages: &[u8],
        chunk: &Chunk,
        rows: usize,
        left: &mut u64,
    ) -> Option<()> {
        let mut dictionary = 0;
        let mut is_first = true;
        while self.keys.len() < rows {
            let header = Struct::read(&mut pages)?;
            let (unpacked, packed) = (header.size(2)?, header.size(3)?);
            *left = left.checked_sub(unpacked as u64)?;
            let body = take(&mut pages, packed)?;
            let body = match chunk.is_packed {
                true => zstd::bulk::decompress(body, unpacked).ok()?,
                false => body.to_vec(),
            };
            if body.len() != unpacked {
                return None;
            }
            match header.int(1)? {
                DICTIONARY if is_first => {
                    let found = header.of(7)?;
                    self.values.read(chunk.kind, &body, found.size(1)?)?;
                    dictionary = self.values.len();
                }
                DATA => {
                    let found = header.of(5)?;
                    let count = found.size(1)?;
                    // Pages of no rows might come for ever.
                    if count == 0 || count > rows - self.keys.len() {
                        return None;
                    }
                    self.read_data(&body, chunk, count, found.int(2)?, dictionary)?;
                }
                _ => return None,
            }
            is_first = false;
        }
        pages.is_empty().then_some(())
    }

    /// Reads a page of values: which rows have one, then the values or their indices in the dictionary.
    fn read_data(
        &mut self,
        mut body: &[u8],
        chunk: &Chunk,
        count: usize,
        encoding: i64,
        dictionary: usize,
    ) -> Option<()> {
        let mut has = vec![1; count];
        if chunk.is_optional {
            let length = u32::from_le_bytes(*take(&mut body, 4)?.first_chunk()?);
            has = numbers(take(&mut body, usize::try_from(length).ok()?)?, 1, count)?;
        }
        let present = has.iter().filter(|has| **has == 1).count();
        let keys = match encoding {
            PLAIN => {
                let first = self.values.len();
                self.values.read(chunk.kind, body, present)?;
                (first..first + present)
                    .map(|key| u32::try_from(key).ok())
                    .collect::<Option<Vec<u32>>>()?
            }
            KEYS | OLD_KEYS if present == 0 => Vec::new(),
            KEYS | OLD_KEYS => {
                let width = u32::from(take(&mut body, 1)?[0]);
                numbers(body, width, present)?
            }
            _ => return None,
        };
        if encoding != PLAIN && keys.iter().any(|key| *key as usize >= dictionary) {
            return None;
        }
        let mut keys = keys.into_iter();
        for has in has {
            self.keys.push(match has {
                1 => keys.next()?,
                _ => u32::MAX,
            });
        }
        Some(())
    }
}

/// So many numbers of this many bits: runs of one number, and groups of eight packed ones.
fn numbers(mut bytes: &[u8], width: u32, count: usize) -> Option<Vec<u32>> {
    if width > 32 {
        return None;
    }
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let head = varint(&mut bytes)?;
        let wanted = count - found.len();
        let length = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        if head & 1 == 0 {
            let value = take(&mut bytes, width.div_ceil(8) as usize)?;
            let value = value
                .iter()
                .rev()
                .fold(0, |sum, &byte| sum << 8 | u32::from(byte));
            found.extend(std::iter::repeat_n(value, length.min(wanted)));
            continue;
        }
        let packed = take(&mut bytes, length.checked_mul(width as usize)?)?;
        let (mut held, mut bits) = (0_u64, 0);
        let mut packed = packed.iter();
        for _ in 0..length.saturating_mul(8).min(wanted) {
            while bits < width {
                held |= u64::from(*packed.next()?) << bits;
                bits += 8;
            }
            found.push((held & ((1 << width) - 1)) as u32);
            held >>= width;
            bits -= width;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_packed_numbers_are_read() {
        // Five times 3, then eight numbers of three bits, of which two are wanted.
        let bytes = [10, 3, 3, 0b1100_0101, 0, 0];
        assert_eq!(numbers(&bytes, 3, 7).unwrap(), [3, 3, 3, 3, 3, 5, 0]);
        assert_eq!(numbers(&[4], 0, 2).unwrap(), [0, 0]);
        assert_eq!(numbers(&[4, 1, 0, 0, 0x80], 32, 1).unwrap(), [0x8000_0001]);
        for bad in [&b""[..], &[0], &[0, 1], &[3, 1], &[0xFF; 12]] {
            assert!(numbers(bad, 3, 9).is_none(), "{bad:?}");
        }
        assert!(numbers(&[4, 0, 0, 0, 0, 0], 33, 2).is_none());
    }

    #[test]
    fn plain_values_are_read_and_no_length_is_believed() {
        let mut values = Values::default();
        values
            .read(Kind::Bytes, b"\x02\0\0\0ab\0\0\0\0", 2)
            .unwrap();
        assert_eq!(values.texts().unwrap(), ["ab", ""]);
        for bad in [&b"\xFF\xFF\xFF\xFFab"[..], b"\x01\0\0\0", b"\0\0\0\0x"] {
            assert!(Values::default().read(Kind::Bytes, bad, 1).is_none());
        }
        assert!(Values::default().read(Kind::Int, b"\x01\0\0", 1).is_none());
        assert!(Values::default().read(Kind::Int, b"", usize::MAX).is_none());
    }
}
