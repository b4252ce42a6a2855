//! Writes an archive block by block, which are coded on several threads.
//!
//! Format: "Archive".

use crate::blocks::Blocks;
use crate::container::block_header::Origin;
use crate::container::index::Entry;
use crate::container::{
    BlockHeader, ChunkHeader, FileName, IndexBuilder, Kind, Provenance, checksum, chunk, header,
};
use crate::error::Place;
use crate::meter::Meter;
use crate::moment::Moment;
use crate::pipeline::{self, Next};
use crate::report::Tally;
use crate::resources::{Budget, block_bytes};
use crate::seal::{SealedBlock, seal};
use crate::{
    CompressOptions, CutOff, Digest, Error, FileInfo, Growing, ModelId, Progress, Report, Source,
    SourceDigest, Unfinished,
};
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::time::Duration;

/// What is written becomes readable at least so often, where the destination allows it.
const SETTLE_EVERY: Duration = Duration::from_secs(1);

/// An error if the caller cancels the run.
pub(crate) fn go_on(flow: ControlFlow<()>) -> Result<(), Error> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::cancelled()),
    }
}

/// The name that archives give of the program that wrote them.
pub(crate) const PROGRAM: &str = concat!("pgnz ", env!("CARGO_PKG_VERSION"));

/// An archive while it is written.
pub(crate) struct ArchiveWriter<W> {
    pub dst: W,
    written: u64,
    done: Progress,
    index: IndexBuilder,
    tally: Tally,
    holds_chess: bool,
    file: Option<FileInfo>,
    file_check: u32,
    origin: Origin,
    /// Makes what was written readable.
    settle: fn(&mut W) -> io::Result<()>,
    /// What is readable, in bytes, and since when.
    settled: (u64, Moment),
    meter: Meter,
}

impl<F: Growing> ArchiveWriter<Unfinished<F>> {
    /// The same archive, of which what was written to memory stands in this file.
    pub fn in_file(begun: ArchiveWriter<Vec<u8>>, dst: Unfinished<F>) -> Self {
        Self {
            dst,
            written: begun.written,
            done: begun.done,
            index: begun.index,
            tally: begun.tally,
            holds_chess: begun.holds_chess,
            file: begun.file,
            file_check: begun.file_check,
            origin: begun.origin,
            settle: Unfinished::settle,
            settled: begun.settled,
            meter: begun.meter,
        }
    }
}

impl ArchiveWriter<Vec<u8>> {
    /// Takes in a block of the archive that stands in its file.
    pub fn keep(&mut self, header: &BlockHeader) {
        let entry = Entry::of(&header.write(self.index.blocks()), &header.summary);
        self.written += entry.archive_bytes();
        self.holds_chess = true;
        self.count(&entry, false);
    }
}

impl<W: Write> ArchiveWriter<W> {
    /// A writer that has written nothing yet.
    pub fn new(dst: W, meter: &Meter) -> Self {
        Self {
            dst,
            written: 0,
            done: Progress {
                meter: meter.clone(),
                ..Progress::default()
            },
            index: IndexBuilder::default(),
            tally: Tally::default(),
            holds_chess: false,
            file: None,
            file_check: 0,
            origin: Origin::default(),
            settle: W::flush,
            settled: (0, Moment::now()),
            meter: meter.clone(),
        }
    }

    /// Codes blocks on several threads, writes them, and completes the archive.
    pub fn code(
        &mut self,
        mut blocks: Blocks<impl Read>,
        options: &CompressOptions,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        let budget = Budget::new(options.resources());
        let mut place = Place {
            block: Some(self.index.blocks()),
            ..Place::default()
        };
        let meter = self.meter.clone();
        let settle_every = options
            .flush
            .map_or(SETTLE_EVERY, |flush| flush.min(SETTLE_EVERY));
        let writer = RefCell::new(self);
        let done = pipeline::run_with_pauses(
            &budget,
            || {
                let next = blocks.next(options.flush)?;
                match &next {
                    Next::Job(text) => {
                        place.block = place.block.map(|number| number + 1);
                        budget.check(text.len() as u64, place)?;
                    }
                    Next::Pause => writer.borrow_mut().settle_after(settle_every)?,
                    Next::End => {}
                }
                Ok(next)
            },
            |text| block_bytes(text.len() as u64),
            |text, workers| {
                meter.block(
                    text.len() as u64,
                    || seal(text, options, workers),
                    |sealed| sealed.header.summary.facts.games,
                )
            },
            |block| {
                let mut writer = writer.borrow_mut();
                writer.block(&block)?;
                writer.settle_after(settle_every)?;
                go_on(progress(&writer.done))
            },
        );
        let writer = writer.into_inner();
        if let Err(error) = done {
            // Complete blocks are worth having, whatever happened after them.
            let _ = writer.settle();
            return Err(error);
        }
        let (digest, cut_off) = blocks.end();
        writer.finish(options, cut_off, digest)
    }

    /// Makes what was written readable, where the destination allows it.
    pub fn settle(&mut self) -> Result<(), Error> {
        if self.settled.0 < self.written {
            (self.settle)(&mut self.dst).map_err(cannot_write)?;
        }
        self.settled = (self.written, Moment::now());
        Ok(())
    }

    /// As [`ArchiveWriter::settle`], if the last time is so long ago.
    fn settle_after(&mut self, time: Duration) -> Result<(), Error> {
        match self.settled.0 < self.written && self.settled.1.elapsed() >= time {
            true => self.settle(),
            false => Ok(()),
        }
    }

    /// Bytes written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The account so far.
    pub fn done(&self) -> &Progress {
        &self.done
    }

    pub fn header(&mut self, options: &CompressOptions) -> Result<(), Error> {
        let model = options.chosen_model();
        model.check_data(Place::default())?;
        let weights = model.file().filter(|_| options.embed);
        self.begin(model.id(), options.source, options.file(), weights)?;
        if options.embed_data {
            for file in model.data_files() {
                self.chunk(Kind::DATA, false, &file)?;
            }
        }
        Ok(())
    }

    /// Writes what comes before the first block: the header and the chunks.
    pub fn begin(
        &mut self,
        id: ModelId,
        source: Source,
        file: Option<FileName>,
        weights: Option<&[u8]>,
    ) -> Result<(), Error> {
        let header = header::write(id, source.id());
        self.index = IndexBuilder::new(&header);
        self.put(&header)?;
        self.origin = Origin {
            model: id.check(),
            source: source.id(),
        };
        self.file_check = Provenance::file_check(file.as_ref());
        if let Some(file) = file {
            self.file = Some(FileInfo::begin(&file));
            self.chunk(Kind::FILE, false, &file.write())?;
        }
        match weights {
            Some(weights) => self.chunk(Kind::NETS, true, weights),
            None => Ok(()),
        }
    }

    fn chunk(&mut self, kind: Kind, is_critical: bool, held: &[u8]) -> Result<(), Error> {
        let header = ChunkHeader {
            kind,
            is_critical,
            bytes: held.len() as u64,
        };
        let ordinal = self.index.blocks();
        let check = header.whole_check(ordinal, checksum::of(held));
        self.index.push_chunk(&header, check);
        let chunk = chunk::write(&header, held, ordinal);
        self.put(&chunk)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.dst.write_all(bytes).map_err(cannot_write)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    pub fn block(&mut self, block: &SealedBlock) -> Result<(), Error> {
        // A block that is copied may have been made from another source.
        let header = BlockHeader {
            origin: self.origin,
            ..block.header.clone()
        };
        let bytes = header.write(self.index.blocks());
        self.put(&bytes)?;
        for stream in &block.payload {
            self.put(stream)?;
        }
        self.count(&Entry::of(&bytes, &header.summary), block.rescued);
        self.holds_chess |= block.holds_chess;
        Ok(())
    }

    fn count(&mut self, entry: &Entry, rescued: bool) {
        let summary = &entry.summary;
        self.index.push(entry);
        self.tally.block(summary, rescued);
        if let Some(file) = &mut self.file {
            let is_first = self.index.blocks() == 1;
            file.add(summary.facts.games, summary.facts.text_bytes, is_first);
        }
        self.done.games += summary.facts.games;
        self.done.text_bytes += summary.facts.text_bytes;
        self.done.archive_bytes = self.written;
    }

    /// Writes what follows the last block. `digest` is that of the text, if it is to be recorded.
    pub fn finish(
        &mut self,
        options: &CompressOptions,
        cut_off: Option<CutOff>,
        digest: Option<Digest>,
    ) -> Result<Report, Error> {
        // An empty text is valid.
        let holds_chess = self.holds_chess || self.done.text_bytes == 0;
        self.tally.text(holds_chess, cut_off);
        let provenance = match digest {
            Some(_) => {
                let source = options.source_digest.as_ref().and_then(SourceDigest::get);
                let provenance = self.provenance(digest, source, options.manifest.clone());
                self.record(&provenance)?;
                Some(provenance)
            }
            None => None,
        };
        let archive_bytes = self.end()?;
        let model = options.chosen_model().id();
        self.tally.archive(model, options.source, archive_bytes);
        let mut report = self.tally.report();
        report.files.extend(self.file.clone());
        report.provenance.extend(provenance);
        Ok(report)
    }

    /// Where the text comes from, by this program.
    pub fn provenance(
        &self,
        text: Option<Digest>,
        source: Option<Digest>,
        manifest: String,
    ) -> Provenance {
        Provenance {
            file_name: self.file.as_ref().map(|file| file.name.clone()),
            text,
            source,
            games: self.tally.facts().games,
            plies: self.tally.facts().plies,
            program: PROGRAM.to_owned(),
            manifest,
            file_check: self.file_check,
        }
    }

    /// Writes where the text comes from, after the last block.
    pub fn record(&mut self, provenance: &Provenance) -> Result<(), Error> {
        let provenance = Provenance {
            file_check: self.file_check,
            ..provenance.clone()
        };
        self.chunk(Kind::PROV, false, &provenance.write())
    }

    /// Writes index and footer. Returns the length of the archive.
    pub fn end(&mut self) -> Result<u64, Error> {
        // The end alone comes last: behind a mark in the place of a block, it would pass for that of a whole archive.
        self.settle()?;
        let end = self.index.end(self.written);
        let (index, footer) = end.map_err(|fault| Error::argument(fault.to_string()))?;
        self.put(&index)?;
        self.put(&footer.write())?;
        self.dst.flush().map_err(cannot_write)?;
        Ok(footer.archive_bytes)
    }
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::system("the archive cannot be written", error)
}
