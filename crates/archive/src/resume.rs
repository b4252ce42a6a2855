//! Goes on with an archive whose run was stopped.
//!
//! Format: "Unfinished archives".
//!
//! The archive is its own record of what was done: the text is read again from its beginning, and must be that of the blocks, by length and checksum.
//! The last of these blocks is coded again and must come out the same, so that the options are the same, too. Then the result is, byte for byte, what
//! a run that was not stopped makes.

use crate::blocks::Blocks;
use crate::container::checksum;
use crate::cut::Cutter;
use crate::encoding::BlockText;
use crate::pipeline::Next;
use crate::seal::seal;
use crate::workers::Workers;
use crate::writer::{ArchiveWriter, go_on};
use crate::{
    CompressOptions, Error, ExpandOptions, Growing, Meter, Progress, Reader, Report, StoredBlock,
    Unfinished,
};
use std::io::{Read, SeekFrom, Write};
use std::ops::ControlFlow;

/// Compresses a text, as [`compress`](crate::compress) does, to a file that can be read all the time, and goes on where a run was stopped.
///
/// If the run ends early in any way, the file is an archive of the first games, for which [`Report::unfinished`] is true. Another call with the same
/// text and the same options reads the text again from its beginning, compares it with the archive, and goes on after the last block; the result is the
/// archive that [`compress`](crate::compress) makes. A complete archive goes on, too, if the text has become longer. `file` is empty, or has such an
/// archive. Blocks are written to the disk at least once a second. `progress` is as for
/// [`compress_with_progress`](crate::compress_with_progress); it is called first when the comparison is done.
///
/// If `src` has nothing for a while, it may say so by [`WouldBlock`](std::io::ErrorKind::WouldBlock), after waiting for a moment; see
/// [`CompressOptions::flush`].
///
/// # Errors
///
/// As for [`compress_with_progress`](crate::compress_with_progress); what is wrong with the archive; and
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text does not begin with that of the archive, or if the archive was
/// made with other options. The file stays as it was then.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::CompressOptions;
/// use std::io::Cursor;
/// use std::ops::ControlFlow;
///
/// let game = "[White \"Anna\"]\n\n1. e4 *\n\n";
/// let options = CompressOptions::new();
/// let mut file = Cursor::new(Vec::new());
/// pgnz::resume(game.as_bytes(), &mut file, &options, |_| ControlFlow::Continue(()))?;
/// let longer = game.repeat(3);
/// let report = pgnz::resume(longer.as_bytes(), &mut file, &options, |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.games, 3);
///
/// let mut at_once = Vec::new();
/// pgnz::compress(longer.as_bytes(), &mut at_once, &options)?;
/// assert!(file.into_inner() == at_once);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn resume<F: Growing>(
    src: impl Read,
    mut file: F,
    options: &CompressOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    options.check()?;
    let meter = Meter::new(options.verify.decodes());
    let mut cutter = Cutter::new(meter.reading(src), options.clone());
    let mut begun = ArchiveWriter::new(Vec::new(), &meter);
    begun.header(options)?;
    let head = std::mem::take(&mut begun.dst);
    let length = file.seek(SeekFrom::End(0)).map_err(cannot_write)?;
    let (next, unfinished) = if length == 0 {
        let mut unfinished = Unfinished::new(file);
        unfinished.write_all(&head).map_err(cannot_write)?;
        unfinished.settle().map_err(cannot_write)?;
        (None, unfinished)
    } else {
        let mut reader = Reader::open(&mut file, &ExpandOptions::new())?;
        let found = compare(&mut reader, &head, &mut cutter, &mut begun, options)?;
        if found.is_complete {
            go_on(progress(begun.done()))?;
            return Ok(reader.report());
        }
        let unfinished = Unfinished::go_on(file, begun.written()).map_err(cannot_write)?;
        (found.next, unfinished)
    };
    let mut writer = ArchiveWriter::in_file(begun, unfinished);
    go_on(progress(writer.done()))?;
    let blocks = Blocks::of(cutter, next);
    let report = writer.code(blocks, options, &mut progress)?;
    writer.dst.finish()?;
    Ok(report)
}

/// What was found where the archive ends.
struct Found {
    /// The first block that is not in the archive, if it has been cut.
    next: Option<BlockText>,
    /// Whether the archive is complete, and the text has nothing more.
    is_complete: bool,
}

/// Compares the text with the archive, whose blocks are those of `begun` from then on.
fn compare<R: Read, F: Growing>(
    reader: &mut Reader<F>,
    head: &[u8],
    cutter: &mut Cutter<R>,
    begun: &mut ArchiveWriter<Vec<u8>>,
    options: &CompressOptions,
) -> Result<Found, Error> {
    check_head(reader, head, options)?;
    let count = reader.blocks().len();
    let is_finished = !reader.is_unfinished();
    let mut last = None;
    for number in 0..count {
        let stored = reader.take_block(number)?;
        // Where the text ended then, a longer text need not end a block.
        let may_grow = number + 1 == count;
        let text = next_text(cutter, &stored, options)?;
        match text {
            Some(text) if stored.holds(&text) => {
                begun.keep(&stored.found.header);
                last = Some((text, stored));
            }
            Some(text) if may_grow && stored.begins(&text) => {
                check_options(last, options)?;
                return Ok(Found {
                    next: Some(text),
                    is_complete: false,
                });
            }
            text => {
                let is_all = text.is_none() || matches!(cutter.next_block()?, Next::End);
                return Err(other_text(reader, number, text.as_ref(), is_all));
            }
        }
    }
    check_options(last, options)?;
    if !is_finished {
        return Ok(Found {
            next: None,
            is_complete: false,
        });
    }
    let next = loop {
        match cutter.next_block()? {
            Next::Job(text) => break Some(text),
            Next::End => break None,
            // Whatever comes later comes after what is there.
            Next::Pause if options.flush.is_some() => {
                return Ok(Found {
                    next: None,
                    is_complete: false,
                });
            }
            Next::Pause => {}
        }
    };
    Ok(Found {
        is_complete: next.is_none(),
        next,
    })
}

/// The text that should be that of a block. Without pauses it is cut as it always is; with them, blocks end anywhere.
fn next_text<R: Read>(
    cutter: &mut Cutter<R>,
    stored: &StoredBlock,
    options: &CompressOptions,
) -> Result<Option<BlockText>, Error> {
    let text_bytes = stored.found.header.summary.facts.text_bytes as usize;
    loop {
        let next = if options.flush.is_some() {
            let encoded = "a text in UTF-16 that was compressed as it came cannot be gone on with: begin anew";
            let next = cutter.exact_block(text_bytes)?;
            next.ok_or_else(|| Error::argument(encoded))?
        } else {
            cutter.next_block()?
        };
        match next {
            Next::Job(text) => return Ok(Some(text)),
            Next::End => return Ok(None),
            Next::Pause => {}
        }
    }
}

/// That the archive begins as these options have it.
fn check_head<F: Growing>(
    reader: &mut Reader<F>,
    head: &[u8],
    options: &CompressOptions,
) -> Result<(), Error> {
    let report = reader.report();
    if report.archives != 1 {
        return Err(Error::argument(
            "this file has several archives one after another; only a single one can be gone on with",
        ));
    }
    if report.model != Some(options.chosen_model().id()) {
        return Err(Error::argument(
            "the archive was begun at another level, or with another model: use the same options, or begin anew",
        ));
    }
    if report.source != options.source {
        let what = format!(
            "the archive was begun from another kind of source: {} then, {} now",
            report.source.name(),
            options.source.name()
        );
        return Err(Error::argument(what));
    }
    if reader.beginning(head.len())? != head {
        return Err(Error::argument(
            "the archive was begun with other options: use the same, or begin anew",
        ));
    }
    Ok(())
}

/// That a block comes out the same with these options.
fn check_options(
    last: Option<(BlockText, StoredBlock)>,
    options: &CompressOptions,
) -> Result<(), Error> {
    let Some((text, stored)) = last else {
        return Ok(());
    };
    let again = seal(text, options, &Workers::alone());
    let found = &stored.found;
    let is_same = again.header.summary == found.header.summary
        && again.header.checks == found.header.checks
        && again.payload.concat() == found.payload;
    match is_same {
        true => Ok(()),
        false => Err(Error::argument(
            "the archive was begun with other options, such as --group-games, or by another version: its last block comes out differently; use the same, or begin anew",
        )),
    }
}

impl StoredBlock {
    /// Whether it is the block of this text.
    fn holds(&self, text: &BlockText) -> bool {
        let header = &self.found.header;
        let original = text.original();
        original.is_some_and(|text| header.text_is_sound(text.len() as u64, checksum::of(&text)))
    }

    /// Whether it is the block of the beginning of this text.
    fn begins(&self, text: &BlockText) -> bool {
        let header = &self.found.header;
        let length = header.summary.facts.text_bytes;
        let original = text.original().unwrap_or_default();
        let part = usize::try_from(length).ok();
        let part = part.and_then(|length| original.get(..length));
        part.is_some_and(|part| header.text_is_sound(length, checksum::of(part)))
    }
}

/// Why a text is not the one that the archive was begun from.
fn other_text<F: Growing>(
    reader: &mut Reader<F>,
    number: usize,
    text: Option<&BlockText>,
    is_all: bool,
) -> Error {
    let held = match reader.block_text(number) {
        Ok(held) => held,
        Err(error) => return error,
    };
    let before: u64 = reader.blocks()[..number]
        .iter()
        .map(|block| block.facts().text_bytes)
        .sum();
    let text = text.and_then(BlockText::original).unwrap_or_default();
    let same = held.iter().zip(&*text).take_while(|(a, b)| a == b).count();
    let at = before + same as u64;
    let game = reader.blocks()[number].first_game() + pgn::games(&held[..same]).count() as u64;
    let is_equal = same == held.len().min(text.len());
    let what = if is_equal && is_all && same < held.len() {
        format!(
            "the text is shorter than what the archive holds: it ends after {at} bytes, in or before game {}; it is not the one that the archive was begun from, or not all of it",
            game.max(1)
        )
    } else if !is_equal {
        format!(
            "the text is not the one that the archive was begun from: it differs from byte {at} on, in game {}",
            game.max(1)
        )
    } else {
        format!(
            "block {} of the archive does not end where it would with these options: use the same --block-games, or begin anew; an archive of a live input goes on with --flush",
            number + 1
        )
    };
    Error::argument(what)
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::system("the archive cannot be written", error)
}
