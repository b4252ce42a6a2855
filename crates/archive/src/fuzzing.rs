//! The sections of archives for those who attack them: where they lie, and with checksums that are right again. Only for fuzzing.
//!
//! Not part of the format: headers and tables are read and written by the functions that the rest of the crate uses.

use crate::block::{self, BlockPayload};
use crate::container::block_header::{Origin, PREFIX_BYTES};
use crate::container::fields::Fields;
use crate::container::index::{self, Entry};
use crate::container::{
    BLOCK, BlockHeader, CHUNK, ChunkHeader, FOOTER, Footer, INDEX, IndexBuilder, Summary,
};
use crate::container::{checksum, chunk, footer, header};
use crate::encoding::Spelling;
use crate::seal::checks_of;
use crate::{BlockFacts, Error, Model, Reader, Stream};
use std::io::{Read, Seek};
use std::ops::Range;

/// The text of a block, by its number from 0, also where it has no game.
///
/// # Errors
///
/// Any error of the block.
pub fn block_text<R: Read + Seek>(reader: &mut Reader<R>, number: usize) -> Result<Vec<u8>, Error> {
    reader.block_text(number)
}

/// Writes every checksum of an archive, or of several in a row, as it has to be for the bytes that are there, as far as its parts can be
/// made out. Checksums of texts are left, unless the text is stored as it is.
///
/// An even last byte asks for the lengths in the last footer to be made right as well. Returns how much text the blocks claim to hold.
///
/// ```
/// let mut archive = Vec::new();
/// archive::compress(&b"1. e4 *"[..], &mut archive, &archive::CompressOptions::new())?;
/// let sound = archive.clone();
/// archive[21] ^= 1;
/// assert_eq!(archive::fuzzing::mend(&mut archive), 7);
/// assert_eq!(archive, sound);
/// # Ok::<(), archive::Error>(())
/// ```
pub fn mend(archive: &mut [u8]) -> u64 {
    let lengths_too = archive.last().is_some_and(|last| last % 2 == 0);
    let (mut at, mut start, mut index, mut ordinal, mut claimed) = (0, 0, 0, 0, 0_u64);
    let mut end = IndexBuilder::default();
    while let Some(rest) = archive.get_mut(at..).filter(|rest| !rest.is_empty()) {
        let taken = if rest.starts_with(&header::MAGIC) {
            (start, index, ordinal) = (at, 0, 0);
            let total = rest.first_chunk().map(header::total_bytes);
            let total = total.and_then(|total| seal(rest, total, &[]));
            end = IndexBuilder::new(&rest[..total.unwrap_or(0)]);
            total
        } else if rest.starts_with(&BLOCK) {
            let found = mend_block(rest, ordinal);
            ordinal += 1;
            found.map(|(entry, text)| {
                claimed = claimed.saturating_add(text);
                end.push(&entry);
                entry.archive_bytes() as usize
            })
        } else if rest.starts_with(&CHUNK) {
            let found = mend_chunk(rest, ordinal);
            found.map(|(header, check)| {
                end.push_chunk(&header, check);
                header.total_bytes() as usize
            })
        } else if rest.starts_with(&INDEX) {
            let length = rest.windows(FOOTER.len()).rposition(|four| four == FOOTER);
            index = length.unwrap_or(0);
            length.and_then(|length| mend_index(rest, length, &end.write()))
        } else if rest.starts_with(&FOOTER) && rest.len() >= footer::BYTES {
            seal(rest, footer::BYTES, &[]);
            let found = rest
                .first_chunk()
                .and_then(|bytes| Footer::read(bytes).ok());
            if let Some(mut right) = found {
                right.contents = end.contents();
                if lengths_too {
                    right.index_bytes = index as u32;
                    right.archive_bytes = (at + footer::BYTES - start) as u64;
                }
                rest[..footer::BYTES].copy_from_slice(&right.write());
            }
            Some(footer::BYTES)
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

/// Writes the checksums in an index of this length as in the one that the archive should have, if the two have the same blocks and chunks.
fn mend_index(bytes: &mut [u8], length: usize, right: &[u8]) -> Option<usize> {
    seal(bytes, length, &[])?;
    let mut found = index::read(&bytes[..length]);
    if let (Ok((entries, chunks)), Ok((right_entries, right_chunks))) =
        (&mut found, index::read(right))
    {
        entries
            .iter_mut()
            .zip(&right_entries)
            .for_each(|(entry, right)| entry.check = right.check);
        chunks
            .iter_mut()
            .zip(&right_chunks)
            .for_each(|(chunk, right)| chunk.check = right.check);
        let mended = index::of(&[], entries, chunks).write();
        if mended.len() == length {
            bytes[..length].copy_from_slice(&mended);
        }
    }
    Some(length)
}

/// A chunk's header, and its checksum as an index has it.
fn mend_chunk(bytes: &mut [u8], ordinal: u64) -> Option<(ChunkHeader, u32)> {
    seal(bytes, chunk::HEADER_BYTES, &ordinal.to_le_bytes())?;
    let header = ChunkHeader::read(bytes.first_chunk()?, ordinal).ok()?;
    let total = usize::try_from(header.total_bytes()).ok()?;
    let held = bytes.get_mut(chunk::HEADER_BYTES..total)?;
    seal(held, held.len(), &[])?;
    Some((header, header.whole_check(ordinal, checksum::stored(held))))
}

/// A block's entry in an index, and the length of text that it claims.
fn mend_block(bytes: &mut [u8], ordinal: u64) -> Option<(Entry, u64)> {
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
    let entry = Entry::of(&bytes[..begin], &header.summary);
    Some((entry, header.summary.facts.text_bytes))
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

/// What a section of an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The header of an archive.
    Header,
    /// A chunk.
    Chunk,
    /// A block with its streams.
    Block,
    /// An index.
    Index,
    /// A footer.
    Footer,
    /// Bytes that begin with no marker, or whose fields cannot be read.
    Other,
}

/// A section of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub range: Range<usize>,
    /// Bytes of text that it claims to hold.
    pub text_bytes: u64,
}

/// The sections of some bytes by their markers and lengths. No checksum is compared.
///
/// ```
/// use archive::fuzzing::{Kind, sections};
///
/// let mut packed = Vec::new();
/// let options = archive::CompressOptions::new().provenance(false);
/// archive::compress(&b"1. e4 *"[..], &mut packed, &options)?;
/// let kinds: Vec<_> = sections(&packed).iter().map(|section| section.kind).collect();
/// assert_eq!(kinds, [Kind::Header, Kind::Block, Kind::Footer]);
/// # Ok::<(), archive::Error>(())
/// ```
#[must_use]
pub fn sections(bytes: &[u8]) -> Vec<Section> {
    let (mut found, mut at): (Vec<Section>, usize) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (kind, length, text_bytes) = match section(rest) {
            Some((kind, length, text_bytes)) => (kind, length.clamp(1, rest.len()), text_bytes),
            None => {
                let next = (1..rest.len()).find(|&at| marker(&rest[at..]).is_some());
                (Kind::Other, next.unwrap_or(rest.len()), 0)
            }
        };
        let range = at..at + length;
        at = range.end;
        found.push(Section {
            kind,
            range,
            text_bytes,
        });
    }
    found
}

fn marker(bytes: &[u8]) -> Option<Kind> {
    let markers = [
        (&header::MAGIC[..], Kind::Header),
        (&BLOCK, Kind::Block),
        (&CHUNK, Kind::Chunk),
        (&INDEX, Kind::Index),
        (&FOOTER, Kind::Footer),
    ];
    let found = markers.iter().find(|(marker, _)| bytes.starts_with(marker));
    found.map(|(_, kind)| *kind)
}

/// What some bytes begin with, its length and the text that it claims.
fn section(bytes: &[u8]) -> Option<(Kind, usize, u64)> {
    let kind = marker(bytes)?;
    let length = match kind {
        Kind::Header => header::total_bytes(bytes.first_chunk()?),
        Kind::Block => {
            let total = BlockHeader::total_bytes(*bytes.first_chunk()?);
            let summary = summary(bytes.get(..total)?)?;
            let length = total.checked_add(summary.payload_bytes() as usize)?;
            return Some((kind, length, summary.facts.text_bytes));
        }
        Kind::Chunk => {
            let mut fields = Fields::new(bytes.get(CHUNK.len()..)?);
            ChunkHeader::read_fields(&mut fields).ok()?.total_bytes() as usize
        }
        Kind::Index => bytes
            .windows(FOOTER.len())
            .position(|four| four == FOOTER)?,
        Kind::Footer => footer::BYTES,
        Kind::Other => return None,
    };
    Some((kind, length, 0))
}

/// The summary in a block's header, whatever its checksum.
fn summary(header: &[u8]) -> Option<Summary> {
    let mut fields = Fields::new(header.get(PREFIX_BYTES..)?);
    Origin::read(&mut fields).ok()?;
    Summary::read(&mut fields).ok()
}

/// An archive of one block with these facts and streams. Every checksum is right but that of the text.
#[must_use]
pub fn archive_of(facts: BlockFacts, streams: &[(Stream, &[u8])], model: &Model) -> Vec<u8> {
    let mut summary = Summary {
        facts,
        ..Summary::default()
    };
    for (stream, bytes) in streams {
        summary.lengths[usize::from(stream.id())] = bytes.len() as u64;
    }
    let block = BlockHeader {
        origin: Origin {
            model: model.id().check(),
            source: 0,
        },
        summary,
        checks: checks_of(streams),
        text_check: 0,
    };
    let mut out = header::write(model.id(), 0);
    let mut end = IndexBuilder::new(&out);
    let head = block.write(0);
    end.push(&Entry::of(&head, &block.summary));
    out.extend(head);
    streams
        .iter()
        .for_each(|(_, bytes)| out.extend_from_slice(bytes));
    // One block has no index.
    let footer = Footer {
        index_bytes: 0,
        archive_bytes: (out.len() + footer::BYTES) as u64,
        contents: end.contents(),
    };
    out.extend(footer.write());
    out
}

/// An archive of these bytes, which are its header and whole blocks and chunks: with the index and the footer that belong to them, and every
/// checksum right, as from [`mend`].
///
/// ```
/// use archive::fuzzing::{chunk, ended};
///
/// let mut packed = Vec::new();
/// let options = archive::CompressOptions::new().provenance(false);
/// archive::compress(&b"1. e4 *"[..], &mut packed, &options)?;
/// let sections = &packed[..packed.len() - 24];
/// assert_eq!(ended(sections), packed);
/// let more = ended(&[sections, &chunk(*b"MORE", false, b"what a later release says")].concat());
/// assert!(archive::expand(&more[..], Vec::new(), &archive::ExpandOptions::new()).is_ok());
/// # Ok::<(), archive::Error>(())
/// ```
#[must_use]
pub fn ended(sections_alone: &[u8]) -> Vec<u8> {
    let mut out = sections_alone.to_vec();
    let (mut end, mut ordinal) = (IndexBuilder::default(), 0);
    for found in sections(sections_alone) {
        let bytes = &mut out[found.range];
        let block = bytes.first_chunk().copied();
        match block.filter(|prefix: &[u8; PREFIX_BYTES]| prefix.starts_with(&BLOCK)) {
            Some(prefix) => {
                let mended = mend_block(bytes, ordinal).map(|(entry, _)| entry);
                // Of a header that nobody can read the checksum counts; no archive of one block has an index.
                let header = BlockHeader::total_bytes(prefix).min(bytes.len());
                let unread = || Entry::of(&bytes[..header], &Summary::default());
                end.push(&mended.unwrap_or_else(unread));
                ordinal += 1;
            }
            None if found.kind == Kind::Header => {
                seal(bytes, bytes.len(), &[]);
                end = IndexBuilder::new(bytes);
            }
            None if found.kind == Kind::Chunk => {
                if let Some((header, check)) = mend_chunk(bytes, ordinal) {
                    end.push_chunk(&header, check);
                }
            }
            None => {}
        }
    }
    if let Ok((index, footer)) = end.end(out.len() as u64) {
        out.extend(index);
        out.extend(footer.write());
    }
    out
}

/// A chunk whose checksums are to be made right, by [`ended`] or [`mend`].
#[must_use]
pub fn chunk(kind: [u8; 4], is_critical: bool, content: &[u8]) -> Vec<u8> {
    let bit = if is_critical { 1 << 31 } else { 0 };
    let length = (content.len() as u32 | bit).to_le_bytes();
    let room = [0; checksum::BYTES];
    [&CHUNK[..], &kind, &length, &room, content, &room].concat()
}

/// The mark of an archive that is not finished, at this place of a file.
#[must_use]
pub fn mark(place: u64) -> Vec<u8> {
    crate::container::unfinished::mark(place).to_vec()
}
