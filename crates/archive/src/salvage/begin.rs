//! The header of an archive.
//!
//! Not part of the format.

use super::guess::Guess;
use super::note::Lost;
use super::scan::{Found, LEAST_MAGIC, OpenArchive, Scan, is_final};
use crate::container::header::{FIXED_BYTES, MAGIC};
use crate::container::{Codecs, IndexBuilder, header, unfinished};
use crate::error::{Error, ErrorKind, Place};
use crate::expand::check_magic;
use crate::repair::ArchiveLog;
use crate::{Model, ModelId, Source};
use std::io::Read;
use std::sync::Arc;

impl<R: Read> Scan<'_, R> {
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
                self.begin(start, bytes, (header.model, model), None, source);
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
        match Model::find(id, &self.models, place) {
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
        header::read(bytes).map_err(|fault| Error::fault(fault, place))
    }

    /// Begins the archive whose header is `header_bytes` of something that cannot be read.
    pub(super) fn begin_guessed(&mut self, start: u64, header: &[u8]) {
        let guess = Guess::new(header, &self.models);
        let source = guess.source;
        let model = guess.model();
        let model = (model.id(), Some(model));
        self.begin(start, Vec::new(), model, Some(guess), source);
        if let Some(open) = &mut self.open {
            open.intact = false;
        }
    }

    fn begin(
        &mut self,
        start: u64,
        header: Vec<u8>,
        (id, model): (ModelId, Option<Model>),
        guess: Option<Arc<Guess>>,
        source: Source,
    ) {
        self.archives += 1;
        if self.headers_only {
            self.logs.push(ArchiveLog {
                header,
                id,
                model: model.clone(),
                guess: guess.clone(),
                source,
                blocks: 0,
                held: Vec::new(),
                chunks: Vec::new(),
                lost_chunks: Vec::new(),
                has_end: false,
                is_sound: false,
            });
        }
        self.open = Some(OpenArchive {
            start,
            id,
            model,
            guess,
            chunks: Vec::new(),
            codecs: Codecs::default(),
            source,
            index: IndexBuilder::default(),
            intact: true,
            has_end: false,
            may_lack_blocks: false,
            next: 0,
            first_gap: self.gaps.len(),
        });
        self.queue.push_back(Found::Archive);
    }
}
