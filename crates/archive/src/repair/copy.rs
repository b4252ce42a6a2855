//! A damaged copy of an archive: what a scan has found in it, and how to read its blocks.
//!
//! Not part of the format.

use crate::container::BlockHeader;
use crate::container::chunk::HEADER_BYTES;
use crate::container::index::ChunkEntry;
use crate::counting_reader::read_at;
use crate::error::{Error, ErrorKind, Place};
use crate::salvage::{ChunkSighting, Found, Guess, Scan};
use crate::seal::{FoundBlock, unseal};
use crate::{Model, ModelId, Source};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

/// So many blocks are decoded at most to find out which model coded an archive.
const MOST_TRIES: usize = 100;

/// What a scan knows of an archive besides its blocks.
#[derive(Debug, Clone)]
pub(crate) struct ArchiveLog {
    /// Its header; empty if that is damaged.
    pub header: Vec<u8>,
    /// What its header says of its model; where that is damaged, only the likeliest.
    pub id: ModelId,
    /// The model, if it is known.
    pub model: Option<Model>,
    pub guess: Option<Arc<Guess>>,
    pub source: Source,
    /// How many blocks it has, as far as is known.
    pub blocks: u64,
    /// The games and bytes of text of each block by the index, if that is sound and some were not found.
    pub held: Vec<(u64, u64)>,
    /// Whether its end was found, and no more blocks can have stood before it.
    pub has_end: bool,
    /// Whether nothing is wrong with it.
    pub is_sound: bool,
    /// Its sound chunks in their order, each with the number of the copy that has it.
    pub chunks: Vec<(usize, ChunkSighting)>,
    /// Chunks that were there, or should have been, and are not sound.
    pub lost_chunks: Vec<ChunkEntry>,
}

impl ArchiveLog {
    /// What all copies together know of an archive.
    pub(super) fn of_all<R>(copies: &[Copy<R>], number: usize) -> Result<Option<Self>, Error> {
        let mut merged: Option<Self> = None;
        for found in copies.iter().filter_map(|copy| copy.archives.get(number)) {
            let Some(known) = &mut merged else {
                merged = Some(found.clone());
                continue;
            };
            let both_sound = !known.header.is_empty() && !found.header.is_empty();
            if both_sound && known.header != found.header {
                return Err(not_of_the_same());
            }
            if known.header.is_empty() && !found.header.is_empty() {
                known.header.clone_from(&found.header);
                (known.id, known.source) = (found.id, found.source);
                known.model.clone_from(&found.model);
                known.guess = None;
            }
            known.model = known.model.take().or_else(|| found.model.clone());
            known.merge_chunks(found);
            known.blocks = known.blocks.max(found.blocks);
            if known.held.is_empty() {
                known.held.clone_from(&found.held);
            }
            known.has_end |= found.has_end;
            known.is_sound |= found.is_sound;
        }
        Ok(merged)
    }

    /// Takes in the chunks of another copy, each before those that follow it there.
    fn merge_chunks(&mut self, found: &Self) {
        let mut at = 0;
        for (copy, chunk) in &found.chunks {
            let same = |(_, known): &(usize, ChunkSighting)| {
                (known.entry, known.check) == (chunk.entry, chunk.check)
            };
            match self.chunks[at..].iter().position(same) {
                Some(ahead) => at += ahead + 1,
                None => {
                    let before = |(_, known): &(usize, ChunkSighting)| {
                        known.entry.ordinal < chunk.entry.ordinal
                    };
                    at = at.max(self.chunks.partition_point(before));
                    self.chunks.insert(at, (*copy, chunk.clone()));
                    at += 1;
                }
            }
        }
        self.lost_chunks.extend(&found.lost_chunks);
    }

    /// The chunks that no copy has.
    pub fn missing_chunks(&self) -> Vec<ChunkEntry> {
        let mut missing: Vec<ChunkEntry> = Vec::new();
        for lost in &self.lost_chunks {
            let is_found = self.chunks.iter().any(|(_, found)| found.entry == *lost);
            if !is_found && !missing.contains(lost) {
                missing.push(*lost);
            }
        }
        missing
    }

    /// The games and the bytes of text of some blocks by the index, if there is one.
    pub fn held(&self, ordinals: Range<u64>) -> Option<(u64, u64)> {
        let ordinals = usize::try_from(ordinals.start).ok()?..usize::try_from(ordinals.end).ok()?;
        let held = self.held.get(ordinals)?.iter();
        let sum = held.fold((0u64, 0u64), |sum, held| {
            (sum.0.saturating_add(held.0), sum.1.saturating_add(held.1))
        });
        Some(sum)
    }
}

pub(super) fn not_of_the_same() -> Error {
    Error::argument(
        "the two files are not copies of the same archive: give two damaged copies of one, or one alone",
    )
}

/// Where a block lies in a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lying {
    archive: u64,
    ordinal: u64,
    offset: u64,
    header_bytes: u64,
}

/// Whether an error says that the bytes are no archive any more, not that this release cannot read them.
fn tells_of_damage(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Corruption | ErrorKind::InsufficientData
    )
}

/// A copy.
pub(super) struct Copy<R> {
    src: R,
    pub archives: Vec<ArchiveLog>,
    /// In the order of archives and ordinals.
    blocks: Vec<Lying>,
    /// Why there is nothing in it, if that is so: another copy may do.
    pub hopeless: Option<Error>,
}

impl<R: Read + Seek> Copy<R> {
    /// Reads a copy through, without decoding anything.
    pub fn survey(mut src: R, number: usize, models: &[Model]) -> Result<Self, Error> {
        src.seek(SeekFrom::Start(0))
            .map_err(|error| Error::io("the archive cannot be read", error))?;
        let mut scan = Scan::new(BufReader::with_capacity(1 << 16, &mut src), models);
        scan.headers_only = true;
        scan.insists = true;
        let mut blocks = Vec::new();
        let mut hopeless = None;
        loop {
            let found = match scan.next() {
                Ok(Some(found)) => found,
                Ok(None) => break,
                Err(error) if tells_of_damage(&error) => {
                    hopeless = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            };
            if let Found::Block(sighting) = found {
                blocks.push(Lying {
                    archive: sighting.archive,
                    ordinal: sighting.ordinal,
                    offset: sighting.offset,
                    header_bytes: sighting.header_bytes,
                });
            }
        }
        let mut archives = std::mem::take(&mut scan.logs);
        drop(scan);
        for (copy, _) in archives.iter_mut().flat_map(|log| &mut log.chunks) {
            *copy = number;
        }
        blocks.sort_unstable();
        Ok(Self {
            src,
            archives,
            blocks,
            hopeless,
        })
    }

    /// The bytes of a chunk after its header.
    pub fn chunk(&mut self, chunk: &ChunkSighting) -> Result<Vec<u8>, Error> {
        let header = &chunk.entry.header;
        let total = header.total_bytes();
        let mut whole = read_at(&mut self.src, chunk.offset, total, "the chunk")?;
        Ok(whole.split_off(HEADER_BYTES.min(whole.len())))
    }

    /// Every block with this place that was found, the first in the file first.
    pub fn blocks(
        &mut self,
        archive: usize,
        ordinal: u64,
        place: u64,
        model: &Model,
    ) -> Result<Vec<FoundBlock>, Error> {
        let wanted = (archive as u64, ordinal);
        let first = self
            .blocks
            .partition_point(|block| (block.archive, block.ordinal) < wanted);
        let mut found = Vec::new();
        for lying in &self.blocks[first..] {
            if (lying.archive, lying.ordinal) != wanted {
                break;
            }
            let place = Place::block(place, lying.offset);
            let what = "the block";
            let bytes = read_at(&mut self.src, lying.offset, lying.header_bytes, what)?;
            let header =
                BlockHeader::read(&bytes, ordinal).map_err(|fault| Error::fault(fault, place))?;
            let payload_offset = lying.offset + lying.header_bytes;
            let length = header.summary.payload_bytes();
            let payload = read_at(&mut self.src, payload_offset, length, what)?;
            found.push(FoundBlock {
                model: model.clone(),
                place,
                header,
                payload,
                payload_offset,
            });
        }
        Ok(found)
    }
}

/// The blocks of an archive that some copy has, and the runs of others between them, in order.
pub(super) fn spans<R>(copies: &[Copy<R>], archive: usize, blocks: u64) -> Vec<Range<u64>> {
    let lying = copies.iter().flat_map(|copy| &copy.blocks);
    let mut found: Vec<u64> = lying
        .filter(|block| block.archive == archive as u64)
        .map(|block| block.ordinal)
        .collect();
    found.sort_unstable();
    found.dedup();
    let (mut spans, mut next) = (Vec::new(), 0);
    for ordinal in found {
        if ordinal > next {
            spans.push(next..ordinal);
        }
        spans.push(ordinal..ordinal + 1);
        next = ordinal + 1;
    }
    if blocks > next {
        spans.push(next..blocks);
    }
    spans
}

/// Decodes blocks until one of them shows which model coded the archive.
pub(super) fn settle<R: Read + Seek>(
    copies: &mut [Copy<R>],
    archive: usize,
    spans: &[Range<u64>],
    guess: &Guess,
) -> Result<(), Error> {
    for span in spans.iter().take(MOST_TRIES) {
        for copy in &mut *copies {
            for block in copy.blocks(archive, span.start, span.start, &guess.model())? {
                // A block that is damaged shows nothing.
                let _ = guess.read(&block, unseal);
                if guess.is_shown() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
