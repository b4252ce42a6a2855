//! What a caller may ask for. The two kinds of options are built alike.

use archive::{Config, Handling, Level, Model, Resources, Source};

/// How to [`compress`](crate::compress).
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
    /// `None` for the usual model, which takes a moment to make.
    model: Option<Model>,
    block_games: Option<u32>,
    threads: usize,
    memory: Option<u64>,
    source: Source,
    unverified: bool,
    partial: bool,
    bare: bool,
    file_name: Option<String>,
}

impl CompressOptions {
    /// The usual: level default, blocks of 4,096 games, one thread for each core, every block verified.
    pub fn new() -> Self {
        Self::default()
    }

    /// The level, that is, which of the models that come with this crate codes the moves.
    pub fn level(self, level: Level) -> Self {
        self.model(Model::of(level))
    }

    /// The model that codes the moves: a level's, or one of the caller's own, which the archive then brings along.
    pub fn model(mut self, model: Model) -> Self {
        self.model = Some(model);
        self
    }

    /// Games in a block, 1 or more. Smaller blocks are read in smaller steps and take more room: with 64 games a block,
    /// archives are a tenth (Lichess) to a half (over the board) larger.
    pub fn block_games(mut self, games: u32) -> Self {
        self.block_games = Some(games);
        self
    }

    /// Threads that code blocks, 1 to 1024; 0 stands for one for each core. The archive is the same for any number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Bytes of memory that the run may take, about. A block that needs more is an error, whose
    /// [`needed_memory`](crate::Error::needed_memory) says what would do. The archive is the same for any limit.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// How the text was compressed before: a fact that the archive records and [`Report::source`](crate::Report::source) tells.
    pub fn source(mut self, source: Source) -> Self {
        self.source = source;
        self
    }

    /// Whether every block is decoded and compared before it is written, which takes about half of the time and is the rule. A block that
    /// does not come back is stored as it is.
    pub fn verify(mut self, verify: bool) -> Self {
        self.unverified = !verify;
        self
    }

    /// Whether the archive brings a model of the caller's own along, which is the rule. Otherwise reading needs the model, too.
    pub fn embed(mut self, embed: bool) -> Self {
        self.bare = !embed;
        self
    }

    /// The name of the file that the text is, without folders: for archives that are put one after another and that `pgnz expand` takes apart
    /// again. [`Report::files`](crate::Report::files) has the names.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Whether a text that cannot be read to its end counts as ending after the last whole game before that place, instead of
    /// being an error. [`Report::cut_off`](crate::Report::cut_off) tells of it.
    pub fn partial(mut self, partial: bool) -> Self {
        self.partial = partial;
        self
    }

    pub(crate) fn config(&self) -> Config {
        let usual = Config::of(self.model.clone().unwrap_or_default());
        Config {
            block_games: self.block_games.unwrap_or(usual.block_games),
            threads: self.threads,
            memory: self.memory,
            verify: !self.unverified,
            source: self.source,
            partial: self.partial,
            embed: !self.bare,
            file_name: self.file_name.clone(),
            ..usual
        }
    }
}

/// How to [`expand`](crate::expand), and how to open an [`Archive`](crate::Archive).
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
    /// The usual: one thread for each core, the models that come with this crate, the first damage is an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// A model of the caller's own by which an archive may have been coded, beside those that come with this crate and those added
    /// before. Each archive says which model it needs.
    pub fn model(mut self, model: Model) -> Self {
        self.models.push(model);
        self
    }

    /// Threads that decode blocks, 1 to 1024; 0 stands for one for each core. [`Archive`](crate::Archive) uses one whatever is set.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Bytes of memory that the run may take, about, as in [`CompressOptions::memory`].
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Whether to go on after damage, and give every sound block: what is missing stands in [`Report::damage`](crate::Report::damage).
    /// Otherwise the first damage is an error. [`Decoder`](crate::Decoder) never goes on.
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
