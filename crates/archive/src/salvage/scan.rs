//! What stands in an input, front to back: blocks, and what is wrong between them.
//!
//! Not part of the format.

use super::found::Found;
use super::log::ArchiveLog;
use super::note::{Gap, Lost, Note};
use super::window::Window;
use crate::container::{
    BLOCK, CHUNK, Codecs, FOOTER, FileName, INDEX, IndexBuilder, Kind, unfinished,
};
use crate::error::{Error, ErrorKind, Place};
use crate::report::Tally;
use crate::resources::Budget;
use crate::{Model, ModelId, Source};
use std::collections::VecDeque;
use std::io::Read;

/// Fewer bytes of the magic than this in their place, and an input is not taken for an archive with a damaged header, unless the caller
/// knows better: a file that is none must not be read to its end before somebody hears so.
pub(super) const LEAST_MAGIC: usize = 4;

/// A scan of an input.
#[derive(Debug)]
pub(crate) struct Scan<R> {
    pub(super) window: Window<R>,
    /// The caller's own.
    pub(super) models: Vec<Model>,
    /// Whether the input is an archive however little it looks like one.
    pub insists: bool,
    /// What may be taken, where the weights inside archives count.
    pub budget: Option<Budget>,
    /// The weights that were inside an archive last: they hold for the archives after it, too.
    pub embedded: Option<Model>,
    /// Whether payloads are of no interest.
    pub headers_only: bool,
    pub(super) open: Option<OpenArchive>,
    pub(super) queue: VecDeque<Found>,
    pub(super) failed: Option<Error>,
    pub(super) done: bool,
    pub(super) gaps: Vec<Gap>,
    tally: Tally,
    /// Archives begun so far, the open one included, and whether all but that one came to their end.
    pub(super) archives: u64,
    all_whole: bool,
    /// Blocks before the open archive, as far as they are known.
    pub(super) blocks_before: u64,
    pub games_seen: u64,
    pub(super) vain_bytes: u64,
    /// Whether there were bytes between or after archives of which nothing was found.
    pub has_junk: bool,
    /// What is known of each archive, where only headers are read.
    pub logs: Vec<ArchiveLog>,
}

/// An archive whose end has not been seen.
#[derive(Debug)]
pub(super) struct OpenArchive {
    pub start: u64,
    /// What its header says of its model and its source, or, if that is damaged, its first block.
    pub named: Option<(ModelId, Source)>,
    /// The model, once it is known.
    pub model: Option<Model>,
    /// The kinds of the chunks whose headers were sound.
    pub chunks: Vec<Kind>,
    /// The name of the file, by the first chunk that has one.
    pub file: Option<FileName>,
    /// Whether a chunk was lost, which may have been the name.
    pub lost_chunk: bool,
    pub codecs: Codecs,
    /// The index that should follow, as long as nothing was wrong.
    pub index: IndexBuilder,
    /// Whether nothing was wrong.
    pub intact: bool,
    /// Whether its header is damaged, so that it may begin elsewhere.
    pub header_is_lost: bool,
    /// The ordinal of the next block.
    pub next: u64,
    /// Whether its blocks are known to be all, though the input may end before its end.
    pub has_end: bool,
    /// Whether more blocks may have stood in it than were found or are known to be missing.
    pub may_lack_blocks: bool,
    /// The number of its first gap.
    pub first_gap: usize,
}

impl<R: Read> Scan<R> {
    pub fn new(src: R, models: &[Model]) -> Self {
        Self {
            window: Window::new(src),
            models: models.to_vec(),
            insists: false,
            budget: None,
            embedded: None,
            headers_only: false,
            open: None,
            queue: VecDeque::new(),
            failed: None,
            done: false,
            gaps: Vec::new(),
            tally: Tally::default(),
            archives: 0,
            all_whole: true,
            blocks_before: 0,
            games_seen: 0,
            vain_bytes: 0,
            has_junk: false,
            logs: Vec::new(),
        }
    }

    /// The next block, or the next thing that is wrong. An error ends the scan.
    pub fn next(&mut self) -> Result<Option<Found>, Error> {
        loop {
            if let Some(found) = self.queue.pop_front() {
                return Ok(Some(found));
            }
            if let Some(error) = self.failed.take() {
                self.done = true;
                return Err(error);
            }
            if self.done {
                return Ok(None);
            }
            let step = match self.open {
                None => self.between_archives(),
                Some(_) => self.inside_archive(),
            };
            if let Err(error) = step {
                self.failed = Some(error);
            }
        }
    }

    /// What is known of archives and of gaps when the scan has ended.
    pub fn finish(self) -> (Tally, Vec<Gap>) {
        (self.tally, self.gaps)
    }

    /// Takes down what is wrong.
    pub(super) fn note(&mut self, error: Error, lost: Lost) {
        if let Some(open) = &mut self.open {
            open.intact = false;
            open.may_lack_blocks |= matches!(lost, Lost::Unknown);
        }
        let before = self.archives - u64::from(self.open.is_some());
        self.queue.push_back(Found::Note(Note {
            error,
            games_seen: self.games_seen,
            whole_archives: if self.all_whole { before } else { 0 },
            lost,
            unfinished: false,
        }));
    }

    /// Takes down that the archive is unfinished. What follows is no part of the input.
    fn unfinished(&mut self, place: Place) {
        let what = unfinished::WHAT;
        let error = Error::new(ErrorKind::InsufficientData, place, what);
        self.note(error, Lost::Nothing);
        if let Some(Found::Note(note)) = self.queue.back_mut() {
            note.unfinished = true;
        }
        self.end_archive(false);
        self.done = true;
    }

    /// The place of the next block.
    pub(super) fn next_block_place(&self, offset: u64) -> Place {
        let next = self.open.as_ref().map_or(0, |open| open.next);
        Place::block(self.blocks_before.saturating_add(next), offset)
    }

    /// Ends the open archive here.
    pub(super) fn end_archive(&mut self, whole: bool) {
        let Some(open) = self.open.take() else { return };
        let bytes = self.window.at() - open.start;
        if let Some(log) = self.logs.last_mut() {
            // A footer does not say how many blocks stood before it.
            log.has_end = (whole || open.has_end) && !open.may_lack_blocks;
            log.blocks = open.next;
            log.is_sound = whole && open.intact;
        }
        // Without a header and a block it may as well be none.
        if let Some((id, source)) = open.named {
            self.tally.archive(id, source, bytes);
        }
        self.blocks_before = self.blocks_before.saturating_add(open.next);
        self.all_whole &= whole;
    }

    fn is_mark(&mut self, at: u64) -> Result<bool, Error> {
        let ahead = self.window.ahead(unfinished::BYTES as u64)?;
        Ok(unfinished::is_mark(at, ahead))
    }

    /// A block, or the end of the archive.
    fn inside_archive(&mut self) -> Result<(), Error> {
        let at = self.window.at();
        let place = Place::byte(at);
        let marker = self
            .window
            .ahead(BLOCK.len() as u64)?
            .first_chunk()
            .copied();
        match marker {
            Some(BLOCK) => self.block(),
            Some(CHUNK) => self.chunk(),
            Some(marker @ (INDEX | FOOTER)) => self.end(marker),
            Some(unfinished::MARKER) if self.is_mark(at)? => {
                self.unfinished(place);
                Ok(())
            }
            Some(_) => {
                // The next archive may begin here, if the end of this one is lost.
                let what = "neither a block nor the end of the archive";
                self.resume(Error::corruption(place, what), Lost::Unknown, 0)
            }
            None => {
                let what = "a block or the footer ends early";
                let error = Error::new(ErrorKind::InsufficientData, place, what);
                self.resume(error, Lost::Unknown, 1)
            }
        }
    }
}

/// Whether no damage is at fault, so that nothing after it can be read either.
pub(crate) fn is_final(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Compatibility | ErrorKind::UnknownModel | ErrorKind::Io
    )
}
