//! The formats of files.
//!
//! Not part of the format.

use std::path::Path;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Parquet, packed by zstd.
    #[cfg(feature = "arrow")]
    Parquet,
    /// A file of Arrow IPC (Feather 2), packed by zstd.
    #[cfg(feature = "arrow")]
    Arrow,
    /// A stream of Arrow IPC, packed by zstd: it can be read while it is written.
    #[cfg(feature = "arrow")]
    ArrowStream,
    /// Comma-separated values (RFC 4180), for spreadsheets.
    Csv,
    /// A JSON object a line.
    JsonLines,
    /// A command `position` of the Universal Chess Interface a line.
    Uci,
}

impl Format {
    /// Formats by the names that people give them.
    pub const NAMED: &'static [(&'static str, Self)] = &[
        #[cfg(feature = "arrow")]
        ("parquet", Self::Parquet),
        #[cfg(feature = "arrow")]
        ("arrow", Self::Arrow),
        ("csv", Self::Csv),
        ("jsonl", Self::JsonLines),
        ("uci", Self::Uci),
    ];

    /// The format that goes with the extension of a file's name.
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

    /// Whether what is written is no text.
    #[must_use]
    pub fn is_binary(self) -> bool {
        !matches!(self, Self::Csv | Self::JsonLines | Self::Uci)
    }
}
