//! What a caller may ask for when compressing.
//!
//! Format: "What a writer chooses".

use crate::block::Grouping;
use crate::container::FileName;
use crate::container::summary::MAX_TEXT_BYTES;
use crate::{Error, Model, Resources};

/// How the PGN text was wrapped before it was compressed: a fact that an archive records, for the archive gives back the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// Not wrapped.
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
    /// Several inputs with different wrappings.
    Mixed,
    /// A zip file: its texts, one after the other.
    Zip,
    /// LZ4 frames.
    Lz4,
    /// A wrapping that a newer release has recorded.
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

    /// The wrapping of two inputs together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Mixed }
    }
}

/// What a caller asks of [`crate::compress`].
///
/// ```
/// let config = archive::Config { threads: 2, block_games: 1000, ..archive::Config::default() };
/// assert!(config.verify);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The model that codes the moves: a level's, or one of the caller's own.
    pub model: Model,
    /// Games in a block, at least 1. A block closes at the first game end at which it has that many games (and no fewer than
    /// 16 bytes for each of them) or [`Config::block_bytes`]. Smaller blocks are read in smaller steps and take more room.
    pub block_games: u32,
    /// Games in a group, at least 1; the first of a block has twice as many, or four times if most games have comments, and three quarters as many if most are online games of people who are no masters.
    /// One game is read by decoding the first group of its block, and its own. A group closes before it has so many games when it has 4 MiB of text, and not before it has 4 KiB. Of variants about which no model knows anything,
    /// groups have eight times as many.
    pub group_games: u32,
    /// Bytes of text in a block, 1 to 32 Mi. A game that makes its block twice as long is cut.
    pub block_bytes: u64,
    /// Threads that encode; 0 stands for one for each core, and no more than 1024 are used. The archive is the same for any number.
    pub threads: usize,
    /// Bytes of memory that the run may take, about; see [`Resources::memory`]. The archive is the same for any limit.
    pub memory: Option<u64>,
    /// Whether every block is decoded and compared before it is written. A block that does not come back is stored as it is.
    pub verify: bool,
    /// How the text was wrapped; recorded only.
    pub source: Source,
    /// Whether a model of the caller's own is put into the archive, so that reading it needs no other file. Off where archives that
    /// follow one another have the same model: the first brings it for all.
    pub embed: bool,
    /// The name of the file that the text is, for archives that will follow one another and be taken apart again; the archive's own
    /// name is enough for a single one. Folders are no part of it.
    pub file_name: Option<String>,
    /// Bytes at the beginning of the text that are not the file's: the line end that [`crate::Border`] has asked for. At most 4.
    pub border_bytes: u64,
    /// Whether a text that cannot be read to its end, as from a download that was cut short, counts as ending after the last whole
    /// game before that place. [`crate::Report::cut_off`] tells of it. Otherwise it is an error.
    pub partial: bool,
}

impl Config {
    /// Usual games in a block.
    pub const BLOCK_GAMES: u32 = 4096;
    /// Usual games in a group.
    pub const GROUP_GAMES: u32 = Grouping::GAMES;
    /// Usual bytes of text in a block.
    pub(crate) const BLOCK_BYTES: u64 = 16 << 20;

    /// The usual request with this model.
    ///
    /// A level's model is made ready when it is first asked for, which takes time: this makes none but the one given.
    #[must_use]
    pub fn of(model: Model) -> Self {
        Self {
            model,
            block_games: Self::BLOCK_GAMES,
            group_games: Self::GROUP_GAMES,
            block_bytes: Self::BLOCK_BYTES,
            threads: 0,
            memory: None,
            verify: true,
            source: Source::Plain,
            embed: true,
            file_name: None,
            border_bytes: 0,
            partial: false,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::of(Model::default())
    }
}

impl Config {
    /// What the run may take.
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
            read.map_err(|_| Error::argument("the name of the file is none that can be kept"))?;
        }
        Ok(())
    }

    /// What the archive remembers of the file.
    pub(crate) fn file(&self) -> Option<FileName> {
        let name = self.file_name.clone()?;
        let border_bytes = self.border_bytes;
        Some(FileName { name, border_bytes })
    }

    /// The text that a block has at least, the last block aside: what bounds the part of the container in an archive.
    pub(crate) fn min_block_bytes(&self) -> u64 {
        (16 * u64::from(self.block_games)).min(self.block_bytes)
    }
}

/// More threads than this would only hold more blocks in memory.
const MAX_THREADS: usize = 1024;

/// The number of threads that a request stands for.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked.min(MAX_THREADS),
    }
}
