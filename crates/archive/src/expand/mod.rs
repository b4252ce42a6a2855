//! From archives to their texts, front to back, without seeking.
//!
//! Not part of the format.

mod decoded;
mod destination;
mod proof;

use crate::container::header::MAGIC;
use crate::pipeline;
use crate::report::Tally;
use crate::resources::{Budget, block_bytes};
use crate::salvage::{Found, Note, Scan, Sighting, resolve};
use crate::writer::go_on;
use crate::{Damage, Error, ExpandOptions, OnDamage, Progress, Report};
use decoded::{Outcome, decoded};
use destination::Files;
pub use destination::{Apart, Destination, Named, NamedTexts};
use proof::Proof;
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Writes the text of an archive, or of several concatenated archives.
///
/// The archive is read once, in order, on the calling thread, while the text is written. The [`Destination`] is a writer for all of the text,
/// or decides which text goes where. [`ExpandOptions::on_damage`] says what becomes of a damaged archive. [`test()`] checks an archive
/// without keeping its text.
///
/// # Errors
///
/// Any [`ErrorKind`](crate::ErrorKind) except `Cancelled`; the error names block, stream and byte if they are known. All text before the
/// damage has already been written to `dst`, and nothing that differs from the compressed text.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::{CompressOptions, ExpandOptions};
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"any bytes"[..], &mut packed, &CompressOptions::new())?;
/// let mut text = Vec::new();
/// let report = pgnz::expand(&packed[..], &mut text, &ExpandOptions::new())?;
/// assert_eq!((text.as_slice(), report.text_bytes), (&b"any bytes"[..], 9));
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn expand(
    src: impl Read,
    dst: impl Destination,
    options: &ExpandOptions,
) -> Result<Report, Error> {
    expand_with_progress(src, dst, options, |_| ControlFlow::Continue(()))
}

/// Like [`expand`], and calls `progress` at the start and after every block. [`ControlFlow::Break`] ends the run.
///
/// # Errors
///
/// As for [`expand`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
///
/// ```
/// # extern crate archive as pgnz;
/// use std::ops::ControlFlow;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// let options = pgnz::ExpandOptions::new();
/// let result = pgnz::expand_with_progress(&packed[..], Vec::new(), &options, |_| ControlFlow::Break(()));
/// assert_eq!(result.unwrap_err().kind(), pgnz::ErrorKind::Cancelled);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn expand_with_progress(
    src: impl Read,
    mut dst: impl Destination,
    options: &ExpandOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let on_damage = options.on_damage;
    let mut report = run(src, &mut dst, options, on_damage, None, &mut progress)?;
    let is_complete = on_damage > OnDamage::Stop || report.damage.is_empty();
    match is_complete {
        true => Ok(report),
        false => Err(report.damage.swap_remove(0).into()),
    }
}

/// Checks an archive, or several concatenated ones, by decoding all of it, and compares the text with the [`Provenance`](crate::Provenance)
/// that is recorded. [`Report::damage`] lists every damaged place, a text other than the recorded one included; it is empty if all is well.
///
/// # Errors
///
/// As for [`expand`] with [`OnDamage::KeepGoing`], if the options do not ask for [`OnDamage::Search`]: damage is an error only if no part of
/// an archive is found.
///
/// ```
/// # extern crate archive as pgnz;
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// assert!(pgnz::test(&packed[..], &pgnz::ExpandOptions::new())?.damage.is_empty());
///
/// packed.truncate(packed.len() - 5);
/// let report = pgnz::test(&packed[..], &pgnz::ExpandOptions::new())?;
/// assert_eq!(report.damage[0].kind(), pgnz::ErrorKind::InsufficientData);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn test(src: impl Read, options: &ExpandOptions) -> Result<Report, Error> {
    test_with_progress(src, options, |_| ControlFlow::Continue(()))
}

/// Like [`test()`], and calls `progress` at the start and after every block. [`ControlFlow::Break`] ends the run.
///
/// # Errors
///
/// As for [`test()`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
///
/// ```
/// # extern crate archive as pgnz;
/// use std::ops::ControlFlow;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &pgnz::CompressOptions::new())?;
/// let result = pgnz::test_with_progress(&packed[..], &pgnz::ExpandOptions::new(), |_| ControlFlow::Break(()));
/// assert_eq!(result.unwrap_err().kind(), pgnz::ErrorKind::Cancelled);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn test_with_progress(
    src: impl Read,
    options: &ExpandOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let on_damage = options.on_damage.max(OnDamage::KeepGoing);
    let proof = Some(Proof::default());
    let dst = &mut io::sink();
    run(src, dst, options, on_damage, proof, &mut progress)
}

/// Whether a file with these first bytes is an archive. The first eight bytes decide; fewer than eight are no archive.
///
/// ```
/// # extern crate archive as pgnz;
/// assert!(!pgnz::is_archive(b"[Event \"Casual\"]"));
/// ```
#[must_use]
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// More places than this are not told one by one.
const MOST_NOTES: usize = 1000;

/// The notes of a run, as many as are told.
struct Notes {
    on_damage: OnDamage,
    told: Vec<Note>,
    more: u64,
}

impl Notes {
    fn tell(&mut self, note: Note) -> Result<(), Error> {
        if !self.on_damage.goes_on() && !note.is_interruption() {
            return Err(note.into_error());
        }
        if self.told.len() < MOST_NOTES {
            self.told.push(note);
        } else {
            self.more += 1;
        }
        Ok(())
    }
}

fn run(
    src: impl Read,
    dst: &mut dyn Destination,
    options: &ExpandOptions,
    on_damage: OnDamage,
    mut proof: Option<Proof>,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let mut scan = Scan::new(src, &options.models);
    scan.insists = on_damage == OnDamage::Search;
    let mut done = Progress::default();
    let meter = done.meter.clone();
    go_on(progress(&done))?;
    let mut blocks = Tally::default();
    let mut notes = Notes {
        on_damage,
        told: Vec::new(),
        more: 0,
    };
    let mut provenance = Vec::new();
    let budget = Budget::new(options.resources);
    scan.budget = Some(budget);
    let mut files = Files::default();
    let text_bytes = |sighting: &Sighting| sighting.block.header.summary.facts.text_bytes;
    let result = pipeline::run(
        &budget,
        || {
            let found = scan.next()?;
            if let Some(Found::Block(sighting)) = &found {
                let budget = scan.budget.unwrap_or(budget);
                budget.check(text_bytes(sighting), sighting.block.place)?;
                meter.found(text_bytes(sighting));
            }
            Ok(found)
        },
        |found| match found {
            Found::Block(sighting) => sighting.weights_bytes + block_bytes(text_bytes(sighting)),
            Found::Archive | Found::Chunk(_) | Found::Note(_) => 0,
        },
        |found, workers| decoded(found, &meter, workers),
        |outcome| {
            let (outcome, losses) = outcome;
            match outcome {
                Outcome::Text {
                    mut text,
                    before_loss,
                    summary,
                    archive_bytes,
                    has_start,
                } => {
                    if !on_damage.goes_on() {
                        text.truncate(before_loss);
                    }
                    let games = summary.facts.games;
                    if let Some(proof) = &mut proof {
                        proof.block(&text, &summary);
                    }
                    files
                        .block(&text, games, has_start, dst)
                        .map_err(cannot_write)?;
                    blocks.block(&summary, false);
                    done.games += summary.facts.games;
                    done.text_bytes += text.len() as u64;
                    done.archive_bytes = archive_bytes;
                    go_on(progress(&done))?;
                }
                Outcome::Archive => {
                    files.archive(dst).map_err(cannot_write)?;
                    if let Some(proof) = &mut proof {
                        let (recorded, note) = proof.end(done.games);
                        provenance.extend(recorded);
                        note.map_or(Ok(()), |note| notes.tell(note))?;
                    }
                }
                Outcome::Chunk(chunk) => {
                    if let Some(file) = &chunk.file {
                        files.name(file);
                    }
                    if let Some(proof) = &mut proof {
                        chunk.file.iter().for_each(|file| proof.name(file));
                        let recorded = chunk.provenance.iter();
                        recorded.for_each(|recorded| proof.record(recorded));
                    }
                }
                Outcome::Nothing => {}
            }
            for note in losses {
                if let Some(proof) = &mut proof {
                    proof.damage(&note);
                }
                notes.tell(note)?;
            }
            Ok(())
        },
    );
    // What was written before the damage is worth having, so the flush comes first.
    result.or_else(|error| dst.done().map_err(cannot_write).and(Err(error)))?;
    files.settle(dst).map_err(cannot_write)?;
    dst.done().map_err(cannot_write)?;
    if let Some(proof) = &mut proof {
        let (recorded, note) = proof.end(done.games);
        provenance.extend(recorded);
        note.map_or(Ok(()), |note| notes.tell(note))?;
    }
    let (archives, gaps) = scan.finish();
    let mut report = archives.with_blocks_of(blocks).report();
    report.files = files.named;
    report.provenance = provenance;
    report.damage = resolve(notes.told, &gaps);
    report.unfinished = report.damage.iter().any(Damage::is_unfinished);
    report.more_damage = notes.more;
    Ok(report)
}

fn cannot_write(error: io::Error) -> Error {
    Error::system("the text cannot be written", error)
}
