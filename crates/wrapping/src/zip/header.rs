//! The records of a zip file that a reader without seek meets, by the format's description (APPNOTE.TXT).

use std::io::{self, Read};

const LOCAL: u32 = 0x0403_4B50;
const CENTRAL: u32 = 0x0201_4B50;
const EXTRA_DATA: u32 = 0x0806_4B50;
const SIGNATURE: u32 = 0x0505_4B50;
const ZIP64_END: u32 = 0x0606_4B50;
const ZIP64_LOCATOR: u32 = 0x0706_4B50;
const END: u32 = 0x0605_4B50;
/// What may stand before the checksum and the lengths after a member's data.
const DESCRIPTOR: u32 = 0x0807_4B50;

/// What stands between the data of two members, or after the last.
pub(super) enum Record {
    Member(Header),
    /// An entry of the directory, which repeats a member's header.
    Entry,
    Other,
    /// The last record.
    End,
}

/// What a member's header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub name: String,
    pub method: u16,
    pub is_encrypted: bool,
    /// Length of the data in the file; `None` where it stands after the data.
    pub packed_bytes: Option<u64>,
    /// CRC-32 and length of the text; `None` where they stand after the data.
    pub text: Option<Facts>,
    is_zip64: bool,
}

/// What is known of a member's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Facts {
    pub crc: u32,
    pub bytes: u64,
}

impl Record {
    /// Reads the next record.
    pub fn read(input: &mut impl Read) -> io::Result<Self> {
        let length = match u32_of(input)? {
            LOCAL => return Header::read(input).map(Self::Member),
            CENTRAL => {
                pass_over(input, 24)?;
                let lengths = [u16_of(input)?, u16_of(input)?, u16_of(input)?];
                pass_over(input, 12 + lengths.map(u64::from).iter().sum::<u64>())?;
                return Ok(Self::Entry);
            }
            END => {
                pass_over(input, 16)?;
                let comment = u16_of(input)?;
                pass_over(input, comment.into())?;
                return Ok(Self::End);
            }
            ZIP64_END => u64_of(input)?,
            ZIP64_LOCATOR => 16,
            EXTRA_DATA => u32_of(input)?.into(),
            SIGNATURE => u16_of(input)?.into(),
            _ => return Err(damaged("neither a member nor the directory follows")),
        };
        pass_over(input, length)?;
        Ok(Self::Other)
    }
}

impl Header {
    fn read(input: &mut impl Read) -> io::Result<Self> {
        let (_version, flags, method) = (u16_of(input)?, u16_of(input)?, u16_of(input)?);
        pass_over(input, 4)?;
        let crc = u32_of(input)?;
        let (packed, bytes) = (u32_of(input)?, u32_of(input)?);
        let (name_bytes, extra_bytes) = (u16_of(input)?, u16_of(input)?);
        let name = many(input, name_bytes.into())?;
        let extra = many(input, extra_bytes.into())?;
        let zip64 = zip64_lengths(&extra);
        let (long_bytes, long_packed) = zip64.unwrap_or_default();
        let is_behind = flags & 8 != 0;
        let length = |short: u32, long: Option<u64>| match long {
            Some(long) if short == u32::MAX => long,
            _ => short.into(),
        };
        Ok(Self {
            name: String::from_utf8_lossy(&name).into_owned(),
            method,
            is_encrypted: flags & 1 != 0,
            packed_bytes: (!is_behind).then(|| length(packed, long_packed)),
            text: (!is_behind).then(|| Facts {
                crc,
                bytes: length(bytes, long_bytes),
            }),
            is_zip64: zip64.is_some(),
        })
    }

    /// Reads what stands after the data of a member whose header does not tell it.
    pub fn read_behind(&self, input: &mut impl Read) -> io::Result<Facts> {
        let first = u32_of(input)?;
        let crc = if first == DESCRIPTOR {
            u32_of(input)?
        } else {
            first
        };
        let bytes = if self.is_zip64 {
            u64_of(input)?;
            u64_of(input)?
        } else {
            u32_of(input)?;
            u32_of(input)?.into()
        };
        Ok(Facts { crc, bytes })
    }
}

/// Lengths of the text and of the data that do not fit into four bytes, where the extra field of large files is there.
fn zip64_lengths(mut extra: &[u8]) -> Option<(Option<u64>, Option<u64>)> {
    while let [a, b, c, d, rest @ ..] = extra {
        let length = usize::from(u16::from_le_bytes([*c, *d]));
        let (field, rest) = rest.split_at_checked(length)?;
        if u16::from_le_bytes([*a, *b]) == 1 {
            let number = |at: usize| Some(u64::from_le_bytes(*field.get(at..)?.first_chunk()?));
            return Some((number(0), number(8)));
        }
        extra = rest;
    }
    None
}

pub(super) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn fixed<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn u16_of(input: &mut impl Read) -> io::Result<u16> {
    fixed(input).map(u16::from_le_bytes)
}

fn u32_of(input: &mut impl Read) -> io::Result<u32> {
    fixed(input).map(u32::from_le_bytes)
}

fn u64_of(input: &mut impl Read) -> io::Result<u64> {
    fixed(input).map(u64::from_le_bytes)
}

/// A field of at most 64 KiB.
fn many(input: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn pass_over(input: &mut impl Read, count: u64) -> io::Result<()> {
    match io::copy(&mut input.take(count), &mut io::sink())? {
        passed if passed == count => Ok(()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
