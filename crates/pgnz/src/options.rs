//! The options of a run. Both kinds of options are builders of the same form.

use archive::{Config, Handling, Level, Model, Resources, Source, SourceDigest, Verify};
use std::time::Duration;

/// The options of [`compress`](crate::compress).
///
/// ```
/// use pgnz::{CompressOptions, Level};
///
/// let options = CompressOptions::new().level(Level::Fast).threads(2).memory(1 << 30);
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &options)?;
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CompressOptions {
    /// `None` for the default model, which takes a moment to build.
    model: Option<Model>,
    block_games: Option<u32>,
    group_games: Option<u32>,
    block_bytes: Option<u64>,
    threads: usize,
    memory: Option<u64>,
    source: Source,
    verify: Verify,
    partial: bool,
    bare: bool,
    unrecorded: bool,
    source_digest: Option<SourceDigest>,
    file_name: Option<String>,
    flush: Option<Duration>,
}

impl CompressOptions {
    /// The default options: level default, blocks of 4,096 games, one thread for each core, every block verified.
    pub fn new() -> Self {
        Self::default()
    }

    /// The level: which of the models that come with this crate codes the moves.
    pub fn level(self, level: Level) -> Self {
        self.model(Model::of(level))
    }

    /// The model that codes the moves: that of a level, or one of the caller's own, which is then stored in the archive.
    pub fn model(mut self, model: Model) -> Self {
        self.model = Some(model);
        self
    }

    /// Games in a block, 1 or more. Smaller blocks are read in smaller steps but compress less well: with 64 games in a block,
    /// archives are a tenth (Lichess) to a half (over the board) larger.
    pub fn block_games(mut self, games: u32) -> Self {
        self.block_games = Some(games);
        self
    }

    /// Games in a group, 1 or more (default: 128). To read one game, the first group of its block and its own group are decoded: smaller groups
    /// make this faster and the archive larger.
    pub fn group_games(mut self, games: u32) -> Self {
        self.group_games = Some(games);
        self
    }

    /// Bytes of text in a block, 1 to 32 Mi (default: 16 Mi). A block with that many bytes is full, however few games it has.
    pub fn block_bytes(mut self, bytes: u64) -> Self {
        self.block_bytes = Some(bytes);
        self
    }

    /// The number of threads that code blocks, 1 to 1024; 0 means one for each core. The archive is the same for any number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Approximate limit of memory for the run, in bytes. A block that needs more is an error, whose
    /// [`needed_memory`](crate::Error::needed_memory) returns a sufficient limit. The archive is the same for any limit.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// How the text was packed before: the archive records this, and [`Report::source`](crate::Report::source) returns it.
    pub fn source(mut self, source: Source) -> Self {
        self.source = source;
        self
    }

    /// Whether the archive records its [`Provenance`](crate::Provenance): SHA-256 of the text, games, plies, the version of this crate (default: yes). It takes
    /// some 80 bytes.
    pub fn provenance(mut self, record: bool) -> Self {
        self.unrecorded = !record;
        self
    }

    /// The digest of the packed file that the text is read from, which the archive records, too; see `Unwrapped::digest`.
    /// It is for one text: the next one needs another.
    pub fn source_digest(mut self, digest: SourceDigest) -> Self {
        self.source_digest = Some(digest);
        self
    }

    /// How every block is decoded and compared before it is written: in full (default; `true` means the same), which takes about half of
    /// the time, by [`Verify::Replay`], which takes less, or not at all (`false`). A block that does not decode to its text is stored
    /// uncompressed.
    ///
    /// ```
    /// use pgnz::{CompressOptions, Verify};
    ///
    /// let options = CompressOptions::new().verify(Verify::Replay);
    /// let report = pgnz::compress(&b"1. e4 *\n"[..], Vec::new(), &options)?;
    /// assert_eq!(report.rescued_blocks, 0);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn verify(mut self, verify: impl Into<Verify>) -> Self {
        self.verify = verify.into();
        self
    }

    /// Whether a model of the caller's own is stored in the archive (default: yes). Otherwise reading needs the model, too.
    pub fn embed(mut self, embed: bool) -> Self {
        self.bare = !embed;
        self
    }

    /// The name of the file that the text comes from, without folders: for concatenated archives that `pgnz expand` will separate
    /// again. [`Report::files`](crate::Report::files) returns the names.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Whether a text that cannot be read to its end counts as ending after the last complete game before that place, instead of
    /// being an error. [`Report::cut_off`](crate::Report::cut_off) reports it.
    pub fn partial(mut self, partial: bool) -> Self {
        self.partial = partial;
        self
    }

    /// For a source that says [`WouldBlock`](std::io::ErrorKind::WouldBlock) where it has nothing for now: the longest time that complete games wait
    /// for more of their block, before they become a block of their own (default: as long as it takes). The source is asked again at once, so it should
    /// wait a moment before it says so. What is never paused for is compressed as always.
    ///
    /// ```
    /// use pgnz::CompressOptions;
    /// use std::collections::VecDeque;
    /// use std::io::{self, Read};
    /// use std::time::Duration;
    ///
    /// struct Games(VecDeque<&'static [u8]>);
    ///
    /// impl Read for Games {
    ///     fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
    ///         match self.0.pop_front() {
    ///             Some(b"") => Err(io::ErrorKind::WouldBlock.into()),
    ///             Some(mut text) => text.read(out),
    ///             None => Ok(0),
    ///         }
    ///     }
    /// }
    ///
    /// let games = Games([&b"1. e4 *\n"[..], b"", b"1. d4 *\n"].into());
    /// let options = CompressOptions::new().flush(Duration::ZERO);
    /// let report = pgnz::compress(games, Vec::new(), &options)?;
    /// assert_eq!((report.games, report.blocks), (2, 2));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn flush(mut self, time: Duration) -> Self {
        self.flush = Some(time);
        self
    }

    pub(crate) fn config(&self) -> Config {
        self.config_or(Model::default)
    }

    /// The same, with another model than the default one where none was chosen.
    pub(crate) fn config_or(&self, usual: impl FnOnce() -> Model) -> Config {
        let usual = Config::of(self.model.clone().unwrap_or_else(usual));
        Config {
            block_games: self.block_games.unwrap_or(usual.block_games),
            group_games: self.group_games.unwrap_or(usual.group_games),
            block_bytes: self.block_bytes.unwrap_or(usual.block_bytes),
            threads: self.threads,
            memory: self.memory,
            verify: self.verify,
            source: self.source,
            partial: self.partial,
            embed: !self.bare,
            file_name: self.file_name.clone(),
            provenance: (!self.unrecorded).then(|| self.source_digest.clone().unwrap_or_default()),
            flush: self.flush,
            ..usual
        }
    }

    #[cfg(feature = "shape")]
    pub(crate) fn resources(&self) -> Resources {
        Resources {
            threads: self.threads,
            memory: self.memory,
        }
    }
}

/// The options of [`expand`](crate::expand), and for opening an [`Archive`](crate::Archive).
///
/// ```
/// use pgnz::ExpandOptions;
///
/// let options = ExpandOptions::new().threads(2).memory(1 << 30);
/// let error = pgnz::expand(&b"no archive"[..], Vec::new(), &options).unwrap_err();
/// assert_eq!(error.kind(), pgnz::ErrorKind::InvalidArgument);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ExpandOptions {
    pub(crate) models: Vec<Model>,
    threads: usize,
    memory: Option<u64>,
    pub(crate) keep_going: bool,
}

impl ExpandOptions {
    /// The default options: one thread for each core, the models that come with this crate, and damage is an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a model of the caller's own with which an archive may have been coded. It is known in addition to those that come with this crate
    /// and those added before. Each archive names the model that it needs.
    pub fn model(mut self, model: Model) -> Self {
        self.models.push(model);
        self
    }

    /// The number of threads that decode blocks, 1 to 1024; 0 means one for each core. [`Archive`](crate::Archive) always uses one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Approximate limit of memory for the run, in bytes, as for [`CompressOptions::memory`].
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Whether to continue after damage and return every undamaged block: [`Report::damage`](crate::Report::damage) lists what is missing.
    /// Otherwise the first damage is an error. [`Decoder`](crate::Decoder) never continues.
    pub fn keep_going(mut self, keep_going: bool) -> Self {
        self.keep_going = keep_going;
        self
    }

    pub(crate) fn resources(&self) -> Resources {
        Resources {
            threads: self.threads,
            memory: self.memory,
        }
    }

    pub(crate) fn handling(&self) -> Handling {
        match self.keep_going {
            true => Handling::KeepGoing,
            false => Handling::Stop,
        }
    }
}
