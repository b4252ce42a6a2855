//! Header, index and footer of an archive, found from its end.
//!
//! Format: "Archive".

use crate::container::chunk::HEADER_BYTES;
use crate::container::header::FIXED_BYTES;
use crate::container::index::{self, ChunkEntry, Entry};
use crate::container::{
    BLOCK, BlockHeader, CHUNK, ChunkHeader, Codecs, Footer, IndexBuilder, block_header, checksum,
    footer, header, unfinished,
};
use crate::counting_reader::{cannot_read, read_at};
use crate::error::Place;
use crate::{Error, ErrorKind, ModelId, Source};
use std::io::{Read, Seek, SeekFrom};

/// An archive, as described by its header, index and footer.
pub(super) struct FoundArchive {
    pub start: u64,
    pub bytes: u64,
    pub model: ModelId,
    pub source: Source,
    pub codecs: Codecs,
    pub first_block: u64,
    pub entries: Vec<Entry>,
    /// Chunks, with the bytes at which they start.
    pub chunks: Vec<(u64, ChunkEntry)>,
}

/// Reads the archive that ends at `end`.
pub(super) fn read_archive<R: Read + Seek>(src: &mut R, end: u64) -> Result<FoundArchive, Error> {
    let smallest = (header::BYTES + footer::BYTES) as u64;
    let no_footer = || {
        let what =
            "no footer at the end; what is there can be expanded, but not listed or searched";
        Error::new(ErrorKind::InsufficientData, Place::byte(end), what)
    };
    let footer_at = end
        .checked_sub(footer::BYTES as u64)
        .ok_or_else(no_footer)?;
    let bytes = read_at(src, footer_at, footer::BYTES as u64, "the footer")?;
    let bytes = bytes.first_chunk().ok_or_else(no_footer)?;
    if bytes[..4] != crate::container::FOOTER {
        return Err(no_footer());
    }
    let place = Place::byte(footer_at);
    let Footer {
        index_bytes,
        archive_bytes,
        contents,
    } = Footer::read(bytes).map_err(|fault| fault.at(place))?;
    let wrong_length =
        || Error::corruption(place, "the footer's lengths are not those of the archive");
    let start = end
        .checked_sub(archive_bytes)
        .filter(|_| archive_bytes >= smallest)
        .ok_or_else(wrong_length)?;
    let index_at = footer_at
        .checked_sub(u64::from(index_bytes))
        .filter(|&at| at > start)
        .ok_or_else(wrong_length)?;
    let (header, header_bytes) = read_header(src, start)?;
    let first_block = start + header.bytes;
    let (entries, chunks) = if index_bytes > 0 {
        let bytes = read_at(src, index_at, u64::from(index_bytes), "the index")?;
        index::read(&bytes).map_err(|fault| fault.at(Place::byte(index_at)))?
    } else {
        walk(src, first_block, index_at)?
    };
    if index::of(&header_bytes, &entries, &chunks).contents() != contents {
        return Err(Error::corruption(place, footer::OF_OTHERS));
    }
    let chunks = places(first_block, &entries, chunks, index_at)?;
    let source = Source::from_id(header.source);
    Ok(FoundArchive {
        start,
        bytes: archive_bytes,
        model: header.model,
        source,
        codecs: header.codecs,
        first_block,
        entries,
        chunks,
    })
}

/// That this release can read the first archive, if the header of that is sound.
pub(super) fn check_version<R: Read + Seek>(src: &mut R) -> Result<(), Error> {
    match read_header(src, 0) {
        Err(error) if error.kind() == ErrorKind::Compatibility => Err(error),
        Err(error) if error.kind() == ErrorKind::Io => Err(error),
        _ => Ok(()),
    }
}

/// The header at this byte, and its bytes.
pub(super) fn read_header<R: Read + Seek>(
    src: &mut R,
    start: u64,
) -> Result<(header::Header, Vec<u8>), Error> {
    let place = Place::byte(start);
    let fixed = read_at(src, start, FIXED_BYTES as u64, "the archive's header")?;
    let short = || Error::corruption(place, "the archive's header is too short");
    let total = header::total_bytes(fixed.first_chunk().ok_or_else(short)?);
    let bytes = read_at(src, start, total as u64, "the archive's header")?;
    let header = header::read(&bytes).map_err(|fault| fault.at(place))?;
    Ok((header, bytes))
}

/// A part of an archive, as its first bytes show.
enum Section {
    Block(Entry),
    Chunk(ChunkEntry),
    /// Something else, or the end of the input.
    Other(Vec<u8>),
}

impl Section {
    /// The section at this byte of an archive, after so many blocks.
    fn read<R: Read + Seek>(src: &mut R, offset: u64, ordinal: u64) -> Result<Self, Error> {
        let place = Place::byte(offset);
        let mut bytes = Vec::new();
        src.seek(SeekFrom::Start(offset)).map_err(cannot_read)?;
        src.by_ref()
            .take(footer::BYTES as u64)
            .read_to_end(&mut bytes)
            .map_err(cannot_read)?;
        if bytes.starts_with(&CHUNK)
            && let Some(bytes) = bytes.first_chunk::<HEADER_BYTES>()
        {
            let header = ChunkHeader::read(bytes, ordinal).map_err(|fault| fault.at(place))?;
            let last = offset.saturating_add(header.total_bytes() - checksum::BYTES as u64);
            let content = read_at(src, last, checksum::BYTES as u64, "the chunk")?;
            return Ok(Self::Chunk(ChunkEntry {
                ordinal,
                header,
                check: header.whole_check(ordinal, checksum::stored(&content)),
            }));
        }
        let prefix = bytes.first_chunk::<{ block_header::PREFIX_BYTES }>();
        let Some(prefix) = prefix.filter(|prefix| prefix.starts_with(&BLOCK)) else {
            return Ok(Self::Other(bytes));
        };
        let header_bytes = BlockHeader::total_bytes(*prefix) as u64;
        let bytes = read_at(src, offset, header_bytes, "the block's header")?;
        let header = BlockHeader::read(&bytes, ordinal).map_err(|fault| fault.at(place))?;
        Ok(Self::Block(Entry::of(&bytes, &header.summary)))
    }
}

/// The chunks and the only block of an archive without an index, from their own headers.
fn walk<R: Read + Seek>(
    src: &mut R,
    start: u64,
    end: u64,
) -> Result<(Vec<Entry>, Vec<ChunkEntry>), Error> {
    let (mut entries, mut chunks) = (Vec::new(), Vec::new());
    let mut offset = start;
    while offset < end {
        let ordinal = entries.len() as u64;
        match Section::read(src, offset, ordinal)? {
            Section::Chunk(chunk) => {
                offset = offset.saturating_add(chunk.header.total_bytes());
                chunks.push(chunk);
            }
            Section::Block(entry) if ordinal == 0 => {
                offset = offset.saturating_add(entry.archive_bytes());
                entries.push(entry);
            }
            _ => {
                return Err(Error::corruption(
                    Place::byte(offset),
                    "neither a block nor the end of the archive",
                ));
            }
        }
    }
    Ok((entries, chunks))
}

/// The archives of an input whose last one says that it is unfinished, from the headers of their blocks; `None` if it does not say so.
pub(super) fn read_unfinished<R: Read + Seek>(
    src: &mut R,
) -> Result<Option<Vec<FoundArchive>>, Error> {
    match walk_to_mark(src) {
        Err(error) if error.kind() == ErrorKind::Io => Err(error),
        found => Ok(found.ok().flatten()),
    }
}

fn walk_to_mark<R: Read + Seek>(src: &mut R) -> Result<Option<Vec<FoundArchive>>, Error> {
    let (mut archives, mut start) = (Vec::new(), 0);
    loop {
        let (header, header_bytes) = read_header(src, start)?;
        let first_block = start + header.bytes;
        let (mut entries, mut chunks) = (Vec::new(), Vec::new());
        let mut index = IndexBuilder::new(&header_bytes);
        let mut offset = first_block;
        let rest = loop {
            let ordinal = entries.len() as u64;
            match Section::read(src, offset, ordinal)? {
                Section::Chunk(chunk) => {
                    index.push_chunk(&chunk.header, chunk.check);
                    chunks.push((offset, chunk));
                    offset = offset.saturating_add(chunk.header.total_bytes());
                }
                Section::Block(entry) => {
                    index.push(&entry);
                    entries.push(entry);
                    offset = offset.saturating_add(entry.archive_bytes());
                }
                Section::Other(bytes) => break bytes,
            }
        };
        let is_last = unfinished::is_mark(offset, &rest);
        let expected = match index.end(offset - start) {
            Ok((_, footer)) => footer,
            Err(_) => return Ok(None),
        };
        let end = match is_last {
            true => offset,
            false => start + expected.archive_bytes,
        };
        archives.push(FoundArchive {
            start,
            bytes: end - start,
            model: header.model,
            source: Source::from_id(header.source),
            codecs: header.codecs,
            first_block,
            entries,
            chunks,
        });
        if is_last {
            return Ok(Some(archives));
        }
        let at = end - footer::BYTES as u64;
        let bytes = read_at(src, at, footer::BYTES as u64, "the footer")?;
        let is_end = bytes.first_chunk().map(Footer::read);
        if !matches!(is_end, Some(Ok(footer)) if footer == expected) {
            return Ok(None);
        }
        start = end;
    }
}

/// The places of the chunks, if blocks and chunks fill the archive up to its index.
pub(super) fn places(
    start: u64,
    entries: &[Entry],
    chunks: Vec<ChunkEntry>,
    index_at: u64,
) -> Result<Vec<(u64, ChunkEntry)>, Error> {
    let mut offset = start;
    let mut chunks = chunks.into_iter().peekable();
    let mut placed = Vec::new();
    for ordinal in 0..=entries.len() {
        while let Some(chunk) = chunks.next_if(|chunk| chunk.ordinal == ordinal as u64) {
            placed.push((offset, chunk));
            offset = offset.saturating_add(chunk.header.total_bytes());
        }
        if let Some(entry) = entries.get(ordinal) {
            offset = offset.saturating_add(entry.archive_bytes());
        }
    }
    if offset != index_at {
        return Err(Error::corruption(
            Place::byte(index_at),
            "the lengths of blocks and chunks do not add up",
        ));
    }
    Ok(placed)
}
