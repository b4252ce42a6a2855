//! The file formats.
//!
//! Not part of the format.

use std::path::Path;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Parquet, packed with zstd.
    #[cfg(feature = "arrow")]
    Parquet,
    /// An Arrow IPC file (Feather 2), packed with zstd.
    #[cfg(feature = "arrow")]
    Arrow,
    /// An Arrow IPC stream, packed with zstd: it can be read while it is written.
    #[cfg(feature = "arrow")]
    ArrowStream,
    /// Comma-separated values (RFC 4180), for spreadsheets.
    Csv,
    /// One JSON object per line.
    JsonLines,
    /// One `position` command of the Universal Chess Interface per line.
    Uci,
}

impl Format {
    /// Formats with the names used on the command line.
    pub const NAMED: &'static [(&'static str, Self)] = &[
        #[cfg(feature = "arrow")]
        ("parquet", Self::Parquet),
        #[cfg(feature = "arrow")]
        ("arrow", Self::Arrow),
        ("csv", Self::Csv),
        ("jsonl", Self::JsonLines),
        ("uci", Self::Uci),
    ];

    /// The format for a file name's extension.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let name = match &extension[..] {
            "feather" => "arrow",
            "ndjson" => "jsonl",
            name => name,
        };
        let mut formats = Self::NAMED.iter();
        formats
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
    }

    /// The usual extension of a file's name.
    #[must_use]
    pub fn extension(self) -> &'static str {
        let mut named = Self::NAMED.iter();
        let found = named.find(|(_, format)| *format == self);
        // A stream of Arrow has no name of its own.
        found.map_or("arrow", |(name, _)| name)
    }

    /// Whether the output is binary, not text.
    #[must_use]
    pub fn is_binary(self) -> bool {
        !matches!(self, Self::Csv | Self::JsonLines | Self::Uci)
    }
}
