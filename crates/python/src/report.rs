//! Reports about archives.

use pgnz::BlockInfo;
use pyo3::prelude::*;
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
    /// First and last date as ``yyyymmdd``, unknown parts 0.
    dates: Option<(u32, u32)>,
    ratings: Option<(u16, u16)>,
    /// Bytes of each stream.
    streams: BTreeMap<&'static str, u64>,
    /// The damage of a damaged archive: a text for each place.
    damage: Vec<String>,
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
            dates: report.dates,
            ratings: report.ratings,
            streams: streams
                .map(|stream| (stream.stream.name(), stream.bytes))
                .collect(),
            damage: report.damage.iter().map(ToString::to_string).collect(),
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
    /// First and last date as ``yyyymmdd``, unknown parts 0; ``None`` if no game has a date.
    dates: Option<(u32, u32)>,
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
            dates: facts.dates,
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
