//! A chunk: what an archive holds besides games.
//!
//! Not part of the format.

use super::block::is_next;
use super::found::{ChunkSighting, Found};
use super::note::Lost;
use super::scan::Scan;
use super::search::LONGEST_BYTES;
use crate::container::chunk::{HEADER_BYTES, held};
use crate::container::index::ChunkEntry;
use crate::container::{ChunkHeader, FileName, Kind, Provenance, checksum};
use crate::error::{Error, ErrorKind, Place};
use crate::models;
use std::io::Read;

impl<R: Read> Scan<R> {
    /// A chunk whose marker is next.
    pub(super) fn chunk(&mut self) -> Result<(), Error> {
        let Some(next) = self.open.as_ref().map(|open| open.next) else {
            return Ok(());
        };
        let offset = self.window.at();
        let place = Place::byte(offset);
        let most = self.most_ordinal(0);
        let Some(bytes) = self
            .window
            .ahead(HEADER_BYTES as u64)?
            .first_chunk()
            .copied()
        else {
            let what = "the header of a chunk ends early";
            let error = Error::new(ErrorKind::InsufficientData, place, what);
            return self.resume(error, Lost::Unknown, 1);
        };
        let (ordinal, header) = match ChunkHeader::read(&bytes, next) {
            Ok(header) => (next, header),
            Err(fault) => {
                let error = fault.at(place);
                let Some((ordinal, header)) = ChunkHeader::read_anywhere(&bytes, most) else {
                    return self.resume(error, Lost::Unknown, 1);
                };
                self.misplaced(error, next, ordinal);
                (ordinal, header)
            }
        };
        // Its content, and so its checksum, is still to be seen.
        let entry = ChunkEntry {
            ordinal,
            header,
            check: 0,
        };
        if let Some(open) = &mut self.open {
            open.chunks.push(header.kind);
        }
        header.check().map_err(|fault| fault.at(place))?;
        self.held(entry, place)
    }

    /// What a chunk holds whose header has been read.
    fn held(&mut self, mut entry: ChunkEntry, place: Place) -> Result<(), Error> {
        let kind = entry.header.kind;
        let total = entry.header.total_bytes();
        if kind == Kind::NETS {
            self.ensure_room(entry.header.bytes, place)?;
        }
        let offset = self.window.at();
        let available = self.window.ahead(total)?.len() as u64;
        if available < total {
            let what = format!("the chunk {kind} ends early");
            let error = Error::new(ErrorKind::InsufficientData, place, what);
            let from = if self.may_look(available) {
                HEADER_BYTES
            } else {
                available as usize
            };
            self.lose(entry);
            return self.resume(error, Lost::Unknown, from);
        }
        let after = |bytes: &[u8]| is_next(&bytes[total as usize..], entry.ordinal);
        let goes_on = self.window.ahead(total + LONGEST_BYTES as u64).map(after);
        let bytes = self.window.ahead(total)?;
        let known = held(&bytes[HEADER_BYTES..]).and_then(|held| {
            let file = match kind {
                Kind::FILE => Some(FileName::read(held)?),
                _ => None,
            };
            let provenance = match kind {
                Kind::PROV => Some(Provenance::read(held)?),
                _ => None,
            };
            let weights = (kind == Kind::NETS).then(|| held.to_vec());
            Ok((file, provenance, weights, checksum::of(held)))
        });
        let (file, provenance, weights, check) = match known {
            Ok(known) => known,
            Err(fault) => {
                let what = format!("the chunk {kind} is damaged: {fault}");
                let error = Error::corruption(place, what);
                self.lose(entry);
                // Bytes may be missing, so that other sections stand where this one would go on.
                if goes_on.is_ok_and(|goes_on| goes_on) {
                    self.note(error, Lost::Nothing);
                    self.window.pass(total as usize);
                    return Ok(());
                }
                let from = if self.may_look(total) {
                    HEADER_BYTES
                } else {
                    total as usize
                };
                return self.resume(error, Lost::Unknown, from);
            }
        };
        self.window.pass(total as usize);
        entry.check = entry.header.whole_check(entry.ordinal, check);
        if let Some(open) = &mut self.open
            && open.intact
        {
            open.index.push_chunk(&entry.header, entry.check);
        }
        if let Some(weights) = weights {
            self.weights(&weights, place)?;
        }
        let sighting = ChunkSighting {
            archive: self.archives - 1,
            entry,
            offset,
            check,
            file,
            provenance,
        };
        let mut wrong_name = None;
        if let Some(open) = &mut self.open {
            if open.file.is_none() {
                open.file.clone_from(&sighting.file);
            }
            let recorded = sighting.provenance.as_ref();
            // Where a name is lost, that has been told of.
            if let Some(recorded) = recorded.filter(|_| !open.lost_chunk) {
                wrong_name = recorded.check_file(open.file.as_ref()).err();
            }
        }
        if let Some(log) = self.logs.last_mut() {
            log.chunks.push(sighting.clone());
        }
        if let Some(fault) = wrong_name {
            self.note(fault.at(place), Lost::Nothing);
        }
        self.queue.push_back(Found::Chunk(Box::new(sighting)));
        Ok(())
    }

    /// Takes down that a chunk was there whose bytes are lost.
    fn lose(&mut self, entry: ChunkEntry) {
        if let Some(open) = &mut self.open {
            open.lost_chunk = true;
        }
        if let Some(log) = self.logs.last_mut() {
            log.lost_chunks.push(entry);
        }
    }

    /// That there is memory for the weights that a chunk holds.
    fn ensure_room(&mut self, bytes: u64, place: Place) -> Result<(), Error> {
        match &mut self.budget {
            Some(budget) => budget.take_weights(bytes, place),
            None => Ok(()),
        }
    }

    /// The weights that the archive brings, for itself and for those after it that have none.
    fn weights(&mut self, bytes: &[u8], place: Place) -> Result<(), Error> {
        let Some(open) = &mut self.open else {
            return Ok(());
        };
        if open.model.is_some() {
            return Ok(());
        }
        let model = models::embedded(bytes, open.named.map(|(id, _)| id), place)?;
        open.model = Some(model.clone());
        self.embedded = Some(model);
        Ok(())
    }

    /// That chunks which the index of the open archive names were not found.
    pub(super) fn note_lost_chunks(&mut self, listed: &[ChunkEntry], at: u64) {
        let Some(open) = &mut self.open else { return };
        let mut seen = std::mem::take(&mut open.chunks);
        let mut lost = Vec::new();
        for entry in listed {
            match seen.iter().position(|kind| *kind == entry.header.kind) {
                Some(found) => {
                    seen.swap_remove(found);
                }
                None => lost.push(*entry),
            }
        }
        let Some(first) = lost.first() else { return };
        let what = match lost.len() {
            1 => format!("the chunk {} of this archive is missing", first.header.kind),
            many => format!(
                "{many} chunks of this archive are missing, the first of them {}",
                first.header.kind
            ),
        };
        self.note(Error::corruption(Place::byte(at), what), Lost::Nothing);
        if let Some(log) = self.logs.last_mut() {
            log.lost_chunks.extend(lost);
        }
    }
}
