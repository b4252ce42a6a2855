//! An archive to its text, front to back, without seeking.

use crate::config::threads;
use crate::container::header::{FIXED_BYTES, MAGIC};
use crate::container::{
    BLOCK, BlockHeader, FOOTER, Footer, Header, INDEX, IndexBuilder, footer, header,
};
use crate::error::Place;
use crate::pipeline;
use crate::report::Tally;
use crate::seal::{FoundBlock, unseal};
use crate::tape::Tape;
use crate::{BlockFacts, Error, ErrorKind, Model, Progress, Report, Source};
use std::io::{Read, Write};

/// Gives back the text of an archive, or of several that follow one another.
///
/// The archive is read once, front to back, on `threads` threads (0 stands for one for each core). `progress` is called when the run starts
/// and after every block. Memory is bounded by the blocks of the archive and the number of threads.
///
/// # Errors
///
/// Any [`ErrorKind`]; the error names block, stream and byte where it can. All text before the damage has been written to `dst`
/// by then, and nothing that differs from what was compressed.
///
/// ```
/// let mut packed = Vec::new();
/// archive::compress(&b"any bytes"[..], &mut packed, &archive::Config::default(), &mut |_| {})?;
/// let mut text = Vec::new();
/// let report = archive::expand(&packed[..], &mut text, 1, &mut |_| {})?;
/// assert_eq!((text.as_slice(), report.text_bytes), (&b"any bytes"[..], 9));
/// # Ok::<(), archive::Error>(())
/// ```
pub fn expand(
    src: impl Read + Send,
    dst: impl Write,
    threads: usize,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    expand_with(src, dst, threads, &[], progress)
}

/// Like [`expand`], for archives that may have been coded by one of these models of the caller's own.
///
/// # Errors
///
/// As [`expand`].
pub fn expand_with(
    src: impl Read + Send,
    mut dst: impl Write,
    threads_asked: usize,
    models: &[Model],
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let mut sections = Sections {
        models,
        tape: Tape::new(src),
        open: None,
        tally: Tally::default(),
        blocks: 0,
    };
    let mut done = Progress::default();
    let meter = done.meter.clone();
    progress(&done);
    pipeline::run(
        threads(threads_asked),
        || {
            let found = sections.next_block()?;
            let text_bytes = |found: &FoundBlock| found.header.summary.facts.text_bytes;
            meter.found(found.as_ref().map_or(0, text_bytes));
            Ok(found)
        },
        |found: FoundBlock| {
            let BlockFacts {
                games, text_bytes, ..
            } = found.header.summary.facts;
            let end = found.payload_offset + found.header.summary.payload_bytes();
            let text = meter.block(text_bytes, || unseal(found), |_| games);
            text.map(|text| (text, games, end))
        },
        |decoded| {
            let (text, games, end) = decoded?;
            dst.write_all(&text).map_err(cannot_write)?;
            done.games += games;
            done.text_bytes += text.len() as u64;
            done.archive_bytes = end;
            progress(&done);
            Ok(())
        },
    )
    // What was written before the damage is worth having, so the flush comes first.
    .or_else(|error| dst.flush().map_err(cannot_write).and(Err(error)))?;
    dst.flush().map_err(cannot_write)?;
    Ok(sections.tally.report())
}

/// Checks an archive by expanding it to nowhere.
///
/// # Errors
///
/// As [`expand`].
pub fn test(
    src: impl Read + Send,
    threads: usize,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    test_with(src, threads, &[], progress)
}

/// Like [`test()`], for archives that may have been coded by one of these models of the caller's own.
///
/// # Errors
///
/// As [`expand`].
pub fn test_with(
    src: impl Read + Send,
    threads: usize,
    models: &[Model],
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    expand_with(src, std::io::sink(), threads, models, progress)
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::io("the text cannot be written", error)
}

/// The sections of an archive as they come by.
struct Sections<'a, R> {
    /// The caller's own.
    models: &'a [Model],
    tape: Tape<R>,
    /// The archive whose footer has not been seen.
    open: Option<OpenArchive>,
    tally: Tally,
    /// Blocks seen, over all archives.
    blocks: u64,
}

struct OpenArchive {
    start: u64,
    model: Model,
    source: Source,
    /// The index that should follow, built from the blocks.
    index: IndexBuilder,
}

impl<R: Read> Sections<'_, R> {
    /// The next block of this archive or of the next, with all that stands between checked.
    fn next_block(&mut self) -> Result<Option<FoundBlock>, Error> {
        loop {
            let Some(mut archive) = self.open.take() else {
                match self.archive_header()? {
                    None => return Ok(None),
                    opened => self.open = opened,
                }
                continue;
            };
            let place = Place::byte(self.tape.at());
            let marker = self.tape.exactly::<4>("a block or the footer", place)?;
            if marker == BLOCK {
                let found = self.block(&mut archive)?;
                self.open = Some(archive);
                return Ok(Some(found));
            }
            self.end(&archive, marker, place)?;
        }
    }

    /// The header of the next archive; nothing at the end of the input, unless that is its start.
    fn archive_header(&mut self) -> Result<Option<OpenArchive>, Error> {
        let start = self.tape.at();
        let place = Place::byte(start);
        let first = self.tape.up_to(MAGIC.len())?;
        if first.is_empty() && start > 0 {
            return Ok(None);
        }
        check_magic(&first, start)?;
        let mut bytes = first;
        bytes.extend(self.tape.many(
            (FIXED_BYTES - MAGIC.len()) as u64,
            "the archive's header",
            place,
        )?);
        let fixed = bytes
            .first_chunk::<FIXED_BYTES>()
            .ok_or_else(|| Error::corruption(place, "the archive's header is short"))?;
        let rest = header::total_bytes(fixed) - FIXED_BYTES;
        bytes.extend(self.tape.many(rest as u64, "the archive's header", place)?);
        let Header { model, source, .. } =
            header::read(&bytes).map_err(|fault| Error::fault(fault, place))?;
        Ok(Some(OpenArchive {
            start,
            model: Model::find(model, self.models, place)?,
            source: Source::from_id(source),
            index: IndexBuilder::default(),
        }))
    }

    /// A block whose marker has been read.
    fn block(&mut self, archive: &mut OpenArchive) -> Result<FoundBlock, Error> {
        let place = Place::block(self.blocks, self.tape.at() - BLOCK.len() as u64);
        let [length] = self.tape.exactly::<1>("the block's header", place)?;
        let mut prefix = [0; 5];
        prefix[..4].copy_from_slice(&BLOCK);
        prefix[4] = length;
        let mut bytes = prefix.to_vec();
        bytes.extend(self.tape.many(
            (BlockHeader::total_bytes(prefix) - 5) as u64,
            "the block's header",
            place,
        )?);
        let header = BlockHeader::read(&bytes, archive.index.blocks())
            .map_err(|fault| Error::fault(fault, place))?;
        let payload_offset = self.tape.at();
        let mut payload = Vec::new();
        for (stream, length) in header.summary.present() {
            let place = place.stream(stream, self.tape.at());
            self.tape
                .append(&mut payload, length, "the stream", place)?;
        }
        archive.index.push(bytes.len() as u64, &header.summary);
        self.tally.block(&header.summary, false);
        self.blocks += 1;
        Ok(FoundBlock {
            model: archive.model.clone(),
            place,
            header,
            payload,
            payload_offset,
        })
    }

    /// Index and footer, whose first marker has been read.
    fn end(&mut self, archive: &OpenArchive, marker: [u8; 4], place: Place) -> Result<(), Error> {
        let expected = archive.index.write();
        let mut place = place;
        if marker == INDEX && !expected.is_empty() {
            // Equal bytes need no reading: whatever the index says, it says what the blocks said.
            let mut index = marker.to_vec();
            self.tape.append(
                &mut index,
                (expected.len() - marker.len()) as u64,
                "the index",
                place,
            )?;
            if index != expected {
                return Err(Error::corruption(
                    place,
                    "the index does not agree with the blocks",
                ));
            }
            place = Place::byte(self.tape.at());
            if self.tape.exactly::<4>("the footer", place)? != FOOTER {
                return Err(Error::corruption(place, "no footer follows the index"));
            }
        } else if marker != FOOTER {
            return Err(Error::corruption(
                place,
                "neither a block nor the end of the archive",
            ));
        } else if !expected.is_empty() {
            return Err(Error::corruption(place, "the index is missing"));
        }
        let mut bytes = [0; footer::BYTES];
        bytes[..4].copy_from_slice(&FOOTER);
        bytes[4..].copy_from_slice(
            &self
                .tape
                .exactly::<{ footer::BYTES - 4 }>("the footer", place)?,
        );
        let found = Footer::read(&bytes).map_err(|fault| Error::fault(fault, place))?;
        let archive_bytes = self.tape.at() - archive.start;
        if found
            != (Footer {
                index_bytes: expected.len() as u64,
                archive_bytes,
            })
        {
            return Err(Error::corruption(
                place,
                "the footer's lengths are not those of the archive",
            ));
        }
        let model = archive.model.id();
        self.tally.archive(model, archive.source, archive_bytes);
        Ok(())
    }
}

/// That the bytes at `start` begin an archive; they are fewer than the magic's only at the end of the input.
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
            "line ends have been changed, as by a transfer as text",
        ));
    }
    Err(Error::argument(
        "this is not a pgnz archive, or its first bytes are damaged",
    ))
}
