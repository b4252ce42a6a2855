//! Compression: reads a text, cuts it into blocks, codes them on several threads and writes the archive.
//!
//! Format: "Archive".

use crate::container::block_header::Origin;
use crate::container::{
    BlockHeader, ChunkHeader, FileName, Footer, IndexBuilder, Kind, Provenance, chunk, footer,
    header,
};
use crate::cut::Cutter;
use crate::digest::Digesting;
use crate::encoding::BlockText;
use crate::error::Place;
use crate::meter::Meter;
use crate::pipeline;
use crate::report::Tally;
use crate::resources::{Budget, block_bytes};
use crate::seal::{SealedBlock, seal};
use crate::{
    Config, CutOff, Digest, Error, FileInfo, ModelId, Progress, Report, Source, SourceDigest,
};
use std::io::{Read, Write};
use std::ops::ControlFlow;

/// Compresses any bytes, PGN or not, to an archive from which [`crate::expand`] gives back the same bytes.
///
/// The text is read once, front to back, and the archive is written once, front to back. The archive depends only on the text and on
/// `config` (its threads, memory and `verify` aside). `progress` is called when the run starts and after every block. Memory is bounded
/// by the block size and the number of threads, whatever the text, or by [`Config::memory`].
///
/// # Errors
///
/// [`crate::ErrorKind::InvalidArgument`] for a configuration out of range, or a block that needs more memory than it allows;
/// [`crate::ErrorKind::Io`] when `src` or `dst` fails.
///
/// ```
/// use archive::{Config, compress, expand};
///
/// let text = b"[Event \"Casual\"]\n\n1. e4 e5 2. Nf3 *\n";
/// let mut packed = Vec::new();
/// let report = compress(&text[..], &mut packed, &Config::default(), &mut |_| {})?;
/// assert_eq!(report.archive_bytes, packed.len() as u64);
///
/// let mut back = Vec::new();
/// expand(&packed[..], &mut back, 1, &mut |_| {})?;
/// assert_eq!(back, text);
/// # Ok::<(), archive::Error>(())
/// ```
pub fn compress(
    src: impl Read,
    dst: impl Write,
    config: &Config,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let mut progress = |done: &Progress| {
        progress(done);
        ControlFlow::Continue(())
    };
    compress_watched(src, dst, config, &mut progress)
}

/// Like [`compress`], but `progress` may cancel the run, which is an error. Blocks that are being coded are finished first, and what
/// was written is an incomplete archive.
///
/// # Errors
///
/// As [`compress`], and [`crate::ErrorKind::Cancelled`].
pub fn compress_watched(
    src: impl Read,
    dst: impl Write,
    config: &Config,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    config.check()?;
    let meter = Meter::new(config.verify);
    let mut cutter = Cutter::new(meter.reading(src), config.clone());
    let mut writer = ArchiveWriter::new(dst, &meter);
    go_on(progress(&writer.done))?;
    writer.header(config)?;
    let budget = Budget::new(config.resources());
    let mut block = Place::default();
    let mut digesting = config.digesting();
    pipeline::run(
        &budget,
        || {
            let text = cutter.next_block()?;
            if let Some(text) = &text {
                block.block = block.block.or(Some(0)).map(|number| number + 1);
                budget.check(text.len() as u64, block)?;
                digest_block(&mut digesting, text);
            }
            Ok(text)
        },
        |text| block_bytes(text.len() as u64),
        |text| {
            meter.block(
                text.len() as u64,
                || seal(text, config),
                |sealed| sealed.header.summary.facts.games,
            )
        },
        |block| {
            writer.block(&block)?;
            go_on(progress(&writer.done))
        },
    )?;
    let digest = digesting.map(|digesting| digesting.digest());
    writer.finish(config, cutter.into_cut_off(), digest)
}

/// Takes the text of the next block into the digest of the whole text, if there is one.
pub(crate) fn digest_block(digesting: &mut Option<Digesting>, text: &BlockText) {
    if let Some(digesting) = digesting
        && let Some(original) = text.original()
    {
        digesting.update(&original);
    }
}

/// An error if the caller cancels the run.
pub(crate) fn go_on(flow: ControlFlow<()>) -> Result<(), Error> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::cancelled()),
    }
}

/// The name that archives give of the program that wrote them.
const PROGRAM: &str = concat!("pgnz ", env!("CARGO_PKG_VERSION"));

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
        }
    }

    pub fn header(&mut self, config: &Config) -> Result<(), Error> {
        let weights = config.model.file().filter(|_| config.embed);
        self.begin(config.model.id(), config.source, config.file(), weights)
    }

    /// Writes what comes before the first block: the header and the chunks.
    pub fn begin(
        &mut self,
        id: ModelId,
        source: Source,
        file: Option<FileName>,
        weights: Option<&[u8]>,
    ) -> Result<(), Error> {
        self.put(&header::write(id, source.id()))?;
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
        self.index.push_chunk(&header);
        let chunk = chunk::write(&header, held, self.index.blocks());
        self.put(&chunk)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.dst.write_all(bytes).map_err(cannot_write)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    pub fn block(&mut self, block: &SealedBlock) -> Result<(), Error> {
        let summary = &block.header.summary;
        // A block that is copied may have been made from another source.
        let header = BlockHeader {
            origin: self.origin,
            ..block.header.clone()
        };
        let header = header.write(self.index.blocks());
        self.put(&header)?;
        for stream in &block.payload {
            self.put(stream)?;
        }
        self.index.push(header.len() as u64, summary);
        self.tally.block(summary, block.rescued);
        if let Some(file) = &mut self.file {
            let is_first = self.index.blocks() == 1;
            file.add(summary.facts.games, summary.facts.text_bytes, is_first);
        }
        self.holds_chess |= block.holds_chess;
        self.done.games += summary.facts.games;
        self.done.text_bytes += summary.facts.text_bytes;
        self.done.archive_bytes = self.written;
        Ok(())
    }

    /// Writes what follows the last block. `digest` is that of the text, if it is to be recorded.
    pub fn finish(
        &mut self,
        config: &Config,
        cut_off: Option<CutOff>,
        digest: Option<Digest>,
    ) -> Result<Report, Error> {
        // An empty text is valid.
        let holds_chess = self.holds_chess || self.done.text_bytes == 0;
        self.tally.text(holds_chess, cut_off);
        let provenance = match digest {
            Some(_) => {
                let source = config.provenance.as_ref().and_then(SourceDigest::get);
                let provenance = self.provenance(digest, source, String::new());
                self.record(&provenance)?;
                Some(provenance)
            }
            None => None,
        };
        let archive_bytes = self.end()?;
        let model = config.model.id();
        self.tally.archive(model, config.source, archive_bytes);
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
        let index = self.index.write();
        self.put(&index)?;
        let archive_bytes = self.written + footer::BYTES as u64;
        self.put(
            &Footer {
                index_bytes: index.len() as u64,
                archive_bytes,
            }
            .write(),
        )?;
        self.dst.flush().map_err(cannot_write)?;
        Ok(archive_bytes)
    }
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::system("the archive cannot be written", error)
}
