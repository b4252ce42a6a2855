//! Reports about archives.

use crate::error;
use crate::provenance::Provenance;
use pgnz::{BlockInfo, Date};
use pyo3::prelude::*;
use query::spelled_date;
use std::collections::BTreeMap;

/// Figures about what was compressed, expanded or opened.
#[pyclass(frozen, get_all, module = "pgnz")]
pub struct Report {
    games: u64,
    /// Moves by one player, in main lines and variations.
    plies: u64,
    blocks: u64,
    archives: u64,
    text_bytes: u64,
    archive_bytes: u64,
    /// The level whose model coded it, or ``own``; ``None`` if archives differ.
    level: Option<&'static str>,
    /// First and last date as PGN writes them: ``("2024.05.??", "2024.06.30")``; ``None`` if no game has a date.
    dates: Option<(String, String)>,
    ratings: Option<(u16, u16)>,
    /// Bytes of each stream.
    streams: BTreeMap<&'static str, u64>,
    /// The files whose names the archive keeps, with the number of their games.
    files: Vec<(String, u64)>,
    /// Where each text comes from; known after :func:`compress`, and after :func:`test`, which compares it with the text.
    provenance: Vec<Provenance>,
    /// Whether the archive is still being written, or the run that wrote it was stopped. The figures are those of what is complete.
    unfinished: bool,
    /// The damaged places of a damaged archive, in order.
    damage: Vec<Damage>,
}

/// A damaged place of an archive. ``str(damage)`` describes it.
#[pyclass(frozen, get_all, eq, hash, module = "pgnz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Damage {
    /// What can be done, as in ``Error.kind``: ``insufficient_data`` if the archive ends early, mostly ``corruption`` otherwise.
    kind: &'static str,
    /// The number of the block, from 1.
    block: Option<u64>,
    /// The byte, from 0, at which the damaged part starts.
    byte: Option<u64>,
    /// The number of the first missing game, from 1, as far as it is known.
    first_game: Option<u64>,
    /// The number of missing games, as far as it is known; 0 if nothing is missing.
    games: Option<u64>,
    /// The missing text in bytes, as far as it is known; 0 if nothing is missing.
    text_bytes: Option<u64>,
    message: String,
}

/// The first and the last date, which are given as numbers of the form yyyymmdd, unknown parts 0.
fn dates(dates: Option<(u32, u32)>) -> Option<(String, String)> {
    let (first, last) = dates?;
    let spelled = |date: u32| {
        let date = Date::parse(format!("{date:08}").as_bytes());
        spelled_date(date.unwrap_or_default())
    };
    Some((spelled(first), spelled(last)))
}

impl Damage {
    pub fn of(damage: &pgnz::Damage) -> Self {
        let missing = damage.missing();
        Self {
            kind: error::kind_name(damage.kind()),
            block: damage.block_number(),
            byte: damage.offset(),
            first_game: missing.and_then(|missing| missing.first_game),
            games: missing.map_or(Some(0), |missing| missing.games),
            text_bytes: missing.map_or(Some(0), |missing| missing.text_bytes),
            message: damage.to_string(),
        }
    }
}

#[pymethods]
impl Damage {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<pgnz.Damage: {}>", self.message)
    }
}

impl Report {
    pub fn of(report: &pgnz::Report) -> Self {
        let streams = report.streams.iter().filter(|stream| stream.bytes > 0);
        Self {
            games: report.games,
            plies: report.plies,
            blocks: report.blocks,
            archives: report.archives,
            text_bytes: report.text_bytes,
            archive_bytes: report.archive_bytes,
            level: report.model.map(pgnz::ModelId::name),
            dates: dates(report.dates),
            ratings: report.ratings,
            streams: streams
                .map(|stream| (stream.stream.name(), stream.bytes))
                .collect(),
            files: report
                .files
                .iter()
                .map(|file| (file.name.clone(), file.games))
                .collect(),
            provenance: report.provenance.iter().map(Provenance::of).collect(),
            unfinished: report.unfinished,
            damage: report.damage.iter().map(Damage::of).collect(),
        }
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        format!(
            "<pgnz.Report: {} games, {} bytes of text, {} bytes of archive>",
            self.games, self.text_bytes, self.archive_bytes
        )
    }
}

/// A block of an archive, as its index describes it.
#[pyclass(frozen, get_all, module = "pgnz")]
pub struct Block {
    /// The number of games before it.
    first_game: u64,
    games: u64,
    plies: u64,
    text_bytes: u64,
    archive_bytes: u64,
    /// First and last date as PGN writes them, unknown parts as question marks; ``None`` if no game has a date.
    dates: Option<(String, String)>,
    ratings: Option<(u16, u16)>,
}

impl Block {
    pub fn of(block: &BlockInfo) -> Self {
        let facts = block.facts();
        Self {
            first_game: block.first_game(),
            games: facts.games,
            plies: facts.plies,
            text_bytes: facts.text_bytes,
            archive_bytes: block.archive_bytes(),
            dates: dates(facts.dates),
            ratings: facts.ratings,
        }
    }
}

#[pymethods]
impl Block {
    fn __repr__(&self) -> String {
        let end = self.first_game.saturating_add(self.games);
        format!("<pgnz.Block of games [{}:{end}]>", self.first_game)
    }
}

/// What a function that makes archives of archives has written.
#[pyclass(frozen, get_all, module = "pgnz")]
pub struct Reshaped {
    games_in: u64,
    games_out: u64,
    /// Duplicates that were left out.
    dropped: u64,
    /// Games that the filter left out, that were not drawn, or that were deleted.
    left_out: u64,
    /// Games whose text was changed.
    changed: u64,
    /// Names that got another spelling: how many players, events, sites and rounds.
    respelled: (u64, u64, u64, u64),
    bytes_before: u64,
    bytes_after: u64,
    blocks_copied: u64,
    blocks_coded: u64,
    /// Line ends that were put between games that did not follow each other before, in bytes.
    added_bytes: u64,
}

impl Reshaped {
    pub fn of(made: &pgnz::Reshaped) -> Self {
        Self {
            games_in: made.games_in,
            games_out: made.games_out,
            dropped: made.dropped,
            left_out: made.left_out,
            changed: made.changed,
            respelled: {
                let respelled = made.respelled;
                let (events, sites) = (respelled.events, respelled.sites);
                (respelled.players, events, sites, respelled.rounds)
            },
            bytes_before: made.bytes_before,
            bytes_after: made.written.archive_bytes,
            blocks_copied: made.written.blocks_copied,
            blocks_coded: made.written.blocks_coded,
            added_bytes: made.written.added_bytes,
        }
    }
}

#[pymethods]
impl Reshaped {
    fn __repr__(&self) -> String {
        format!(
            "<pgnz.Reshaped: {} games in, {} out>",
            self.games_in, self.games_out
        )
    }
}
