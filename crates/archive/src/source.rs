//! How a PGN text was packed (Zstandard, gzip and so on) before it was compressed.
//!
//! Format: "Header".

/// How the PGN text was packed before it was compressed. An archive only records this: it gives back the unpacked text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// Not packed.
    #[default]
    Plain,
    /// Zstandard.
    Zstd,
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// Several inputs, packed in different ways.
    Mixed,
    /// A zip file: its texts, one after the other.
    Zip,
    /// LZ4 frames.
    Lz4,
    /// A kind that a newer release has recorded.
    Other,
}

impl Source {
    const NAMED: [Self; 8] = [
        Self::Plain,
        Self::Zstd,
        Self::Gzip,
        Self::Bzip2,
        Self::Xz,
        Self::Mixed,
        Self::Zip,
        Self::Lz4,
    ];

    /// The name used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Mixed => "mixed",
            Self::Zip => "zip",
            Self::Lz4 => "lz4",
            Self::Other => "other",
        }
    }

    pub(crate) fn id(self) -> u8 {
        Self::NAMED
            .iter()
            .position(|&known| known == self)
            .map_or(u8::MAX, |at| at as u8)
    }

    pub(crate) fn from_id(id: u8) -> Self {
        Self::NAMED
            .get(usize::from(id))
            .copied()
            .unwrap_or(Self::Other)
    }

    /// The kind for two inputs together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Mixed }
    }
}
