//! The copy of the index behind an archive's header: opening an archive by it, and writing an archive that has it.
//!
//! Format: "Index in front".

use super::Reader;
use super::archives::read_chunk;
use super::ends::{FoundArchive, places, read_archive, read_header};
use crate::container::chunk::{self, HEADER_BYTES, MAX_BYTES};
use crate::container::index::{self, ChunkEntry};
use crate::container::{CHUNK, ChunkHeader, Kind, checksum, front};
use crate::counting_reader::{cannot_read, read_at, read_ranges};
use crate::error::Place;
use crate::seal::Extent;
use crate::{Error, Level, Model, Source};
use std::io::{Read, Seek, SeekFrom, Write};

/// The archive that is the whole of an input of this length, by the copy of its index; `None` if there is no copy, or one that is damaged or not of
/// this archive: then its footer tells.
pub(super) fn read_front<R: Read + Seek>(
    src: &mut R,
    length: u64,
) -> Result<Option<FoundArchive>, Error> {
    let (header, header_bytes) = read_header(src, 0)?;
    let at = header.bytes;
    if length < at + HEADER_BYTES as u64 {
        return Ok(None);
    }
    let bytes = read_at(src, at, HEADER_BYTES as u64, "the chunk")?;
    let chunk_header = bytes
        .first_chunk()
        .filter(|_| bytes.starts_with(&CHUNK))
        .and_then(|bytes| ChunkHeader::read(bytes, 0).ok())
        .filter(|header| header.kind == Kind::INDX && at + header.total_bytes() < length);
    let Some(chunk_header) = chunk_header else {
        return Ok(None);
    };
    let range = at + HEADER_BYTES as u64..at + chunk_header.total_bytes();
    let behind = read_ranges(src, &[range], "the chunk")?.concat();
    let Some(found) = chunk::held(&behind).and_then(front::read).ok() else {
        return Ok(None);
    };
    let mut chunks = vec![ChunkEntry {
        ordinal: 0,
        header: chunk_header,
        check: chunk_header.whole_check(0, checksum::stored(&behind)),
    }];
    chunks.extend(found.chunks);
    let sections = chunks.iter().map(|chunk| chunk.header.total_bytes());
    let sections = sections.chain(found.entries.iter().map(index::Entry::archive_bytes));
    let index_at = sections.fold(at, u64::saturating_add);
    let end = index::of(&header_bytes, &found.entries, &chunks).end(index_at);
    let is_of_this = end.is_ok_and(|(_, footer)| footer.archive_bytes == length)
        && found.archive_bytes == length
        && found.header_check == checksum::stored(&header_bytes);
    if !is_of_this {
        return Ok(None);
    }
    Ok(Some(FoundArchive {
        start: 0,
        bytes: length,
        model: header.model,
        source: Source::from_id(header.source),
        codecs: header.codecs,
        first_block: at,
        chunks: places(at, &found.entries, chunks, index_at)?,
        entries: found.entries,
    }))
}

impl<R: Read + Seek> Reader<R> {
    /// Writes the archive once more, with a copy of its index behind its header, by which it is opened over a network with one request; see
    /// [`ExpandOptions::remote`](crate::ExpandOptions::remote). Blocks and other chunks stay as they are; their checksums are compared. Returns
    /// the length of the new archive.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the input is not one complete archive of two blocks or more, any error
    /// of the archive, and [`ErrorKind::Io`](crate::ErrorKind::Io) if it cannot be written.
    ///
    /// ```
    /// use archive::{CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let mut packed = Vec::new();
    /// let games = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// compress(&games[..], &mut packed, &CompressOptions::new().block_games(1))?;
    /// let mut optimized = Vec::new();
    /// Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?.optimize(&mut optimized)?;
    /// let mut text = Vec::new();
    /// archive::expand(&optimized[..], &mut text, &ExpandOptions::new())?;
    /// assert_eq!(text, games);
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn optimize<W: Write>(&mut self, mut dst: W) -> Result<u64, Error> {
        let length = self.src.seek(SeekFrom::End(0)).map_err(cannot_read)?;
        if self.archives.len() != 1 || self.unfinished {
            let what = "only a single, complete archive can have its index in front; pgnz merge makes one of several";
            return Err(Error::argument(what));
        }
        let archive = read_archive(&mut self.src, length)?;
        if archive.entries.len() < 2 {
            let what = "an archive of fewer than two blocks has no index that could stand in front";
            return Err(Error::argument(what));
        }
        let (_, header) = read_header(&mut self.src, 0)?;
        let mut kept = archive.chunks;
        kept.retain(|(_, chunk)| chunk.header.kind != Kind::INDX);
        let others: Vec<ChunkEntry> = kept.iter().map(|&(_, chunk)| chunk).collect();
        let copy = index::of(&header, &archive.entries, &others).write();
        let chunk_header = ChunkHeader {
            kind: Kind::INDX,
            is_critical: false,
            bytes: front::bytes(copy.len()),
        };
        if chunk_header.bytes > MAX_BYTES {
            return Err(Error::argument("the index is too long for a chunk"));
        }
        let end = |check: u32| {
            let own = ChunkEntry {
                ordinal: 0,
                header: chunk_header,
                check,
            };
            let chunks: Vec<_> = [own].into_iter().chain(others.iter().copied()).collect();
            let lengths = chunks.iter().map(|chunk| chunk.header.total_bytes());
            let lengths = lengths.chain(archive.entries.iter().map(index::Entry::archive_bytes));
            let before = header.len() as u64 + lengths.sum::<u64>();
            let end = index::of(&header, &archive.entries, &chunks).end(before);
            end.map_err(|fault| fault.at(Place::default()))
        };
        // The length does not depend on the checksum.
        let (_, footer) = end(0)?;
        let held = front::write(footer.archive_bytes, &header, &copy);
        let (index, footer) = end(chunk_header.whole_check(0, checksum::of(&held)))?;
        let mut put = |bytes: &[u8]| {
            let written = dst.write_all(bytes);
            written.map_err(|error| Error::system("the archive cannot be written", error))
        };
        put(&header)?;
        put(&chunk::write(&chunk_header, &held, 0))?;
        let mut kept = kept.into_iter().peekable();
        for ordinal in 0..=archive.entries.len() {
            while let Some((at, entry)) = kept.next_if(|(_, chunk)| chunk.ordinal == ordinal as u64)
            {
                let held = read_chunk(&mut self.src, at, &entry)?;
                put(&chunk::write(&entry.header, &held, entry.ordinal))?;
            }
            if ordinal < archive.entries.len() {
                // Nothing is decoded, so that any model does.
                let block = self.stored_block(ordinal, Model::of(Level::Fast), Extent::Whole)?;
                block.check()?;
                put(&block.header.write(ordinal as u64))?;
                put(&block.payload)?;
            }
        }
        put(&index)?;
        put(&footer.write())?;
        dst.flush()
            .map_err(|error| Error::system("the archive cannot be written", error))?;
        Ok(footer.archive_bytes)
    }
}
