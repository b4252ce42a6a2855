//! The options of whoever reads archives.
//!
//! Not part of the format.

use crate::{Model, Resources};

/// The options of [`expand`](crate::expand) and of all others who read archives.
///
/// ```
/// # extern crate archive as pgnz;
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
    pub(crate) resources: Resources,
    pub(crate) on_damage: OnDamage,
    pub(crate) remote: bool,
}

/// What becomes of a damaged archive. What is missing of one that is read on is in [`Report::damage`](crate::Report::damage).
///
/// An error of the source or of the destination, an archive of a newer release and a model that is not known end a run in any case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum OnDamage {
    /// Any damage is an error, after the text before it. Damage that costs no text is one, too, after all of the text: a damaged index, or an
    /// archive that is unfinished.
    #[default]
    Stop,
    /// The same, but an archive that is unfinished, or to which an append was interrupted, is read like a complete one: its blocks are there.
    StopUnlessUnfinished,
    /// Everything undamaged is read. An input most of whose first eight bytes are not those of an archive is refused at once. Otherwise
    /// damage is an error only if no part of an archive is found.
    KeepGoing,
    /// The same, but whatever the first bytes are, the input is searched for blocks to its end.
    Search,
}

impl OnDamage {
    /// Whether what is behind damage is read.
    pub(crate) fn goes_on(self) -> bool {
        self >= Self::KeepGoing
    }
}

impl ExpandOptions {
    /// The default options: one thread for each core, the models that come with this crate, and damage is an error.
    pub const fn new() -> Self {
        Self {
            models: Vec::new(),
            resources: Resources {
                threads: 0,
                memory: None,
            },
            on_damage: OnDamage::Stop,
            remote: false,
        }
    }

    /// Whether each read of the source costs a request over a network (default: no). Then an archive that has its index in front, as
    /// [`Reader::optimize`](crate::Reader::optimize) writes it, is opened by that. Its footer, which a reader of a file compares when it
    /// opens the archive, is not read; every block and chunk is compared with the index in front before it is used.
    pub fn remote(mut self, remote: bool) -> Self {
        self.remote = remote;
        self
    }

    /// Adds a model of the caller's own with which an archive may have been coded. It is known in addition to those that come with this crate
    /// and those added before. Each archive names the model that it needs.
    pub fn model(self, model: Model) -> Self {
        self.models([model])
    }

    /// Adds several models, as [`ExpandOptions::model`] does.
    pub fn models(mut self, models: impl IntoIterator<Item = Model>) -> Self {
        self.models.extend(models);
        self
    }

    /// The number of threads that decode blocks, 1 to 1024; 0 means one for each core. Readers of single games use one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.resources.threads = threads;
        self
    }

    /// Approximate limit of memory for the run, in bytes, as for [`CompressOptions::memory`](crate::CompressOptions::memory).
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.resources.memory = bytes.into();
        self
    }

    /// Whether to continue after damage ([`OnDamage::KeepGoing`]) or not ([`OnDamage::Stop`], the default).
    pub fn keep_going(self, keep_going: bool) -> Self {
        self.on_damage(match keep_going {
            true => OnDamage::KeepGoing,
            false => OnDamage::Stop,
        })
    }

    /// What becomes of a damaged archive. [`Decoder`](crate::Decoder) always stops, [`test`](crate::test()) and [`repair`](crate::repair)
    /// never do.
    pub fn on_damage(mut self, on_damage: OnDamage) -> Self {
        self.on_damage = on_damage;
        self
    }
}
