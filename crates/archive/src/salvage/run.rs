//! Scanning, decoding and writing together.
//!
//! Not part of the format.

use super::decoded::{Outcome, decoded};
use super::note::{Note, resolve};
use super::proof::Proof;
use super::scan::{Found, Scan, Sighting};
use super::texts::{Files, Outputs, Texts};
use crate::pipeline;
use crate::report::Tally;
use crate::resources::{Budget, block_bytes};
use crate::writer::go_on;
use crate::{Border, Damage, Error, Model, Progress, Report, Resources};
use std::io::{Read, Write};
use std::ops::ControlFlow;

/// What becomes of a damaged archive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Handling {
    /// The first damage is an error. The exception is an append that was interrupted: if the input ends early after at least one whole
    /// archive, that is told in [`Report::damage`].
    #[default]
    Stop,
    /// Every sound block is given, and what is wrong is told in [`Report::damage`]. An input of whose first eight bytes most are not those of
    /// an archive is refused at once.
    KeepGoing,
    /// The same, but whatever the first bytes are: the input is searched for blocks to its end.
    Search,
}

/// More places than this are not told one by one.
const MOST_NOTES: usize = 1000;

/// Gives back the text of all sound blocks of an archive, or of several that follow one another, in their order.
///
/// Works as [`crate::expand`] does: once, front to back, without seeking, on a number of threads or with other [`Resources`]. A block is sound if its header and its
/// text have their checksums. What is wrong with the archive, and which games are missing, stands in [`Report::damage`]; the other
/// figures of the report are those of the text that was given. An archive whose own header is damaged is read with the model
/// that its blocks fit: one of the levels or one of `models`.
///
/// # Errors
///
/// [`ErrorKind::Io`](crate::ErrorKind::Io), [`ErrorKind::Compatibility`](crate::ErrorKind::Compatibility) and [`ErrorKind::UnknownModel`](crate::ErrorKind::UnknownModel) end the work wherever they come up. With
/// [`Handling::Stop`] so does the first damage; with [`Handling::KeepGoing`] damage is an error only where no part of an archive is
/// found. All sound text before an error has been written to `dst`.
///
/// ```
/// use archive::{Config, Handling, compress, salvage};
///
/// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n".repeat(4000);
/// let config = Config { block_games: 2000, ..Config::default() };
/// let mut packed = Vec::new();
/// compress(&text[..], &mut packed, &config, &mut |_| {})?;
/// packed[60] ^= 1;
///
/// let mut rest = Vec::new();
/// let report = salvage(&packed[..], &mut rest, 1, &[], Handling::KeepGoing, &mut |_| {})?;
/// assert_eq!(rest.len(), text.len() / 2);
/// assert!(report.damage[0].to_string().ends_with("missing: games 1 to 2000, 50000 bytes of text"));
/// # Ok::<(), archive::Error>(())
/// ```
pub fn salvage(
    src: impl Read,
    dst: impl Write,
    resources: impl Into<Resources>,
    models: &[Model],
    handling: Handling,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let mut progress = always_on(progress);
    let resources = resources.into();
    let outputs = Outputs::One(dst, None);
    run(src, outputs, resources, models, handling, &mut progress)
}

/// Like [`salvage`], but `progress` may end the run, which makes it an error: blocks that are being worked on are finished first.
///
/// # Errors
///
/// As [`salvage`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
pub fn salvage_watched(
    src: impl Read,
    dst: impl Write,
    resources: impl Into<Resources>,
    models: &[Model],
    handling: Handling,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let outputs = Outputs::One(dst, None);
    run(src, outputs, resources.into(), models, handling, progress)
}

/// A callback that never ends a run.
fn always_on(progress: &mut dyn FnMut(&Progress)) -> impl FnMut(&Progress) -> ControlFlow<()> + '_ {
    |done| {
        progress(done);
        ControlFlow::Continue(())
    }
}

/// Like [`salvage`], with a line end between the texts of archives where it keeps two games apart; see [`Border`].
///
/// `border` has what was written to `dst` before, and takes in what this adds.
///
/// # Errors
///
/// As [`salvage`].
///
/// ```
/// use archive::{Border, Config, Handling, compress, salvage_apart};
///
/// let mut archives = Vec::new();
/// for text in ["[White \"Anna\"]\n\n1. e4 *", "[White \"Emil\"]\n\n1. d4 *"] {
///     compress(text.as_bytes(), &mut archives, &Config::default(), &mut |_| {})?;
/// }
/// let (mut text, mut border) = (Vec::new(), Border::default());
/// salvage_apart(&archives[..], &mut text, 1, &[], Handling::Stop, &mut border, &mut |_| {})?;
/// assert_eq!(text, b"[White \"Anna\"]\n\n1. e4 *\n[White \"Emil\"]\n\n1. d4 *");
/// assert_eq!(border.added_bytes(), 1);
/// # Ok::<(), archive::Error>(())
/// ```
pub fn salvage_apart(
    src: impl Read,
    dst: impl Write,
    resources: impl Into<Resources>,
    models: &[Model],
    handling: Handling,
    border: &mut Border,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let outputs = Outputs::One(dst, Some(border));
    let mut progress = always_on(progress);
    run(
        src,
        outputs,
        resources.into(),
        models,
        handling,
        &mut progress,
    )
}

/// Like [`salvage`], with the text of each archive that remembers the name of a file as a text of its own, without a line end that was
/// put before it when files were compressed together. The texts of the other archives are one, as [`salvage_apart`] gives them.
///
/// [`Report::text_bytes`] counts the line ends that are left out; [`Report::files`] has what was written.
///
/// # Errors
///
/// As [`salvage`], and what `texts` gives.
///
/// ```
/// use archive::{Config, Handling, Texts, compress, salvage_files};
/// use std::io::{self, Write};
///
/// #[derive(Default)]
/// struct Folder(Vec<(Option<String>, Vec<u8>)>);
///
/// impl Write for Folder {
///     fn write(&mut self, text: &[u8]) -> io::Result<usize> {
///         self.0.last_mut().map_or(Ok(0), |(_, file)| file.write(text))
///     }
///     fn flush(&mut self) -> io::Result<()> {
///         Ok(())
///     }
/// }
///
/// impl Texts for Folder {
///     fn begin(&mut self, name: Option<&str>) -> io::Result<()> {
///         self.0.push((name.map(str::to_owned), Vec::new()));
///         Ok(())
///     }
/// }
///
/// let mut packed = Vec::new();
/// let config = Config { file_name: Some("jan.pgn".to_owned()), ..Config::default() };
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &config, &mut |_| {})?;
/// let mut folder = Folder::default();
/// let report = salvage_files(&packed[..], &mut folder, 1, &[], Handling::Stop, &mut |_| {})?;
/// assert_eq!(folder.0[0].0.as_deref(), Some("jan.pgn"));
/// assert_eq!((report.files[0].games, report.files[0].text_bytes), (1, 24));
/// # Ok::<(), archive::Error>(())
/// ```
pub fn salvage_files(
    src: impl Read,
    texts: &mut impl Texts,
    resources: impl Into<Resources>,
    models: &[Model],
    handling: Handling,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    let border = Border::default();
    let outputs: Outputs<'_, std::io::Sink> = Outputs::Named { texts, border };
    let mut progress = always_on(progress);
    run(
        src,
        outputs,
        resources.into(),
        models,
        handling,
        &mut progress,
    )
}

/// Decodes an archive, or several that follow one another, and writes nothing. Beside what [`salvage`] does, it compares the text of each archive with the
/// [`crate::Provenance`] that it records, which [`Report::provenance`] has; a text that is another one is damage.
///
/// # Errors
///
/// As [`salvage_watched`].
pub fn prove(
    src: impl Read,
    resources: impl Into<Resources>,
    models: &[Model],
    handling: Handling,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let outputs = Outputs::One(std::io::sink(), None);
    let proof = Some(Proof::default());
    run_with(
        src,
        outputs,
        resources.into(),
        models,
        handling,
        proof,
        progress,
    )
}

fn run<W: Write>(
    src: impl Read,
    outputs: Outputs<'_, W>,
    resources: Resources,
    models: &[Model],
    handling: Handling,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    run_with(src, outputs, resources, models, handling, None, progress)
}

/// The notes of a run, as many as are told.
struct Notes {
    handling: Handling,
    told: Vec<Note>,
    more: u64,
}

impl Notes {
    fn tell(&mut self, note: Note) -> Result<(), Error> {
        if self.handling == Handling::Stop && !note.is_interruption() {
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

fn run_with<W: Write>(
    src: impl Read,
    mut outputs: Outputs<'_, W>,
    resources: Resources,
    models: &[Model],
    handling: Handling,
    mut proof: Option<Proof>,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let mut scan = Scan::new(src, models);
    scan.insists = handling == Handling::Search;
    let mut done = Progress::default();
    let meter = done.meter.clone();
    go_on(progress(&done))?;
    let mut blocks = Tally::default();
    let mut notes = Notes {
        handling,
        told: Vec::new(),
        more: 0,
    };
    let mut provenance = Vec::new();
    let budget = Budget::new(resources);
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
        |found, crew| decoded(found, &meter, crew),
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
                    if handling == Handling::Stop {
                        text.truncate(before_loss);
                    }
                    let games = summary.facts.games;
                    if let Some(proof) = &mut proof {
                        proof.block(&text, &summary);
                    }
                    files
                        .block(&text, games, has_start, &mut outputs)
                        .map_err(cannot_write)?;
                    blocks.block(&summary, false);
                    done.games += summary.facts.games;
                    done.text_bytes += text.len() as u64;
                    done.archive_bytes = archive_bytes;
                    go_on(progress(&done))?;
                }
                Outcome::Archive => {
                    files.archive(&mut outputs).map_err(cannot_write)?;
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
    result.or_else(|error| outputs.flush().map_err(cannot_write).and(Err(error)))?;
    files.settle(&mut outputs).map_err(cannot_write)?;
    outputs.flush().map_err(cannot_write)?;
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

fn cannot_write(error: std::io::Error) -> Error {
    Error::system("the text cannot be written", error)
}
