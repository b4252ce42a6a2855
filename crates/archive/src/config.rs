//! The options of compression, and how the PGN text was packed (Zstandard, gzip and so on) before it.
//!
//! Format: "What a writer chooses".

use crate::block::Grouping;
use crate::container::FileName;
use crate::container::summary::MAX_TEXT_BYTES;
use crate::digest::{Digesting, SourceDigest};
use crate::resources::USUAL_TEXT_BYTES;
use crate::{Error, Model, Resources, Verify};
use std::time::Duration;

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

/// The options of [`crate::compress`].
///
/// ```
/// let config = archive::Config { threads: 2, block_games: 1000, ..archive::Config::default() };
/// assert_eq!(config.verify, archive::Verify::Full);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The model that codes the moves: that of a level, or one that the caller supplies.
    pub model: Model,
    /// Games in a block, at least 1. A block closes at the first game end at which it has that many games and at least 16 bytes for each
    /// of them, or [`Config::block_bytes`]. Smaller blocks make reading of single games cheaper and the archive larger.
    pub block_games: u32,
    /// Games in a group, at least 1. To read one game, the first group of its block and its own group are decoded.
    ///
    /// The first group of a block has twice as many games, or four times if most games have comments, or three quarters as many if most
    /// are online games by players who are not masters. All groups have eight times as many if most games are of variants that no model
    /// knows, and 16 times if most are opening lines or puzzles. A group closes early at 4 MiB of text, and never before it has 4 KiB.
    pub group_games: u32,
    /// Bytes of text in a block, 1 to 32 Mi. A game that makes its block twice as long is split over several blocks.
    pub block_bytes: u64,
    /// Threads that encode; 0 means one for each core. At most 1024 are used. The archive is the same for any number.
    pub threads: usize,
    /// Approximate limit of memory in bytes; see [`Resources::memory`]. The archive is the same for any limit.
    pub memory: Option<u64>,
    /// How every block is decoded and compared before it is written. A block that does not decode to its text is stored uncompressed.
    pub verify: Verify,
    /// How the text was packed; recorded only.
    pub source: Source,
    /// Whether a model that the caller supplies is stored in the archive, so that reading it needs no other file. Switch it off for the
    /// second and later of concatenated archives with the same model: they use the model in the first.
    pub embed: bool,
    /// The name of the file that the text comes from, without folders. It is for concatenated archives that will be separated again; a
    /// single archive needs none.
    pub file_name: Option<String>,
    /// Bytes at the beginning of the text that are not part of the file: the line end that [`crate::Border`] has asked for. At most 4.
    pub border_bytes: u64,
    /// What to do if the text cannot be read to its end, for example because a download was cut short. If true, the text counts as ending
    /// after the last whole game, and [`crate::Report::cut_off`] says so. Otherwise it is an error.
    pub partial: bool,
    /// Whether the archive records its [`crate::Provenance`], which takes some 80 bytes, or 120 with the digest of a packed file that was read through
    /// this [`SourceDigest`].
    pub provenance: Option<SourceDigest>,
    /// For a source that pauses, which [`crate::compress`] learns from [`std::io::ErrorKind::WouldBlock`]: how long the complete games that were read
    /// wait for more of their block before they become a block of their own. `None` (the default) lets them wait as long as the source pauses. A
    /// source that has nothing should wait a moment before it says so, because it is asked again at once.
    pub flush: Option<Duration>,
}

impl Config {
    /// Games in a block by default.
    pub const BLOCK_GAMES: u32 = 4096;
    /// Games in a group by default.
    pub const GROUP_GAMES: u32 = Grouping::GAMES;

    /// The default options with this model.
    ///
    /// The model of a level is built when it is first used, which takes time. Unlike `Config::default`, this builds no other model.
    #[must_use]
    pub fn of(model: Model) -> Self {
        Self {
            model,
            block_games: Self::BLOCK_GAMES,
            group_games: Self::GROUP_GAMES,
            block_bytes: USUAL_TEXT_BYTES,
            threads: 0,
            memory: None,
            verify: Verify::Full,
            source: Source::Plain,
            embed: true,
            file_name: None,
            border_bytes: 0,
            partial: false,
            provenance: None,
            flush: None,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::of(Model::default())
    }
}

impl Config {
    /// The threads and memory that the run may use.
    pub(crate) fn resources(&self) -> Resources {
        Resources {
            threads: self.threads,
            memory: self.memory,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.block_games == 0 {
            return Err(Error::argument("a block must hold at least 1 game"));
        }
        if self.group_games == 0 {
            return Err(Error::argument("a group must hold at least 1 game"));
        }
        if !(1..=MAX_TEXT_BYTES / 2).contains(&self.block_bytes) {
            return Err(Error::argument(
                "the text of a block must have 1 byte to 32 MiB",
            ));
        }
        if let Some(file) = self.file() {
            let read = FileName::read(&file.write());
            read.map_err(|_| Error::argument("the name of the file cannot be kept"))?;
        }
        Ok(())
    }

    /// What takes the digest of the text, if the archive records it.
    pub(crate) fn digesting(&self) -> Option<Digesting> {
        let border_bytes = self.file().map_or(0, |file| file.border_bytes);
        self.provenance
            .as_ref()
            .map(|_| Digesting::after(border_bytes))
    }

    /// The file name that the archive records, if any.
    pub(crate) fn file(&self) -> Option<FileName> {
        let name = self.file_name.clone()?;
        let border_bytes = self.border_bytes;
        Some(FileName { name, border_bytes })
    }

    /// The least length of a block's text, the last block aside. It bounds the overhead of the container.
    pub(crate) fn min_block_bytes(&self) -> u64 {
        (16 * u64::from(self.block_games)).min(self.block_bytes)
    }
}
