//! The figures for programs, as docs/json.md describes them.

use super::costs::costs;
use super::{date, per};
use pgnz::{FileInfo, ModelId, Provenance, Report, TagCost};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The version of what is printed as JSON, as docs/json.md describes it. It goes up when a field changes or goes; a new field does not
/// change it.
pub const SCHEMA: u32 = 1;

/// What `list --json` says about one archive.
#[derive(Debug, Serialize)]
pub struct Figures<'a> {
    /// [`SCHEMA`].
    schema: u32,
    path: &'a str,
    games: u64,
    plies: u64,
    text_bytes: u64,
    archive_bytes: u64,
    /// Text over archive.
    ratio: f64,
    bytes_per_game: f64,
    blocks: u64,
    model: ModelFigures,
    /// The edition; null for level own, and where archives differ.
    edition: Option<&'static str>,
    /// How the text was packed.
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dates: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<[u16; 2]>,
    #[serde(serialize_with = "streams")]
    streams: &'a Report,
    /// Whether it is still being written, or the run was stopped.
    unfinished: bool,
    /// The files whose names the archive keeps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileFigures<'a>>,
    /// Where the texts come from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    provenance: Vec<ProvenanceFigures<'a>>,
    /// What each tag costs, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "tags")]
    pub tags: Option<&'a [TagCost]>,
}

impl<'a> Figures<'a> {
    /// The figures of the archive of this name.
    pub fn new(path: &'a str, report: &'a Report) -> Self {
        Self {
            schema: SCHEMA,
            path,
            games: report.games,
            plies: report.plies,
            text_bytes: report.text_bytes,
            archive_bytes: report.archive_bytes,
            ratio: per(report.text_bytes, report.archive_bytes),
            bytes_per_game: per(report.archive_bytes, report.games),
            blocks: report.blocks,
            model: ModelFigures::new(report.model),
            edition: report.edition().map(pgnz::Edition::name),
            source: report.source.name(),
            dates: report.dates.map(|(first, last)| [date(first), date(last)]),
            ratings: report.ratings.map(|(lowest, highest)| [lowest, highest]),
            streams: report,
            unfinished: report.unfinished,
            files: report.files.iter().map(FileFigures::new).collect(),
            provenance: report
                .provenance
                .iter()
                .map(ProvenanceFigures::new)
                .collect(),
            tags: None,
        }
    }
}

/// A file whose name an archive keeps.
#[derive(Debug, Serialize)]
struct FileFigures<'a> {
    name: &'a str,
    games: u64,
    text_bytes: u64,
}

impl<'a> FileFigures<'a> {
    fn new(file: &'a FileInfo) -> Self {
        Self {
            name: &file.name,
            games: file.games,
            text_bytes: file.text_bytes,
        }
    }
}

/// Where the text of an archive comes from.
#[derive(Debug, Serialize)]
struct ProvenanceFigures<'a> {
    file: Option<&'a str>,
    text_bytes: Option<u64>,
    text_sha256: Option<String>,
    source_bytes: Option<u64>,
    source_sha256: Option<String>,
    games: u64,
    plies: u64,
    program: &'a str,
    manifest: &'a str,
}

impl<'a> ProvenanceFigures<'a> {
    fn new(of: &'a Provenance) -> Self {
        Self {
            file: of.file_name.as_deref(),
            text_bytes: of.text.map(|text| text.bytes),
            text_sha256: of.text.map(|text| text.to_string()),
            source_bytes: of.source.map(|source| source.bytes),
            source_sha256: of.source.map(|source| source.to_string()),
            games: of.games,
            plies: of.plies,
            program: &of.program,
            manifest: &of.manifest,
        }
    }
}

/// Which model is needed for expanding.
#[derive(Debug, Serialize)]
struct ModelFigures {
    /// `mixed` where archives that follow one another need different ones.
    name: &'static str,
    /// 16 hexadecimal digits; null where the model is mixed.
    digest: Option<String>,
}

impl ModelFigures {
    fn new(model: Option<ModelId>) -> Self {
        Self {
            name: model.map_or("mixed", ModelId::name),
            digest: model.map(|model| format!("{:016x}", model.digest())),
        }
    }
}

/// The costs of all parts as a map of their names.
pub fn streams<S: Serializer>(report: &Report, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, cost) in costs(report) {
        map.serialize_entry(name, &cost)?;
    }
    map.end()
}

fn tags<S: Serializer>(tags: &Option<&[TagCost]>, serializer: S) -> Result<S::Ok, S::Error> {
    let tags = tags.unwrap_or_default();
    serializer.collect_map(tags.iter().map(|tag| {
        let name = String::from_utf8_lossy(&tag.name);
        (name, (tag.bytes * 10.0).round() / 10.0)
    }))
}
