//! A block: its header, and whether its payload leads to what should follow.
//!
//! Not part of the format.

use super::found::{Found, Sighting};
use super::note::Lost;
use super::scan::Scan;
use super::search::LONGEST_BYTES;
use crate::container::chunk::HEADER_BYTES;
use crate::container::index::Entry;
use crate::container::{BLOCK, BlockHeader, CHUNK, ChunkHeader, FOOTER, Fault, INDEX};
use crate::error::{Error, ErrorKind, Place};
use crate::seal::{Extent, FoundBlock};
use std::io::Read;

/// How many times a byte may be read in vain, in claims of headers whose streams then turn out to be damaged, so that the work stays in
/// proportion to the input.
const MOST_VAIN_LOOKS: u64 = 8;
/// So much may be read in vain in any case, in bytes.
const FREE_VAIN_BYTES: u64 = 64 << 20;

impl<R: Read> Scan<R> {
    /// A block whose marker is next.
    pub(super) fn block(&mut self) -> Result<(), Error> {
        let Some(next) = self.open.as_ref().map(|open| open.next) else {
            return Ok(());
        };
        let offset = self.window.at();
        let place = self.next_block_place(offset);
        let early = |place| {
            let what = "the block's header ends early";
            Error::new(ErrorKind::InsufficientData, place, what)
        };
        let prefix = self.window.ahead(5)?.first_chunk().copied();
        let Some(total) = prefix.map(BlockHeader::total_bytes) else {
            return self.resume(early(place), Lost::Unknown, 1);
        };
        let most = self.most_ordinal(0);
        let bytes = self.window.ahead(total as u64)?;
        if bytes.len() < total {
            return self.resume(early(place), Lost::Unknown, 1);
        }
        let (ordinal, header) = match BlockHeader::read(bytes, next) {
            Ok(header) => (next, header),
            Err(fault) => {
                let unknown = matches!(fault, Fault::Unknown(_));
                let error = fault.at(place);
                match BlockHeader::read_anywhere(bytes, most) {
                    Some((ordinal, header)) if !unknown => {
                        self.misplaced(error, next, ordinal);
                        (ordinal, header)
                    }
                    _ => return self.resume(error, Lost::Unknown, 1),
                }
            }
        };
        self.payload(header, ordinal, total)
    }

    /// The highest ordinal that a block may have that starts so many bytes ahead.
    ///
    /// Bytes may have been cut out, so that there is some room beside what the bytes could have held.
    pub(super) fn most_ordinal(&self, bytes: u64) -> u64 {
        const SHORTEST_BLOCK: u64 = 24;
        const CUT_OUT: u64 = 1 << 16;
        let start = self.open.as_ref().map(|open| open.start);
        let at = self.window.at() + bytes;
        CUT_OUT + (at - start.unwrap_or(at)) / SHORTEST_BLOCK
    }

    /// A sound header that is not the one expected.
    pub(super) fn misplaced(&mut self, error: Error, next: u64, ordinal: u64) {
        let lost = if ordinal > next {
            self.gap(next..ordinal)
        } else {
            Lost::Nothing
        };
        self.note(error, lost);
    }

    /// The payload of a block whose header has been read.
    fn payload(
        &mut self,
        header: BlockHeader,
        ordinal: u64,
        header_bytes: usize,
    ) -> Result<(), Error> {
        let Some(open) = &self.open else {
            return Ok(());
        };
        let in_place = ordinal >= open.next;
        let codecs = open.codecs;
        let offset = self.window.at();
        let place = Place::block(self.blocks_before.saturating_add(ordinal), offset);
        let Some(model) = self.model_of_block(&header, place)? else {
            let what = "the block names another model than the archive's header";
            let lost = self.pass_over(ordinal, in_place, &header);
            return self.resume(Error::corruption(place, what), lost, header_bytes);
        };
        let summary = header.summary;
        if !self.headers_only {
            let streams = summary.present().map(|(stream, _)| stream);
            let known = codecs.check(streams);
            known.map_err(|fault| fault.at(place))?;
        }
        let payload_bytes = summary.payload_bytes();
        let total = header_bytes as u64 + payload_bytes;
        let available = self.window.ahead(total)?.len() as u64;
        if available < total {
            let error = ends_early(
                place,
                &header,
                offset + header_bytes as u64,
                offset + available,
            );
            let lost = self.pass_over(ordinal, in_place, &header);
            let from = if self.may_look(available) {
                header_bytes
            } else {
                available as usize
            };
            return self.resume(error, lost, from);
        }
        let (goes_on, failed) = match self.window.ahead(total + LONGEST_BYTES as u64) {
            Ok(bytes) => (is_next(&bytes[total as usize..], ordinal + 1), None),
            // The block was read before that.
            Err(error) => (true, Some(error)),
        };
        let bytes = self.window.ahead(total)?;
        let (head, payload) = bytes.split_at(header_bytes);
        let entry = Entry::of(head, &summary);
        let mut block = FoundBlock {
            model,
            place,
            header,
            extent: Extent::Whole,
            payload: Vec::new(),
            payload_offset: offset + header_bytes as u64,
        };
        if !goes_on || !self.headers_only {
            block.payload = payload.to_vec();
        }
        if !goes_on && let Err(error) = block.check() {
            // Bytes may be missing, so that other blocks stand where this one would have its own.
            let lost = self.pass_over(ordinal, in_place, &block.header);
            let from = if self.may_look(payload_bytes) {
                header_bytes
            } else {
                total as usize
            };
            return self.resume(error, lost, from);
        }
        let games_seen = self.games_seen;
        let archive = self.archives - 1;
        self.window.pass(total as usize);
        if in_place && let Some(open) = &mut self.open {
            if open.intact {
                open.index.push(&entry);
            }
            open.next = ordinal + 1;
            self.games_seen = self.games_seen.saturating_add(summary.facts.games);
        }
        self.queue.push_back(Found::Block(Box::new(Sighting {
            block,
            archive,
            ordinal,
            offset,
            header_bytes: entry.header_bytes,
            check: entry.check,
            games_seen,
            in_place,
            codecs,
            weights_bytes: self.budget.map_or(0, |budget| budget.weights),
        })));
        self.failed = failed;
        Ok(())
    }

    /// Whether so many bytes may be looked at in vain once more.
    pub(super) fn may_look(&mut self, bytes: u64) -> bool {
        self.vain_bytes = self.vain_bytes.saturating_add(bytes);
        self.vain_bytes / MOST_VAIN_LOOKS <= FREE_VAIN_BYTES + self.window.at()
    }

    /// Counts a block that cannot be given.
    fn pass_over(&mut self, ordinal: u64, in_place: bool, header: &BlockHeader) -> Lost {
        match &mut self.open {
            Some(open) if in_place => {
                open.next = ordinal + 1;
                Lost::of(&header.summary)
            }
            _ => Lost::Nothing,
        }
    }
}

/// Whether what should follow the section before this one starts here: the block or a chunk that has so many blocks before it, or the
/// end of the archive or of the input.
pub(super) fn is_next(bytes: &[u8], ordinal: u64) -> bool {
    if bytes.starts_with(&CHUNK) {
        let header = bytes.first_chunk::<HEADER_BYTES>();
        return header.is_some_and(|bytes| ChunkHeader::read(bytes, ordinal).is_ok());
    }
    if bytes.starts_with(&BLOCK) {
        let total = bytes.first_chunk().copied().map(BlockHeader::total_bytes);
        let header = total.and_then(|total| bytes.get(..total));
        return header.is_some_and(|bytes| BlockHeader::read(bytes, ordinal).is_ok());
    }
    bytes.is_empty() || bytes.starts_with(&INDEX) || bytes.starts_with(&FOOTER)
}

/// That the input ends within the streams of a block.
fn ends_early(place: Place, header: &BlockHeader, payload_offset: u64, end: u64) -> Error {
    let mut offset = payload_offset;
    for (stream, length) in header.summary.present() {
        if offset + length > end {
            let place = place.stream(stream, offset);
            return Error::new(ErrorKind::InsufficientData, place, "the stream ends early");
        }
        offset += length;
    }
    Error::new(ErrorKind::InsufficientData, place, "the block ends early")
}
