//! Errors: what the caller can do, and where they are.
//!
//! Not part of the format.

mod place;

use crate::Stream;
pub use place::{Place, cut_short};
use std::fmt;
use std::io;

/// What the caller can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The archive is undamaged, but of another version: use a newer release, or for versions 0.x the one that wrote it.
    Compatibility,
    /// The archive is damaged: use another copy. Everything before the damage is intact.
    Corruption,
    /// The archive ends early: copy or download it again, or wait until it is complete.
    InsufficientData,
    /// The archive was coded with a model that does not come with the program: give it to `expand_with`,
    /// `test_with` or `Reader::open_with`.
    UnknownModel,
    /// The request is not possible: change the arguments.
    InvalidArgument,
    /// The caller's own progress callback ended the run.
    Cancelled,
    /// The source or the destination failed; [`std::error::Error::source`] is the [`io::Error`].
    Io,
}

/// An error: a kind, a place, and a message that says what to do.
///
/// ```
/// # extern crate game as pgnz;
/// use pgnz::{ErrorKind, Position};
///
/// let error = Position::standard().read_move("Nf4").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidArgument);
/// assert!(error.to_string().contains("not a legal move"));
/// ```
#[derive(Debug)]
pub struct Error {
    inner: Box<Inner>,
}

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    place: Place,
    what: String,
    source: Option<io::Error>,
    /// Whether the error is about a blob, not an archive: then `what` says what to do.
    blob: bool,
    /// The first and the last of the games, from 1, that cannot be decoded because of it.
    games: Option<(u64, u64)>,
    /// The memory limit, in bytes, that would have avoided the error.
    needed_memory: Option<u64>,
    /// What the caller calls the file.
    file: Option<String>,
}

// The crates above make errors by the functions that the documentation does not list.
impl Error {
    /// An error of a kind, at a place.
    #[doc(hidden)]
    #[must_use]
    pub fn new(kind: ErrorKind, place: Place, what: impl Into<String>) -> Self {
        Self::of_games(kind, place, what.into(), None)
    }

    /// An error because of which these games (the first and the last of them, from 1) cannot be decoded.
    #[doc(hidden)]
    #[must_use]
    pub fn of_games(
        kind: ErrorKind,
        place: Place,
        what: String,
        games: Option<(u64, u64)>,
    ) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                place,
                what,
                source: None,
                blob: false,
                games,
                needed_memory: None,
                file: None,
            }),
        }
    }

    /// The place, and the message without it.
    #[doc(hidden)]
    #[must_use]
    pub fn into_place(self) -> (Place, String) {
        (self.inner.place, self.inner.what)
    }

    /// The error, in the block with this index from 0 if the error names no block.
    #[doc(hidden)]
    #[must_use]
    pub fn in_block(mut self, index: u64) -> Self {
        let block = &mut self.inner.place.block;
        *block = block.or(index.checked_add(1));
        self
    }

    /// The error, in a place with this number of games before it.
    #[doc(hidden)]
    #[must_use]
    pub fn after(mut self, games: impl Into<Option<u64>>) -> Self {
        self.inner.place = self.inner.place.after(games);
        self
    }

    /// The error of an input that is an archive after all: that its first bytes are none of an archive's is damage then.
    #[doc(hidden)]
    #[must_use]
    pub fn of_damage(mut self) -> Self {
        if self.inner.kind == ErrorKind::InvalidArgument {
            self.inner.kind = ErrorKind::Corruption;
            self.inner.what = "the archive's header is damaged".to_owned();
        }
        self
    }

    /// Damage at a place.
    #[doc(hidden)]
    #[must_use]
    pub fn corruption(place: Place, what: impl Into<String>) -> Self {
        Self::new(ErrorKind::Corruption, place, what)
    }

    /// An error of the kind [`ErrorKind::InvalidArgument`], with what was asked for in vain: for code that builds on this crate.
    #[must_use]
    pub fn argument(what: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, Place::default(), what)
    }

    /// The error for a blob that cannot be read, and what to do.
    #[doc(hidden)]
    #[must_use]
    pub fn blob(kind: ErrorKind, what: impl Into<String>) -> Self {
        let mut error = Self::new(kind, Place::default(), what);
        error.inner.blob = true;
        error
    }

    /// An error of the operating system, of the kind [`ErrorKind::Io`], with what cannot be done because of it: for code that builds on this
    /// crate.
    #[must_use]
    pub fn system(what: &str, source: io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io, Place::default(), what);
        error.inner.source = Some(source);
        error
    }

    /// The error that the caller has ended the run: for code that builds on this crate.
    #[must_use]
    pub fn cancelled() -> Self {
        let what = "the run was cancelled";
        Self::new(ErrorKind::Cancelled, Place::default(), what)
    }

    /// The error, with the memory limit in bytes that would have avoided it.
    #[doc(hidden)]
    #[must_use]
    pub fn needing(mut self, bytes: u64) -> Self {
        self.inner.needed_memory = Some(bytes);
        self
    }

    /// The error, in the file with this name, unless it names one already: for callers that read several. Messages begin with the name.
    ///
    /// ```
    /// let error = game::Error::argument("there is no such game").in_file("games.pgnz");
    /// assert_eq!(error.to_string(), "games.pgnz: there is no such game");
    /// assert_eq!(error.file(), Some("games.pgnz"));
    /// ```
    #[must_use]
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.inner.file.get_or_insert_with(|| name.into());
        self
    }

    /// The name of the file with the error, if the caller has given it one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.inner.file.as_deref()
    }

    /// What the caller can do.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.inner.kind
    }

    /// The number of the block with the error, from 1, counted over all archives of the input.
    #[must_use]
    pub fn block_number(&self) -> Option<u64> {
        self.inner.place.block
    }

    /// The stream with the error.
    #[must_use]
    pub fn stream(&self) -> Option<Stream> {
        self.inner.place.stream
    }

    /// A memory limit, in bytes, that is sufficient, if the limit that was set is too low for a block.
    #[must_use]
    pub fn needed_memory(&self) -> Option<u64> {
        self.inner.needed_memory
    }

    /// The byte of the archive, from 0, at which the faulty part starts.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.inner.place.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner {
            kind,
            place,
            what,
            source,
            blob,
            games,
            needed_memory: _,
            file,
        } = &*self.inner;
        if let Some(file) = file {
            write!(f, "{file}: ")?;
        }
        place.write(f)?;
        f.write_str(what)?;
        if let Some(source) = source {
            write!(f, ": {source}")?;
        }
        if *blob {
            return Ok(());
        }
        match games {
            Some((first, last)) if first == last => write!(f, "; game {first} is lost")?,
            Some((first, last)) => write!(f, "; games {first} to {last} are lost")?,
            None => {}
        }
        if *kind == ErrorKind::InsufficientData {
            let cut = cut_short(place.games_before);
            return write!(f, "; {cut}: copy or download it again");
        }
        f.write_str(match kind {
            ErrorKind::Compatibility => "; read it with the release that wrote it, or, from version 1.0 on, with any newer release",
            ErrorKind::Corruption => "; the archive is damaged here: use another copy",
            ErrorKind::UnknownModel => "; that model is needed",
            ErrorKind::InsufficientData
            | ErrorKind::InvalidArgument
            | ErrorKind::Cancelled
            | ErrorKind::Io => "",
        })
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.inner.source.as_ref().map(|source| source as _)
    }
}

/// For adapters, whose callers expect errors of the standard library. [`io::Error::get_ref`] returns the original error.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Corruption => io::ErrorKind::InvalidData,
            ErrorKind::InsufficientData => io::ErrorKind::UnexpectedEof,
            ErrorKind::Compatibility | ErrorKind::UnknownModel => io::ErrorKind::Unsupported,
            ErrorKind::InvalidArgument => io::ErrorKind::InvalidInput,
            // Not `Interrupted`: callers try again after that.
            ErrorKind::Cancelled => io::ErrorKind::Other,
            ErrorKind::Io => {
                let source = error.inner.source.as_ref();
                source.map_or(io::ErrorKind::Other, io::Error::kind)
            }
        };
        Self::new(kind, error)
    }
}
