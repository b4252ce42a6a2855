//! Header, index and footer of an archive, found from its end.
//!
//! Format: "Archive".

use crate::container::header::FIXED_BYTES;
use crate::container::index::{self, Entry};
use crate::container::{BLOCK, BlockHeader, Footer, block_header, footer, header};
use crate::counting_reader::read_at;
use crate::error::Place;
use crate::{Error, ErrorKind, ModelId, Source};
use std::io::{Read, Seek};

/// An archive by its header, index and footer.
pub(super) struct FoundArchive {
    pub start: u64,
    pub bytes: u64,
    pub model: ModelId,
    pub source: Source,
    pub first_block: u64,
    pub entries: Vec<Entry>,
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
    } = Footer::read(bytes).map_err(|fault| Error::fault(fault, place))?;
    let wrong_length =
        || Error::corruption(place, "the footer's lengths are not those of the archive");
    let start = end
        .checked_sub(archive_bytes)
        .filter(|_| archive_bytes >= smallest)
        .ok_or_else(wrong_length)?;
    let index_at = footer_at
        .checked_sub(index_bytes)
        .filter(|&at| at > start)
        .ok_or_else(wrong_length)?;
    let header = read_header(src, start)?;
    let first_block = start + header.bytes;
    let entries = if index_bytes > 0 {
        let bytes = read_at(src, index_at, index_bytes, "the index")?;
        index::read(&bytes).map_err(|fault| Error::fault(fault, Place::byte(index_at)))?
    } else if first_block < index_at {
        vec![read_only_entry(src, first_block)?]
    } else {
        Vec::new()
    };
    let lengths = entries
        .iter()
        .map(|entry| entry.header_bytes + entry.summary.payload_bytes());
    if lengths.fold(first_block, u64::saturating_add) != index_at {
        return Err(Error::corruption(
            Place::byte(index_at),
            "the lengths of the blocks do not add up",
        ));
    }
    let source = Source::from_id(header.source);
    Ok(FoundArchive {
        start,
        bytes: archive_bytes,
        model: header.model,
        source,
        first_block,
        entries,
    })
}

fn read_header<R: Read + Seek>(src: &mut R, start: u64) -> Result<header::Header, Error> {
    let place = Place::byte(start);
    let fixed = read_at(src, start, FIXED_BYTES as u64, "the archive's header")?;
    let short = || Error::corruption(place, "the archive's header is short");
    let total = header::total_bytes(fixed.first_chunk().ok_or_else(short)?);
    let bytes = read_at(src, start, total as u64, "the archive's header")?;
    header::read(&bytes).map_err(|fault| Error::fault(fault, place))
}

/// What the only block of an archive says about itself.
fn read_only_entry<R: Read + Seek>(src: &mut R, offset: u64) -> Result<Entry, Error> {
    let place = Place::byte(offset);
    let prefix = read_at(
        src,
        offset,
        block_header::PREFIX_BYTES as u64,
        "the block's header",
    )?;
    let Some(prefix) = prefix.first_chunk().filter(|prefix| prefix[..4] == BLOCK) else {
        return Err(Error::corruption(
            place,
            "neither a block nor the end of the archive",
        ));
    };
    let header_bytes = BlockHeader::total_bytes(*prefix) as u64;
    let bytes = read_at(src, offset, header_bytes, "the block's header")?;
    let header = BlockHeader::read(&bytes, 0).map_err(|fault| Error::fault(fault, place))?;
    Ok(Entry {
        header_bytes,
        summary: header.summary,
    })
}
