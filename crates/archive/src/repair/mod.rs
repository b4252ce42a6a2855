//! A sound archive from the sound blocks of damaged copies.
//!
//! Not part of the format.

mod align;
mod copy;
mod job;
mod merged;
mod pairs;
mod row;

use crate::container::index::Entry;
use crate::container::{IndexBuilder, Kind};
use crate::error::{Error, ErrorKind, Place};
use crate::pipeline;
use crate::report::Tally;
use crate::resources::Budget;
use crate::salvage::{ArchiveLog, ChunkSighting, Lying};
use crate::{Damage, ExpandOptions, Missing, Model, Report};
use align::Rows;
use copy::{Copy, lacks_model};
use job::{Held, Job, Kept, Outcome, decoded};
use merged::Merged;
use row::Row;
use std::cell::RefCell;
use std::io::{Read, Seek, Write};

/// What [`repair`] has made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// The archive that was written, with what it lacks in [`Report::damage`].
    pub report: Report,
    /// How many blocks were taken from each copy.
    pub taken: Vec<u64>,
    /// How many blocks are known to be missing.
    pub missing_blocks: u64,
}

/// Writes an undamaged archive of the undamaged blocks of one or more copies of an archive, or of several that follow one another.
///
/// Every block is decoded to see whether it is undamaged, and written as it stands in the first copy in which it is. Headers, the places of
/// blocks, index and footer are made anew. An undamaged archive comes out as it is, and so does one of which every block is undamaged in some
/// copy and whose headers say, or whose blocks show, what it was made with.
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the copies are not of the same archive,
/// [`ErrorKind::Corruption`](crate::ErrorKind::Corruption) if no block is undamaged, and any error of reading and writing. Some of the archive
/// may have been written by then.
///
/// ```
/// # extern crate archive as pgnz;
/// use std::io::Cursor;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// let (mut damaged, mut cut) = (packed.clone(), packed.clone());
/// damaged[60] ^= 1;
/// cut.truncate(packed.len() - 5);
/// let mut whole = Vec::new();
/// let copies = [Cursor::new(damaged), Cursor::new(cut)];
/// let repaired = pgnz::repair(copies, &mut whole, &pgnz::ExpandOptions::new())?;
/// assert_eq!((whole, repaired.missing_blocks), (packed, 0));
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn repair<R: Read + Seek>(
    copies: impl IntoIterator<Item = R>,
    dst: impl Write,
    options: &ExpandOptions,
) -> Result<Repaired, Error> {
    let mut surveyed = Vec::new();
    for src in copies {
        surveyed.push(Copy::survey(src, &options.models)?);
    }
    let embedded = surveyed.iter().filter_map(|copy| copy.embedded.clone());
    let models: Vec<Model> = options.models.iter().cloned().chain(embedded).collect();
    let again = surveyed.into_iter().map(|copy| copy.with_models(&models));
    let mut surveyed: Vec<_> = again.collect::<Result<_, Error>>()?;
    let mut errors = surveyed.iter_mut().map(|copy| &mut copy.hopeless);
    if let Some(hopeless) = errors.find(|error| error.as_ref().is_some_and(lacks_model))
        && let Some(error) = hopeless.take()
    {
        return Err(error);
    }
    if surveyed.iter().all(|copy| copy.hopeless.is_some())
        && let Some(error) = surveyed.first_mut().and_then(|copy| copy.hopeless.take())
    {
        return Err(error);
    }
    let Rows {
        rows,
        left_out,
        misplaced,
        again,
    } = align::rows(&surveyed)?;
    let mut output = Repair {
        dst,
        taken: vec![0; surveyed.len()],
        written: 0,
        missing_blocks: 0,
        blocks_before: 0,
        games_before: Some(0),
        kept: (0, 0),
        tally: Tally::default(),
        damage: Vec::new(),
        more_damage: 0,
    };
    let budget = Budget::new(options.resources);
    for (number, row) in rows.iter().enumerate() {
        let is_misplaced =
            |block: &Lying| misplaced.contains(&(number, (block.ordinal, block.check, true)));
        let merged = Merged::of(&surveyed, row, is_misplaced)?;
        output.archive(&mut surveyed, &merged, &budget)?;
    }
    let mut archives = surveyed.iter().flat_map(|copy| &copy.archives);
    let has_fragments = archives.any(ArchiveLog::is_fragment);
    let has_junk = surveyed.iter().all(|copy| copy.has_junk);
    // A whole copy says which archives there are, unless a damaged one has more of them.
    let is_known = |row: &Row| {
        let mut copies = surveyed.iter().zip(row);
        copies.any(|(copy, own)| copy.is_whole && !own.is_empty())
    };
    let has_whole = !rows.is_empty() && rows.iter().all(is_known);
    if left_out > 0 || has_junk || has_fragments && !has_whole {
        let what = "of an archive that may have been here, no copy has more than its header";
        let error = Error::new(ErrorKind::InsufficientData, Place::default(), what);
        output.tell(error, None);
    }
    if again > 0 {
        let what = format!(
            "{again} archives without a header have blocks that others have, too: their games may be there twice"
        );
        output.tell(Error::corruption(Place::default(), what), None);
    }
    output.dst.flush().map_err(cannot_write)?;
    let kept: u64 = output.taken.iter().sum();
    if let Some(damage) = output.damage.first().filter(|_| kept == 0) {
        return Err(damage.clone().into());
    }
    let mut report = output.tally.report();
    (report.damage, report.more_damage) = (output.damage, output.more_damage);
    Ok(Repaired {
        report,
        taken: output.taken,
        missing_blocks: output.missing_blocks,
    })
}

/// More places than this are not told one by one.
const MOST_DAMAGE: usize = 1000;

/// The archive that is being written.
struct Repair<W> {
    dst: W,
    taken: Vec<u64>,
    written: u64,
    missing_blocks: u64,
    /// Blocks and games of the archives and blocks before, missing ones included.
    blocks_before: u64,
    games_before: Option<u64>,
    /// Games and bytes of text that were kept.
    kept: (u64, u64),
    tally: Tally,
    damage: Vec<Damage>,
    more_damage: u64,
}

impl<W: Write> Repair<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.dst.write_all(bytes).map_err(cannot_write)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Writes an archive.
    fn archive<R: Read + Seek>(
        &mut self,
        copies: &mut [Copy<R>],
        merged: &Merged,
        budget: &Budget,
    ) -> Result<(), Error> {
        let (start, told) = (self.written, self.damage.len());
        let before_it = self.kept;
        let spans = merged.spans();
        let blocks = spans.last().map_or(0, |span| span.end);
        self.put(&merged.header)?;
        let mut index = IndexBuilder::new(&merged.header);
        let mut spans = spans.into_iter();
        let before = self.blocks_before;
        let (records, chunks): (Vec<_>, Vec<_>) = merged
            .chunks
            .iter()
            .partition(|(_, chunk)| chunk.entry.header.kind == Kind::PROV);
        let mut chunks = chunks.into_iter().peekable();
        // Read and written on one thread, a block's candidates and chunks by turns.
        let copies = RefCell::new(copies);
        pipeline::run(
            budget,
            || {
                let Some(span) = spans.next() else {
                    return Ok(None);
                };
                Job::load(&mut copies.borrow_mut(), merged, span, before).map(Some)
            },
            Job::cost,
            decoded,
            |outcome| {
                match outcome {
                    Outcome::Kept(kept) => {
                        let place = kept.block.place.block.unwrap_or_default();
                        let ordinal = place.saturating_sub(before + 1);
                        while let Some(next) =
                            chunks.next_if(|(_, chunk)| chunk.entry.ordinal <= ordinal)
                        {
                            self.keep_chunk(&mut copies.borrow_mut(), next, &mut index)?;
                        }
                        self.keep(*kept, &mut index)?;
                    }
                    Outcome::Lost(error, held) => self.lose(error, held),
                }
                Ok(())
            },
        )?;
        for next in chunks {
            self.keep_chunk(&mut copies.borrow_mut(), next, &mut index)?;
        }
        let nothing_known = Held {
            blocks: 0,
            contents: None,
        };
        if merged.strangers > 0 {
            let what = format!(
                "{} blocks with sound headers are left out: others stand in their places, or they are of another archive",
                merged.strangers
            );
            self.tell(Error::corruption(Place::default(), what), None);
        }
        for lost in merged.missing_chunks() {
            let what = format!("no copy has the chunk {} undamaged", lost.header.kind);
            let error = Error::corruption(Place::default(), what);
            self.tell(error, None);
        }
        if !merged.has_end {
            let place = Place::default().after(self.games_before);
            let what = "no copy has the end of the archive";
            let error = Error::new(ErrorKind::InsufficientData, place, what);
            self.lose(error, nothing_known);
        }
        self.blocks_before += blocks;
        if let Some(first) = records.first() {
            let kept = (self.kept.0 - before_it.0, self.kept.1 - before_it.1);
            let is_of_this = |(_, chunk): &&&(usize, ChunkSighting)| {
                chunk.entry.ordinal == blocks && merged.is_recorded(chunk, kept)
            };
            match records.iter().find(is_of_this) {
                // A record is of the whole text.
                Some(record) if self.damage.len() == told => {
                    self.keep_chunk(&mut copies.borrow_mut(), record, &mut index)?;
                }
                None if self.damage.len() == told => {
                    let what = "what the archive records of its text is left out: it is not of the text and the name that were found";
                    let place = Place::byte(first.1.offset);
                    self.tell(Error::corruption(place, what), None);
                }
                _ => {}
            }
        }
        let end = index.end(self.written - start);
        let (index, footer) = end.map_err(|fault| Error::argument(fault.to_string()))?;
        self.put(&index)?;
        self.put(&footer.write())?;
        if self.damage.len() == told && merged.has_other_length(footer.archive_bytes) {
            let what = "the archive had more or less than was found of it: the name of a file may be missing";
            self.tell(Error::corruption(Place::default(), what), None);
        }
        let (id, source) = merged.named;
        self.tally.archive(id, source, footer.archive_bytes);
        Ok(())
    }

    fn keep_chunk<R: Read + Seek>(
        &mut self,
        copies: &mut [Copy<R>],
        (copy, chunk): &(usize, ChunkSighting),
        index: &mut IndexBuilder,
    ) -> Result<(), Error> {
        let header = &chunk.entry.header;
        let Some(from) = copies.get_mut(*copy) else {
            return Ok(());
        };
        let held = from.chunk(chunk)?;
        let ordinal = index.blocks();
        self.put(&header.write(ordinal))?;
        self.put(&held)?;
        index.push_chunk(header, header.whole_check(ordinal, chunk.check));
        Ok(())
    }

    fn keep(&mut self, kept: Kept, index: &mut IndexBuilder) -> Result<(), Error> {
        let summary = kept.block.header.summary;
        let header = kept.block.header.write(index.blocks());
        self.put(&header)?;
        self.put(&kept.block.payload)?;
        index.push(&Entry::of(&header, &summary));
        self.tally.block(&summary, false);
        self.taken[kept.copy] += 1;
        self.games_before = self
            .games_before
            .and_then(|games| games.checked_add(summary.facts.games));
        self.kept.0 += summary.facts.games;
        self.kept.1 += summary.facts.text_bytes;
        Ok(())
    }

    fn tell(&mut self, error: Error, missing: Option<Missing>) {
        if self.damage.len() < MOST_DAMAGE {
            let damage = Damage::of(error.after(self.games_before), missing);
            self.damage.push(damage);
        } else {
            self.more_damage += 1;
        }
    }

    /// Takes down that blocks are missing, or that some may be.
    fn lose(&mut self, error: Error, lost: Held) {
        let held = lost.contents;
        let missing = Missing {
            first_game: self.games_before.and_then(|games| games.checked_add(1)),
            games: held.map(|(games, _)| games),
            text_bytes: held.map(|(_, text_bytes)| text_bytes),
        };
        self.tell(error, Some(missing));
        self.missing_blocks += lost.blocks;
        self.games_before = self
            .games_before
            .zip(held)
            .and_then(|(before, (games, _))| before.checked_add(games));
    }
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::system("the archive cannot be written", error)
}
