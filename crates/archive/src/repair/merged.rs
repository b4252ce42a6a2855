//! What all copies together have of an archive.
//!
//! Not part of the format.

use super::align::not_of_the_same;
use super::copy::Copy;
use super::row::Row;
use crate::container::header;
use crate::container::index::ChunkEntry;
use crate::salvage::{ArchiveLog, ChunkSighting, Lying};
use crate::{Error, Model, ModelId, Source};
use std::collections::HashMap;
use std::ops::Range;

/// An archive of which each part may lie in several copies.
pub(super) struct Merged {
    /// Its header, and the model and source that it names.
    pub header: Vec<u8>,
    pub named: (ModelId, Source),
    /// How many blocks it has, as far as is known.
    pub blocks: u64,
    /// The games and bytes of text of each block by the index, if that is sound and some were not found.
    held: Vec<(u64, u64)>,
    /// Whether a copy has its end, and no more blocks can have stood before it.
    pub has_end: bool,
    /// How long it was, by each footer that was found of it.
    lengths: Vec<u64>,
    /// Its sound chunks in their order, each with the number of a copy that has it.
    pub chunks: Vec<(usize, ChunkSighting)>,
    lost_chunks: Vec<ChunkEntry>,
    /// How many blocks with sound headers lie where it lies and are left out.
    pub strangers: usize,
    /// Its blocks with the copies that have them, in the order of their ordinals.
    pub found: Vec<(usize, Lying)>,
}

impl Merged {
    /// Puts together what the copies have of the archive of a row.
    ///
    /// # Errors
    ///
    /// Copies that contradict each other.
    pub fn of<R>(
        copies: &[Copy<R>],
        row: &Row,
        is_misplaced: impl Fn(&Lying) -> bool,
    ) -> Result<Self, Error> {
        let numbers = row.iter().enumerate();
        let logs: Vec<(usize, &ArchiveLog)> = numbers
            .flat_map(|(copy, archives)| archives.iter().map(move |at| (copy, at)))
            .filter_map(|(copy, archive)| Some((copy, copies[copy].archives.get(*archive)?)))
            .collect();
        let blocks = |(copy, log): &(usize, &ArchiveLog)| {
            let copy = *copy;
            let found = log.found.iter();
            found
                .map(move |block| (copy, block.clone()))
                .collect::<Vec<_>>()
        };
        let mut found: Vec<(usize, Lying)> = logs.iter().flat_map(blocks).collect();
        found.sort_by_key(|(_, block)| block.ordinal);
        // An archive with nothing wrong says which blocks and chunks there are.
        let mut all = forms(&found);
        found.retain(|(_, block)| !is_misplaced(block));
        let sound = logs.iter().filter(|(_, log)| log.is_sound);
        let whole = sound.max_by_key(|(copy, log)| (copies[*copy].is_whole, log.found.len()));
        let is_of_whole_copy = whole.is_some_and(|(copy, _)| copies[*copy].is_whole);
        let whole = whole.map(|(_, log)| *log);
        if let Some(whole) = whole {
            let known: HashMap<u64, u32> = whole
                .found
                .iter()
                .map(|block| (block.ordinal, block.check))
                .collect();
            found.retain(|(_, block)| known.get(&block.ordinal) == Some(&block.check));
        }
        // What a whole copy does not have is no part of the archive.
        if is_of_whole_copy {
            all = forms(&found);
        }
        // An index tells which blocks are no part of the archive.
        let indexes = logs.iter().filter(|(_, log)| !log.is_mixed());
        let held = indexes
            .map(|(_, log)| &log.held)
            .max_by_key(|held| held.len())
            .filter(|_| whole.is_none())
            .cloned()
            .unwrap_or_default();
        if !held.is_empty() {
            found.retain(|(_, block)| {
                let summary = usize::try_from(block.ordinal)
                    .ok()
                    .and_then(|at| held.get(at));
                summary == Some(&block.summary)
            });
        }
        let named = match whole.and_then(|whole| whole.named) {
            Some(named) => named,
            None => named(&logs, &found),
        };
        found.retain(|(_, block)| {
            let origin = block.origin;
            (origin.model, Source::from_id(origin.source)) == (named.0.check(), named.1)
        });
        let found = agreed(found)?;
        let strangers = all - forms(&found);
        let sound = logs
            .iter()
            .map(|(_, log)| *log)
            .filter(|log| log.named == Some(named));
        let mut headers = whole.into_iter().chain(sound).map(|log| &log.header);
        let header = headers.find(|header| !header.is_empty()).cloned();
        let last = found.last().map_or(0, |(_, block)| block.ordinal + 1);
        let blocks = match held.len() as u64 {
            0 if whole.is_some() => last,
            0 => logs
                .iter()
                .map(|(_, log)| log.blocks)
                .max()
                .unwrap_or(0)
                .max(last),
            held => held,
        };
        let mut merged = Self {
            header: header.unwrap_or_else(|| header::write(named.0, named.1.id())),
            named,
            blocks,
            held: held
                .iter()
                .map(|summary| (summary.facts.games, summary.facts.text_bytes))
                .collect(),
            has_end: logs.iter().any(|(_, log)| log.has_end),
            lengths: match whole {
                Some(_) => Vec::new(),
                None => logs.iter().filter_map(|(_, log)| log.length).collect(),
            },
            chunks: Vec::new(),
            lost_chunks: Vec::new(),
            strangers,
            found,
        };
        for (copy, log) in logs {
            if log.is_sound || whole.is_none() {
                merged.merge_chunks(copy, log);
            }
        }
        Ok(merged)
    }

    /// Takes in the chunks of another copy, each before those that follow it there.
    fn merge_chunks(&mut self, copy: usize, log: &ArchiveLog) {
        let mut at = 0;
        for (number, chunk) in log.chunks.iter().enumerate() {
            let is_alike =
                |other: &ChunkSighting| (other.entry, other.check) == (chunk.entry, chunk.check);
            // A section that is there twice is no part of a sound archive.
            if !log.is_sound && log.chunks[..number].iter().any(is_alike) {
                continue;
            }
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
                    self.chunks.insert(at, (copy, chunk.clone()));
                    at += 1;
                }
            }
        }
        self.lost_chunks.extend(&log.lost_chunks);
    }

    /// Whether a chunk records the provenance of this archive with so many games and bytes of text.
    pub fn is_recorded(&self, chunk: &ChunkSighting, (games, text_bytes): (u64, u64)) -> bool {
        let mut files = self
            .chunks
            .iter()
            .filter_map(|(_, chunk)| chunk.file.as_ref());
        let file = files.next();
        let border_bytes = file.map_or(0, |file| file.border_bytes);
        let recorded = chunk.provenance.as_ref();
        recorded.is_some_and(|recorded| {
            let text = recorded.text.map(|text| text.bytes + border_bytes);
            let is_named = recorded.check_file(file).is_ok();
            is_named && recorded.games == games && text.is_none_or(|bytes| bytes == text_bytes)
        })
    }

    /// The chunks that no copy has.
    pub fn missing_chunks(&self) -> Vec<ChunkEntry> {
        let mut missing: Vec<ChunkEntry> = Vec::new();
        for lost in &self.lost_chunks {
            // The checksum of a lost one need not be known.
            let is_it =
                |entry: &ChunkEntry| (entry.ordinal, entry.header) == (lost.ordinal, lost.header);
            let is_found = self.chunks.iter().any(|(_, found)| is_it(&found.entry));
            if !is_found && !missing.iter().any(is_it) {
                missing.push(*lost);
            }
        }
        missing
    }

    /// Whether no footer that was found of it says that it was so long, in bytes.
    pub fn has_other_length(&self, bytes: u64) -> bool {
        !self.lengths.is_empty() && !self.lengths.contains(&bytes)
    }

    /// The blocks that some copy has, and the runs of others between them, in order.
    pub fn spans(&self) -> Vec<Range<u64>> {
        let (mut spans, mut next) = (Vec::new(), 0);
        for (_, block) in &self.found {
            let ordinal = block.ordinal;
            if ordinal > next {
                spans.push(next..ordinal);
            }
            if ordinal >= next {
                spans.push(ordinal..ordinal + 1);
                next = ordinal + 1;
            }
        }
        if self.blocks > next {
            spans.push(next..self.blocks);
        }
        spans
    }

    /// What the copies have of a block.
    pub fn blocks(&self, ordinal: u64) -> &[(usize, Lying)] {
        let start = self
            .found
            .partition_point(|(_, block)| block.ordinal < ordinal);
        let end = self
            .found
            .partition_point(|(_, block)| block.ordinal <= ordinal);
        &self.found[start..end]
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

/// How many different blocks these are.
fn forms(found: &[(usize, Lying)]) -> usize {
    let mut forms: Vec<_> = found
        .iter()
        .map(|(_, block)| (block.ordinal, block.check))
        .collect();
    forms.sort_unstable();
    forms.dedup();
    forms.len()
}

/// The model and the source that most blocks name; those of a header, where there is no block.
fn named(logs: &[(usize, &ArchiveLog)], found: &[(usize, Lying)]) -> (ModelId, Source) {
    let of_header = logs.iter().find_map(|(_, log)| log.named);
    let mut counts: HashMap<(ModelId, Source), usize> = HashMap::new();
    for (_, block) in found {
        let origin = (block.model.id(), Source::from_id(block.origin.source));
        *counts.entry(origin).or_default() += 1;
    }
    let most = counts.values().max().copied();
    let frequent = |origin: &(ModelId, Source)| counts.get(origin).copied() == most;
    let first = || {
        let mut origins = found.iter();
        origins.find_map(|(_, block)| {
            let origin = (block.model.id(), Source::from_id(block.origin.source));
            frequent(&origin).then_some(origin)
        })
    };
    let usual = (Model::default().id(), Source::default());
    of_header
        .filter(|named| most.is_none() || frequent(named))
        .or_else(first)
        .unwrap_or(usual)
}

/// The blocks of which at most one form is left for each ordinal: of a copy the first in the file. Two copies must have the same.
fn agreed(found: Vec<(usize, Lying)>) -> Result<Vec<(usize, Lying)>, Error> {
    let mut kept: Vec<(usize, Lying)> = Vec::new();
    let same_ordinal = |a: &(usize, Lying), b: &(usize, Lying)| a.1.ordinal == b.1.ordinal;
    for blocks in found.chunk_by(same_ordinal) {
        let first = &blocks[0];
        let has = |copy: usize, check: u32| {
            blocks
                .iter()
                .any(|(other, block)| (*other, block.check) == (copy, check))
        };
        // The form that every copy has which has one at all.
        let mut forms = blocks.iter().map(|(_, block)| block.check);
        let is_common = |&check: &u32| blocks.iter().all(|(copy, _)| has(*copy, check));
        let form = forms.find(is_common);
        let form = match form {
            Some(form) => form,
            None if blocks.iter().all(|(copy, _)| *copy == first.0) => first.1.check,
            None => return Err(not_of_the_same()),
        };
        kept.extend(
            blocks
                .iter()
                .filter(|(_, block)| block.check == form)
                .cloned(),
        );
    }
    Ok(kept)
}
