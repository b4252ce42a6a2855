//! The concatenated archives of an input, as a reader knows them: names of files, and embedded models.
//!
//! Not part of the format.

use super::{BlockInfo, Reader};
use crate::container::chunk::{HEADER_BYTES, held};
use crate::container::index::ChunkEntry;
use crate::container::{FileName, Kind, checksum};
use crate::counting_reader::read_ranges;
use crate::error::Place;
use crate::salvage::ChunkSighting;
use crate::{Error, ErrorKind, FileInfo, Model, Provenance, models};
use std::io::{Read, Seek};

/// An archive of an input.
#[derive(Debug, Clone, Default)]
pub(super) struct ArchiveInfo {
    /// The name of the file that its text comes from.
    pub file: Option<FileName>,
    /// A chunk with a model, and the byte at which it starts.
    pub model: Option<(u64, ChunkEntry)>,
    /// A chunk with the record of where the text comes from, and the byte at which it starts.
    pub provenance: Option<(u64, ChunkEntry)>,
    /// Chunks with files of data, and the bytes at which they start.
    pub data: Vec<(u64, ChunkEntry)>,
    /// The kind of a chunk that this release does not know.
    pub unknown: Option<Kind>,
}

/// What a chunk holds that should start at this byte.
pub(super) fn read_chunk<R: Read + Seek>(
    src: &mut R,
    offset: u64,
    entry: &ChunkEntry,
) -> Result<Vec<u8>, Error> {
    let place = Place::byte(offset);
    let total = entry.header.total_bytes();
    let range = offset..offset.saturating_add(total);
    let whole = read_ranges(src, &[range], "the chunk")?.concat();
    let (header, rest) = whole.split_at(HEADER_BYTES.min(whole.len()));
    if header != entry.header.write(entry.ordinal) {
        let what = "the chunk's header is not what the index says";
        return Err(Error::corruption(place, what));
    }
    let held = held(rest).map_err(|fault| fault.at(place))?;
    if entry
        .header
        .whole_check(entry.ordinal, checksum::stored(rest))
        != entry.check
    {
        let what = "the chunk is not the one that the index names: it is of another archive";
        return Err(Error::corruption(place, what));
    }
    Ok(held.to_vec())
}

impl ArchiveInfo {
    /// The content of an archive's chunks that is needed before its blocks are read.
    pub fn read<R: Read + Seek>(src: &mut R, chunks: &[(u64, ChunkEntry)]) -> Result<Self, Error> {
        let mut info = Self::default();
        for &(offset, entry) in chunks {
            let ChunkEntry {
                ordinal, header, ..
            } = entry;
            let place = Place::byte(offset);
            header.check().map_err(|fault| fault.at(place))?;
            match header.kind {
                Kind::FILE if ordinal == 0 && info.file.is_none() => {
                    let held = read_chunk(src, offset, &entry)?;
                    let file = FileName::read(&held).map_err(|fault| fault.at(place))?;
                    info.file = Some(file);
                }
                Kind::NETS if info.model.is_none() => info.model = Some((offset, entry)),
                Kind::PROV => info.provenance = Some((offset, entry)),
                Kind::DATA => info.data.push((offset, entry)),
                Kind::FILE | Kind::NETS | Kind::INDX => {}
                unknown => info.unknown = Some(unknown),
            }
        }
        // Whoever takes files apart by their names relies on them.
        if let Some((offset, entry)) = info.provenance
            && info.file.is_some()
        {
            info.read_provenance(src, offset, &entry)?;
        }
        Ok(info)
    }

    fn read_provenance<R: Read + Seek>(
        &self,
        src: &mut R,
        offset: u64,
        entry: &ChunkEntry,
    ) -> Result<Provenance, Error> {
        let place = Place::byte(offset);
        let held = read_chunk(src, offset, entry)?;
        let mut record = Provenance::read(&held).map_err(|fault| fault.at(place))?;
        let checked = record.check_file(self.file.as_ref());
        checked.map_err(|fault| fault.at(place))?;
        record.file_name = self.file.as_ref().map(|file| file.name.clone());
        Ok(record)
    }

    /// Adds an undamaged chunk that a scan has found.
    pub fn see(&mut self, chunk: ChunkSighting) {
        let ChunkEntry {
            ordinal, header, ..
        } = chunk.entry;
        if ordinal == 0 && self.file.is_none() {
            self.file = chunk.file;
        }
        if header.kind == Kind::NETS && self.model.is_none() {
            self.model = Some((chunk.offset, chunk.entry));
        }
        if header.kind == Kind::DATA {
            self.data.push((chunk.offset, chunk.entry));
        }
        if header.kind == Kind::PROV {
            self.provenance = Some((chunk.offset, chunk.entry));
        }
    }
}

impl<R: Read + Seek> Reader<R> {
    /// The model of a block: that of a level, one of the caller's own, or the last one embedded in an archive.
    pub(super) fn model(&mut self, block: &BlockInfo, place: Place) -> Result<Model, Error> {
        let error = match models::find(block.model, &self.models, place) {
            Err(error) if error.kind() == ErrorKind::UnknownModel => error,
            found => return found,
        };
        let known = usize::try_from(block.archive).map_or(0, |archive| archive.saturating_add(1));
        let archives = self.archives.get(..known).unwrap_or_default();
        let Some((offset, entry)) = archives.iter().rev().find_map(|archive| archive.model) else {
            return Err(error);
        };
        if let Some((at, model)) = &self.embedded
            && *at == offset
            && model.id() == block.model
        {
            return Ok(model.clone());
        }
        let held = read_chunk(&mut self.src, offset, &entry)?;
        let model = models::embedded(&held, Some(block.model), Place::byte(offset))?;
        self.embedded = Some((offset, model.clone()));
        Ok(model)
    }

    /// The number of the archive, from 0, that contains a block, if several are concatenated; the block is given by its number from 0.
    #[must_use]
    pub fn archive_of(&self, number: usize) -> u64 {
        self.blocks.get(number).map_or(0, |block| block.archive)
    }

    /// The name of the file that the text of a block's archive comes from, if there is one, and the number of bytes at the beginning of that
    /// text that are not part of the file.
    #[must_use]
    pub fn file_of(&self, number: usize) -> Option<(String, u64)> {
        let archive = usize::try_from(self.archive_of(number)).ok()?;
        let file = self.archives.get(archive)?.file.as_ref()?;
        Some((file.name.clone(), file.border_bytes))
    }

    /// The kind of an embedded chunk that this release does not know, and that would be lost if the blocks were written elsewhere.
    #[must_use]
    pub fn unknown_chunk(&self) -> Option<String> {
        let kind = self.archives.iter().find_map(|archive| archive.unknown)?;
        Some(kind.to_string())
    }

    /// The model of the last block; `None` if there is no block.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownModel`] for a model that is not available, and any error of an embedded model.
    pub fn last_model(&mut self) -> Result<Option<Model>, Error> {
        let Some(block) = self.blocks.last().copied() else {
            return Ok(None);
        };
        let place = Place::byte(block.offset);
        self.model(&block, place).map(Some)
    }

    /// The embedded model that also applies to archives after these.
    ///
    /// # Errors
    ///
    /// Any error of the model.
    pub fn model_inside(&mut self) -> Result<Option<Model>, Error> {
        let last = self.archives.iter().rev().find_map(|archive| archive.model);
        let Some((offset, entry)) = last else {
            return Ok(None);
        };
        let held = read_chunk(&mut self.src, offset, &entry)?;
        models::embedded(&held, None, Place::byte(offset)).map(Some)
    }

    /// Where the text of each archive comes from; `None` for one that does not record it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`] when the source fails, and damage of the records.
    pub fn provenance(&mut self) -> Result<Vec<Option<Provenance>>, Error> {
        let mut blocks = vec![0; self.archives.len()];
        for block in &self.blocks {
            let archive = usize::try_from(block.archive).unwrap_or(usize::MAX);
            if let Some(blocks) = blocks.get_mut(archive) {
                *blocks += 1;
            }
        }
        let mut records = Vec::with_capacity(self.archives.len());
        for (archive, blocks) in self.archives.iter().zip(blocks) {
            // One that a block follows is of another text.
            let last = archive
                .provenance
                .filter(|(_, entry)| entry.ordinal == blocks);
            let Some((offset, entry)) = last else {
                records.push(None);
                continue;
            };
            records.push(Some(archive.read_provenance(
                &mut self.src,
                offset,
                &entry,
            )?));
        }
        Ok(records)
    }

    /// The names of the files that the archives were made from, if they are recorded, with the games and the text of each.
    #[must_use]
    pub fn files(&self) -> Vec<FileInfo> {
        let mut files: Vec<Option<FileInfo>> = Vec::new();
        for archive in &self.archives {
            files.push(archive.file.as_ref().map(FileInfo::begin));
        }
        for block in &self.blocks {
            let archive = usize::try_from(block.archive).unwrap_or(usize::MAX);
            if let Some(Some(file)) = files.get_mut(archive) {
                let facts = block.facts();
                file.add(facts.games, facts.text_bytes, block.ordinal == 0);
            }
        }
        files.into_iter().flatten().collect()
    }
}
