//! The header of an archive.
//!
//! Not part of the format.

use super::found::Found;
use super::log::ArchiveLog;
use super::note::Lost;
use super::scan::{LEAST_MAGIC, OpenArchive, Scan, is_final};
use crate::container::header::{FIXED_BYTES, MAGIC};
use crate::container::{BlockHeader, Codecs, IndexBuilder, header, unfinished};
use crate::error::{Error, ErrorKind, Place};
use crate::{Model, ModelId, Source, models};
use std::io::Read;

impl<R: Read> Scan<R> {
    /// The header of an archive, or the end of the input.
    pub(super) fn between_archives(&mut self) -> Result<(), Error> {
        let start = self.window.at();
        let place = Place::byte(start);
        let fixed = self.window.ahead(FIXED_BYTES as u64)?;
        if fixed.is_empty() && start > 0 {
            self.done = true;
            return Ok(());
        }
        let ahead = self.window.ahead(unfinished::LOOK_BYTES)?;
        if unfinished::stands(start, ahead) {
            let what =
                "the data that follows was being added and is unfinished (pgnz append removes it)";
            let error = Error::new(ErrorKind::InsufficientData, place, what);
            self.note(error, Lost::Nothing);
            self.done = true;
            return Ok(());
        }
        let fixed = self.window.ahead(FIXED_BYTES as u64)?;
        let magic = &fixed[..fixed.len().min(MAGIC.len())];
        let familiar = magic.iter().zip(MAGIC).filter(|&(a, b)| *a == b).count();
        let header = match check_magic(magic, start) {
            Ok(()) => self.header(place),
            Err(error) => Err(error),
        };
        match header {
            Ok(header) => {
                let model = self.model(header.model, place)?;
                let bytes = self.window.ahead(header.bytes)?.to_vec();
                self.window.pass(bytes.len());
                let source = Source::from_id(header.source);
                self.begin(start, bytes, Some((header.model, source)), model);
                if let Some(open) = &mut self.open {
                    open.codecs = header.codecs;
                }
                Ok(())
            }
            Err(error) if is_final(&error) => Err(error),
            Err(error) if start == 0 && !self.insists && familiar < LEAST_MAGIC => Err(error),
            Err(error) => self.resume(error, Lost::Unknown, 0),
        }
    }

    /// The model that a header asks for, if it is known yet: the archive may bring it along, or one before it has done so.
    fn model(&self, id: ModelId, place: Place) -> Result<Option<Model>, Error> {
        let embedded = self.embedded.as_ref().filter(|model| model.id() == id);
        match models::find(id, &self.models, place) {
            Ok(model) => Ok(Some(model)),
            Err(error) if error.kind() == ErrorKind::UnknownModel => Ok(embedded.cloned()),
            Err(error) => Err(error),
        }
    }

    /// The header of an archive, whose magic is there.
    fn header(&mut self, place: Place) -> Result<header::Header, Error> {
        let early = || {
            let what = "the archive's header ends early";
            Error::new(ErrorKind::InsufficientData, place, what)
        };
        let fixed = self.window.ahead(FIXED_BYTES as u64)?;
        let total = header::total_bytes(fixed.first_chunk().ok_or_else(early)?);
        let bytes = self.window.ahead(total as u64)?;
        if bytes.len() < total {
            return Err(early());
        }
        header::read(bytes).map_err(|fault| fault.at(place))
    }

    /// Begins an archive whose header is damaged. Its blocks name their model.
    pub(super) fn begin_damaged(&mut self, start: u64) {
        self.begin(start, Vec::new(), None, None);
        if let Some(open) = &mut self.open {
            (open.intact, open.header_is_lost) = (false, true);
        }
    }

    fn begin(
        &mut self,
        start: u64,
        header: Vec<u8>,
        named: Option<(ModelId, Source)>,
        model: Option<Model>,
    ) {
        self.archives += 1;
        let index = IndexBuilder::new(&header);
        if self.headers_only {
            self.logs.push(ArchiveLog::begin(header, named));
        }
        self.open = Some(OpenArchive {
            start,
            named,
            model,
            chunks: Vec::new(),
            file: None,
            lost_chunk: false,
            codecs: Codecs::default(),
            index,
            intact: true,
            header_is_lost: false,
            has_end: false,
            may_lack_blocks: false,
            next: 0,
            first_gap: self.gaps.len(),
        });
        self.queue.push_back(Found::Archive);
    }

    /// The model that coded a block of the open archive. `None` if it is not known, and the archive's header names another.
    pub(super) fn model_of_block(
        &mut self,
        header: &BlockHeader,
        place: Place,
    ) -> Result<Option<Model>, Error> {
        let Some(open) = &self.open else {
            return Ok(None);
        };
        let origin = header.origin;
        if let Some((id, source)) = open.named
            && Source::from_id(origin.source) != source
        {
            self.other_source(id, Source::from_id(origin.source), place);
        }
        let Some(open) = &self.open else {
            return Ok(None);
        };
        let named = open.named.filter(|(id, _)| id.check() == origin.model);
        let is_of_block = |model: &&Model| model.id().check() == origin.model;
        let known = open.model.as_ref().filter(is_of_block);
        let known = known
            .or(self.embedded.as_ref().filter(is_of_block))
            .cloned();
        let found = known.or_else(|| models::of_block(origin, &self.models));
        let header_is_sound = open.named.is_some() && open.intact;
        match (found, named) {
            (Some(model), Some(_)) => {
                if let Some(open) = &mut self.open {
                    open.model = Some(model.clone());
                }
                Ok(Some(model))
            }
            (None, Some((id, _))) => models::find(id, &self.models, place).map(Some),
            (Some(model), None) => {
                if header_is_sound {
                    let what = "the archive's header names another model than its blocks";
                    self.note(
                        Error::corruption(Place::byte(place.offset.unwrap_or(0)), what),
                        Lost::Nothing,
                    );
                }
                let named = (model.id(), Source::from_id(origin.source));
                if let Some(open) = &mut self.open {
                    (open.named, open.model) = (Some(named), Some(model.clone()));
                }
                Ok(Some(model))
            }
            (None, None) if open.named.is_some() => Ok(None),
            (None, None) => {
                let what = format!(
                    "the archive's header is damaged, and its blocks were compressed with a model that does not come with the program (its digest begins with {:08x})",
                    u32::from_be_bytes(origin.model)
                );
                Err(Error::new(ErrorKind::UnknownModel, place, what))
            }
        }
    }

    /// Takes down that a block names another source than its archive's header or the block before it.
    fn other_source(&mut self, id: ModelId, source: Source, place: Place) {
        let what = "the block names another source than its archive";
        self.note(Error::corruption(place, what), Lost::Nothing);
        if let Some(open) = &mut self.open {
            open.named = Some((id, source));
        }
    }
}

/// Checks that the bytes at `start` begin an archive. `first` is shorter than the magic only at the end of the input.
pub(crate) fn check_magic(first: &[u8], start: u64) -> Result<(), Error> {
    let place = Place::byte(start);
    if first == MAGIC {
        return Ok(());
    }
    if MAGIC.starts_with(first) {
        let what = if first.is_empty() {
            "there is nothing to read: the input is empty"
        } else {
            "the archive's header ends early"
        };
        return Err(Error::new(ErrorKind::InsufficientData, place, what));
    }
    if start > 0 {
        return Err(Error::corruption(
            place,
            "the archive is complete, but bytes follow that are not an archive (trailing garbage)",
        ));
    }
    if first.starts_with(&MAGIC[..5]) {
        return Err(Error::corruption(
            place,
            "line ends have been changed, for example by a transfer as text",
        ));
    }
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
    Err(Error::argument(match text {
        [b'[', ..] => "this is not a pgnz archive but looks like a PGN file: compress it first",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            "this is packed by zstd: compress it first, or unpack it if it holds an archive"
        }
        _ => "this is not a pgnz archive, or its first bytes are damaged",
    }))
}
