//! Archives whose checksums are made right again after something was changed, so that readers look at what was changed. Only for fuzzing.
//!
//! Not part of the format: headers and tables are read and written by the functions that the rest of the crate uses.

use crate::Stream;
use crate::block::{self, BlockPayload};
use crate::container::block_header::PREFIX_BYTES;
use crate::container::{BLOCK, BlockHeader, CHUNK, ChunkHeader, FOOTER, INDEX};
use crate::container::{checksum, chunk, footer, header};
use crate::encoding::Spelling;
use crate::seal::checks_of;

/// Writes every checksum of an archive, or of several in a row, as it has to be for the bytes that are there, as far as its parts can be
/// made out. Checksums of texts are left, unless the text is stored as it is.
///
/// An even last byte asks for the lengths in the last footer to be made right as well. Returns how much text the blocks claim to hold.
///
/// ```
/// let mut archive = Vec::new();
/// archive::compress(&b"1. e4 *"[..], &mut archive, &archive::Config::default(), &mut |_| {})?;
/// let sound = archive.clone();
/// archive[21] ^= 1;
/// assert_eq!(archive::fuzzing::mend(&mut archive), 7);
/// assert_eq!(archive, sound);
/// # Ok::<(), archive::Error>(())
/// ```
pub fn mend(archive: &mut [u8]) -> u64 {
    let lengths_too = archive.last().is_some_and(|last| last % 2 == 0);
    let (mut at, mut start, mut index, mut ordinal, mut claimed) = (0, 0, 0, 0, 0_u64);
    while let Some(rest) = archive.get_mut(at..).filter(|rest| !rest.is_empty()) {
        let taken = if rest.starts_with(&header::MAGIC) {
            (start, index, ordinal) = (at, 0, 0);
            let total = rest.first_chunk().map(header::total_bytes);
            total.and_then(|total| seal(rest, total, &[]))
        } else if rest.starts_with(&BLOCK) {
            let found = mend_block(rest, ordinal);
            ordinal += 1;
            found.map(|(bytes, text)| {
                claimed = claimed.saturating_add(text);
                bytes
            })
        } else if rest.starts_with(&CHUNK) {
            mend_chunk(rest, ordinal)
        } else if rest.starts_with(&INDEX) {
            let end = rest.windows(FOOTER.len()).rposition(|four| four == FOOTER);
            index = end.unwrap_or(0);
            end.and_then(|end| seal(rest, end, &[]))
        } else if rest.starts_with(&FOOTER) && rest.len() >= footer::BYTES {
            if lengths_too {
                let right = footer::Footer {
                    index_bytes: index as u64,
                    archive_bytes: (at + footer::BYTES - start) as u64,
                };
                rest[..footer::BYTES].copy_from_slice(&right.write());
            }
            seal(rest, footer::BYTES, &[])
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
    let (body, sum) = bytes
        .get_mut(..length)?
        .split_last_chunk_mut::<{ checksum::BYTES }>()?;
    *sum = checksum::of_parts(&[body, context]).to_le_bytes();
    Some(length)
}

fn mend_chunk(bytes: &mut [u8], ordinal: u64) -> Option<usize> {
    seal(bytes, chunk::HEADER_BYTES, &ordinal.to_le_bytes())?;
    let header = ChunkHeader::read(bytes.first_chunk()?, ordinal).ok()?;
    let total = usize::try_from(header.total_bytes()).ok()?;
    let held = bytes.get_mut(chunk::HEADER_BYTES..total)?;
    seal(held, held.len(), &[])?;
    Some(total)
}

/// A block's length, and the length of text that it claims.
fn mend_block(bytes: &mut [u8], ordinal: u64) -> Option<(usize, u64)> {
    let prefix: [u8; PREFIX_BYTES] = *bytes.first_chunk()?;
    let begin = seal(
        bytes,
        BlockHeader::total_bytes(prefix),
        &ordinal.to_le_bytes(),
    )?;
    let mut header = BlockHeader::read(&bytes[..begin], ordinal).ok()?;
    let length = usize::try_from(header.summary.payload_bytes()).ok()?;
    let end = begin.checked_add(length)?;
    let payload = bytes.get(begin..end)?;
    let mut streams = streams(&header, payload);
    let mut facts = header.summary.facts;
    if let Some((Stream::Encoding, spelling)) = streams.last() {
        facts.text_bytes = Spelling::read(spelling, facts.text_bytes).ok()?.utf8_bytes;
    }
    let encoded = BlockPayload {
        facts: &facts,
        streams: &streams,
    };
    let table = block::mended_table(&encoded);
    if let Some(table) = &table {
        let found = streams
            .iter_mut()
            .find(|(stream, _)| *stream == Stream::Groups);
        let (_, old) = found.filter(|(_, old)| old.len() == table.len())?;
        *old = table;
    }
    if let [(Stream::Stored, text)] = streams[..] {
        header.text_check = checksum::of(text);
    }
    header.checks = checks_of(&streams);
    let payload: Vec<u8> = streams
        .iter()
        .flat_map(|(_, bytes)| *bytes)
        .copied()
        .collect();
    bytes[begin..end].copy_from_slice(&payload);
    let written = header.write(ordinal);
    // Numbers may be spelled longer than the writer spells them.
    if written.len() == begin {
        bytes[..begin].copy_from_slice(&written);
    }
    Some((end, header.summary.facts.text_bytes))
}

fn streams<'a>(header: &BlockHeader, mut payload: &'a [u8]) -> Vec<(Stream, &'a [u8])> {
    let mut found = Vec::new();
    for (stream, length) in header.summary.present() {
        // The lengths together are that of the payload.
        let (bytes, rest) = payload.split_at(length as usize);
        found.push((stream, bytes));
        payload = rest;
    }
    found
}
