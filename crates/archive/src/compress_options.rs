//! The options of whoever writes archives.
//!
//! Format: "What a writer chooses".

use crate::block::Grouping;
use crate::container::FileName;
use crate::container::provenance::MAX_MANIFEST_BYTES;
use crate::container::summary::MAX_TEXT_BYTES;
use crate::digest::{Digesting, SourceDigest};
use crate::resources::USUAL_TEXT_BYTES;
use crate::{Edition, Error, Level, Model, Resources, Source, Verify};
use std::time::Duration;

/// The options of [`compress`](crate::compress) and of all others who write archives.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::{CompressOptions, Level};
///
/// let options = CompressOptions::new().level(Level::Fast).threads(2).memory(1 << 30);
/// let mut packed = Vec::new();
/// pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &options)?;
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct CompressOptions {
    /// `None` for the default model, which takes a moment to build.
    model: Option<Model>,
    pub(crate) block_games: u32,
    pub(crate) group_games: u32,
    pub(crate) block_bytes: u64,
    pub(crate) resources: Resources,
    pub(crate) verify: Verify,
    pub(crate) source: Source,
    pub(crate) embed: bool,
    pub(crate) embed_data: bool,
    file_name: Option<String>,
    border_bytes: u64,
    pub(crate) partial: bool,
    provenance: bool,
    pub(crate) manifest: String,
    edition: Option<Edition>,
    pub(crate) source_digest: Option<SourceDigest>,
    pub(crate) flush: Option<Duration>,
}

impl Default for CompressOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl CompressOptions {
    /// The default of [`CompressOptions::block_games`].
    pub const BLOCK_GAMES: u32 = 4096;
    /// The default of [`CompressOptions::group_games`].
    pub const GROUP_GAMES: u32 = Grouping::GAMES;

    /// The default options: level default, blocks of 4,096 games, one thread for each core, every block verified.
    pub const fn new() -> Self {
        Self {
            model: None,
            block_games: Self::BLOCK_GAMES,
            group_games: Self::GROUP_GAMES,
            block_bytes: USUAL_TEXT_BYTES,
            resources: Resources {
                threads: 0,
                memory: None,
            },
            verify: Verify::Full,
            source: Source::Plain,
            embed: true,
            embed_data: false,
            file_name: None,
            border_bytes: 0,
            partial: false,
            provenance: true,
            manifest: String::new(),
            edition: None,
            source_digest: None,
            flush: None,
        }
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

    /// The model that codes the moves if none has been chosen so far.
    pub fn usual_model(mut self, model: Model) -> Self {
        self.model.get_or_insert(model);
        self
    }

    /// Games in a block, 1 or more. A block is full at the first end of a game at which it has that many games and at least 16 bytes for
    /// each of them, or [`CompressOptions::block_bytes`]. Smaller blocks are read in smaller steps but compress less well: with 64 games in
    /// a block, archives are a tenth (Lichess) to a half (over the board) larger.
    pub fn block_games(mut self, games: u32) -> Self {
        self.block_games = games;
        self
    }

    /// Games in a group, 1 or more (default: 128). To read one game, the first group of its block and its own group are decoded: smaller groups
    /// make this faster and the archive larger.
    ///
    /// The first group of a block has twice as many games, or four times if most games have comments, or three quarters as many if most
    /// are online games by players who are not masters. All groups have eight times as many if most games are of variants that no model
    /// knows, and 16 times if most are opening lines or puzzles. A group closes early at 4 MiB of text, and never before it has 4 KiB.
    pub fn group_games(mut self, games: u32) -> Self {
        self.group_games = games;
        self
    }

    /// Bytes of text in a block, 1 to 32 Mi (default: 16 Mi). A block with that many bytes is full, however few games it has. A game that
    /// makes its block twice as long is split over several blocks.
    pub fn block_bytes(mut self, bytes: u64) -> Self {
        self.block_bytes = bytes;
        self
    }

    /// The number of threads that code blocks, 1 to 1024; 0 means one for each core. The archive is the same for any number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.resources.threads = threads;
        self
    }

    /// Approximate limit of memory for the run, in bytes (default: none). A block that needs more is an error, whose
    /// [`needed_memory`](crate::Error::needed_memory) returns a sufficient limit. The archive is the same for any limit.
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.resources.memory = bytes.into();
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
        self.provenance = record;
        self
    }

    /// How the text was made, in lines of the form `name: value`, at most 1 MiB: part of the [`Provenance`](crate::Provenance), if that is recorded.
    ///
    /// ```
    /// # extern crate archive as pgnz;
    /// let options = pgnz::CompressOptions::new().manifest("by: hand\n");
    /// let report = pgnz::compress(&b"1. e4 *\n"[..], Vec::new(), &options)?;
    /// assert_eq!(report.provenance[0].manifest, "by: hand\n");
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn manifest(mut self, manifest: impl Into<String>) -> Self {
        self.manifest = manifest.into();
        self
    }

    /// The edition whose levels and codecs alone may be used (default: those of the newest). Any other level or model is an error then.
    pub fn edition(mut self, edition: impl Into<Option<Edition>>) -> Self {
        self.edition = edition.into();
        self
    }

    /// The digest of the packed file that the text is read from, which the archive records, too; see `Unwrapped::digest`. It takes some 40
    /// bytes. It is for one text: the next one needs another, or none.
    pub fn source_digest(mut self, digest: impl Into<Option<SourceDigest>>) -> Self {
        self.source_digest = digest.into();
        self
    }

    /// How every block is decoded and compared before it is written: in full (default; `true` means the same), which takes about half of
    /// the time, by [`Verify::Replay`], which takes less, or not at all (`false`). A block that does not decode to its text is stored
    /// uncompressed.
    ///
    /// ```
    /// use archive::{CompressOptions, Verify, compress};
    ///
    /// let options = CompressOptions::new().verify(Verify::Replay);
    /// let report = compress(&b"1. e4 *\n"[..], Vec::new(), &options)?;
    /// assert_eq!(report.rescued_blocks, 0);
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn verify(mut self, verify: impl Into<Verify>) -> Self {
        self.verify = verify.into();
        self
    }

    /// Whether a model of the caller's own is stored in the archive (default: yes). Otherwise reading needs the model, too. The second and
    /// later of concatenated archives with the same model use that of the first.
    pub fn embed(mut self, embed: bool) -> Self {
        self.embed = embed;
        self
    }

    /// Whether all files of data that decoding needs are stored in the archive (default: no), 7 to 24 MB by level, so that a decoder needs
    /// nothing but the rules of the format. This library has the files and skips them.
    ///
    /// ```
    /// # extern crate archive as pgnz;
    /// use pgnz::{CompressOptions, Level, compress};
    ///
    /// let options = CompressOptions::new().level(Level::Fast).embed_data(true);
    /// let mut packed = Vec::new();
    /// compress(&b"1. e4 *\n"[..], &mut packed, &options)?;
    /// assert!(packed.len() > 6_000_000);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn embed_data(mut self, embed: bool) -> Self {
        self.embed_data = embed;
        self
    }

    /// The name of the file that the text comes from, without folders: for concatenated archives that `pgnz expand` will separate
    /// again. [`Report::files`](crate::Report::files) returns the names.
    pub fn file_name<'a>(mut self, name: impl Into<Option<&'a str>>) -> Self {
        self.file_name = name.into().map(str::to_owned);
        self
    }

    /// Bytes at the beginning of the text that are not part of the file, at most 4 (default: 0): the line end that a
    /// [`Border`](crate::Border) has asked for. Of account only with a file name.
    pub fn border_bytes(mut self, bytes: u64) -> Self {
        self.border_bytes = bytes;
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
    /// # extern crate archive as pgnz;
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
    pub fn flush(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.flush = time.into();
        self
    }

    /// The model that codes the moves: the one that was chosen, or that of the default level.
    #[must_use]
    pub fn chosen_model(&self) -> Model {
        self.model.clone().unwrap_or_default()
    }

    /// The threads and the memory that a run may use.
    #[must_use]
    pub fn resources(&self) -> Resources {
        self.resources
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
        if self.manifest.len() as u64 > MAX_MANIFEST_BYTES {
            return Err(Error::argument("a manifest has at most 1 MiB"));
        }
        if let Some(edition) = self.edition
            && Edition::of(self.chosen_model().id()) != Some(edition)
        {
            let levels: Vec<_> = edition
                .levels()
                .iter()
                .map(|own| own.level.name())
                .collect();
            return Err(Error::argument(format!(
                "edition {edition} has the levels {}, and no model of your own",
                levels.join(", ")
            )));
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
        self.provenance.then(|| Digesting::after(border_bytes))
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
