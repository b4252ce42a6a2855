//! Archives whose checksums are made right again after something was changed, so that readers look at what was changed.

/// The marks of the container (`docs/format.md`).
const HEADER: &[u8] = b"\x89PGNZ\r\n\x1A";
const BLOCK: &[u8] = b"\xC1BLK";
const INDEX: &[u8] = b"\xC1IDX";
const FOOTER: &[u8] = b"\xC1END";
/// Bytes of a checksum.
const SUM: usize = 4;
/// The number of the stream that is the text itself.
const STORED: u64 = 11;
/// Texts of this length have streams with checksums of four bytes.
const WIDE_CHECKS_FROM: u64 = 1 << 16;

/// Writes every checksum of an archive, or of several in a row, as it has to be for the bytes that are there, as far as its parts can be
/// made out; the text's checksum where the text is stored as it is.
///
/// An even last byte asks for the lengths in the last footer to be made right as well. Returns how much text the blocks claim to hold.
///
/// ```
/// let mut archive = Vec::new();
/// archive::compress(&b"1. e4 *"[..], &mut archive, &archive::Config::default(), &mut |_| {}).unwrap();
/// let sound = archive.clone();
/// archive[21] ^= 1;
/// assert_eq!(fuzz::mend(&mut archive), 7);
/// assert_eq!(archive, sound);
/// ```
pub fn mend(archive: &mut [u8]) -> u64 {
    let lengths_too = archive.last().is_some_and(|last| last % 2 == 0);
    let (mut at, mut start, mut index, mut ordinal, mut claimed) = (0, 0, 0, 0, 0_u64);
    while let Some(rest) = archive.get_mut(at..).filter(|rest| !rest.is_empty()) {
        let taken = if rest.starts_with(HEADER) {
            (start, index, ordinal) = (at, 0, 0);
            header(rest)
        } else if rest.starts_with(BLOCK) {
            let found = block(rest, ordinal);
            ordinal += 1;
            found.map(|(bytes, text)| {
                claimed = claimed.saturating_add(text);
                bytes
            })
        } else if rest.starts_with(INDEX) {
            let end = rest.windows(FOOTER.len()).rposition(|four| four == FOOTER);
            index = end.unwrap_or(0);
            end.and_then(|end| seal(rest, end, &[]))
        } else if rest.starts_with(FOOTER) && rest.len() >= 24 {
            if lengths_too {
                rest[4..12].copy_from_slice(&(index as u64).to_le_bytes());
                rest[12..20].copy_from_slice(&((at + 24 - start) as u64).to_le_bytes());
            }
            seal(rest, 24, &[])
        } else {
            None
        };
        match taken {
            Some(bytes) => at += bytes,
            None => break,
        }
    }
    claimed
}

/// Writes the checksum at the end of the first `length` bytes. Returns that length.
fn seal(bytes: &mut [u8], length: usize, context: &[u8]) -> Option<usize> {
    let (body, sum) = bytes.get_mut(..length)?.split_last_chunk_mut::<SUM>()?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(body);
    hasher.update(context);
    *sum = hasher.finalize().to_le_bytes();
    Some(length)
}

fn header(bytes: &mut [u8]) -> Option<usize> {
    let extension = usize::from(*bytes.get(HEADER.len() + 4)?);
    seal(bytes, HEADER.len() + 5 + extension + SUM, &[])
}

/// A block's length with its payload, and the length of text that it claims.
fn block(bytes: &mut [u8], ordinal: u64) -> Option<(usize, u64)> {
    let fields_end = 5 + usize::from(*bytes.get(4)?);
    let header_end = fields_end + SUM;
    let mut fields = Fields {
        bytes: bytes.get(..fields_end)?,
        at: 5,
    };
    let flags = fields.byte()?;
    let text_bytes = fields.varint()?;
    let numbers = 5 + 2 * (flags & 1) + 2 * (flags >> 1 & 1);
    for _ in 0..numbers {
        fields.varint()?;
    }
    let present = fields.varint()?;
    let streams: Vec<usize> = (0..12)
        .filter(|stream| present >> stream & 1 == 1)
        .map(|_| {
            fields
                .varint()
                .and_then(|length| usize::try_from(length).ok())
        })
        .collect::<Option<_>>()?;
    let mut check_at = fields.at;
    let check_bytes = if text_bytes < WIDE_CHECKS_FROM { 1 } else { 4 };
    let mut payload_at = header_end;
    for length in streams {
        let end = payload_at.checked_add(length)?;
        let sum = crc32fast::hash(bytes.get(payload_at..end)?).to_le_bytes();
        if present == 1 << STORED && check_at + check_bytes + SUM <= fields_end {
            let text_check = check_at + check_bytes;
            bytes[text_check..text_check + SUM].copy_from_slice(&sum);
        }
        let check = bytes.get_mut(check_at..check_at + check_bytes)?;
        check.copy_from_slice(&sum[..check_bytes]);
        (check_at, payload_at) = (check_at + check_bytes, end);
    }
    seal(bytes, header_end, &ordinal.to_le_bytes())?;
    Some((payload_at, text_bytes))
}

/// The fields of a block's header.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Fields<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }
}
