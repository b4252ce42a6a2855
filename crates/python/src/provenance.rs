//! Where the text of an archive comes from.

use pyo3::prelude::*;

/// Where the text of an archive comes from, as the program recorded it that wrote the archive.
///
/// Of several files that were compressed together, each has one. Digests are SHA-256, as 64 hexadecimal digits.
#[pyclass(frozen, get_all, eq, hash, module = "pgnz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// The name of the file, if the archive keeps it.
    file_name: Option<String>,
    text_bytes: Option<u64>,
    /// The digest of the text; ``None`` in an archive that was made of others.
    text_sha256: Option<String>,
    source_bytes: Option<u64>,
    /// The digest of the packed file that the text was in; ``None`` if it was not packed.
    source_sha256: Option<String>,
    games: u64,
    plies: u64,
    /// Name and version of the program that wrote the archive.
    program: String,
    /// How the archive was made of others, in lines of the form ``name: value``; empty otherwise.
    manifest: String,
}

impl Provenance {
    pub fn of(of: &pgnz::Provenance) -> Self {
        Self {
            file_name: of.file_name.clone(),
            text_bytes: of.text.map(|text| text.bytes),
            text_sha256: of.text.map(|text| text.to_string()),
            source_bytes: of.source.map(|source| source.bytes),
            source_sha256: of.source.map(|source| source.to_string()),
            games: of.games,
            plies: of.plies,
            program: of.program.clone(),
            manifest: of.manifest.clone(),
        }
    }
}

#[pymethods]
impl Provenance {
    fn __repr__(&self) -> String {
        let sum = self.text_sha256.as_deref().unwrap_or("no digest");
        format!("<pgnz.Provenance: {} games, {sum}>", self.games)
    }
}
