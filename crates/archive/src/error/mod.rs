//! Errors: what the caller can do, and where they are.
//!
//! Not part of the format.

mod place;

use crate::Stream;
use crate::block::BlockError;
use crate::container::Fault;
pub(crate) use place::{Place, cut_short};
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
    /// The archive was coded with a model that does not come with the program: give it to [`crate::expand_with`],
    /// [`crate::test_with`] or [`crate::Reader::open_with`].
    UnknownModel,
    /// The request is not possible: change the arguments.
    InvalidArgument,
    /// The caller's own progress callback ended the run.
    Cancelled,
    /// The source or the destination failed; [`std::error::Error::source`] is the [`io::Error`].
    Io,
}

/// An error of this crate: a kind, a place, and a message that says what to do.
///
/// ```
/// use archive::{ErrorKind, expand};
///
/// let error = expand(&b"1. e4 e5 *"[..], Vec::new(), 1, &mut |_| {}).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidArgument);
/// assert!(error.to_string().contains("not a pgnz archive"));
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
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, place: Place, what: impl Into<String>) -> Self {
        Self::of_games(kind, place, what.into(), None)
    }

    /// An error because of which these games (the first and the last of them, from 1) cannot be decoded.
    pub(crate) fn of_games(
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
            }),
        }
    }

    /// The error as a damaged place, with what is missing because of it.
    pub(crate) fn into_damage(self, missing: Option<crate::Missing>) -> crate::Damage {
        let Inner {
            kind, place, what, ..
        } = *self.inner;
        crate::Damage {
            kind,
            place,
            what,
            missing,
            appended: false,
        }
    }

    /// The error, in the block with this index from 0 if the error names no block.
    pub(crate) fn in_block(mut self, index: u64) -> Self {
        let block = &mut self.inner.place.block;
        *block = block.or(index.checked_add(1));
        self
    }

    /// The error, in a place with this number of games before it.
    pub(crate) fn after(mut self, games: impl Into<Option<u64>>) -> Self {
        self.inner.place = self.inner.place.after(games);
        self
    }

    /// The error of an input that is an archive after all: that its first bytes are none of an archive's is damage then.
    pub(crate) fn of_damage(mut self) -> Self {
        if self.inner.kind == ErrorKind::InvalidArgument {
            self.inner.kind = ErrorKind::Corruption;
            self.inner.what = "the archive's header is damaged".to_owned();
        }
        self
    }

    pub(crate) fn corruption(place: Place, what: impl Into<String>) -> Self {
        Self::new(ErrorKind::Corruption, place, what)
    }

    pub(crate) fn argument(what: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, Place::default(), what)
    }

    /// The error for a blob that cannot be read, and what to do.
    pub(crate) fn blob(kind: ErrorKind, what: impl Into<String>) -> Self {
        let mut error = Self::new(kind, Place::default(), what);
        error.inner.blob = true;
        error
    }

    pub(crate) fn io(what: &str, source: io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io, Place::default(), what);
        error.inner.source = Some(source);
        error
    }

    /// An error of the operating system, of the kind [`ErrorKind::Io`], with what cannot be done because of it: for code that builds on this
    /// crate.
    #[must_use]
    pub fn system(what: &str, source: io::Error) -> Self {
        Self::io(what, source)
    }

    pub(crate) fn fault(fault: Fault, place: Place) -> Self {
        let kind = match fault {
            Fault::Unknown(_) => ErrorKind::Compatibility,
            Fault::Short(_) | Fault::Checksum(_) | Fault::Misplaced | Fault::Broken(_) => {
                ErrorKind::Corruption
            }
        };
        Self::new(kind, place, fault.to_string())
    }

    pub(crate) fn block(error: BlockError, place: Place) -> Self {
        Self::corruption(
            Place {
                stream: error.stream.or(place.stream),
                ..place
            },
            error.what,
        )
    }

    /// The error that the caller has ended the run: for code that builds on this crate.
    #[must_use]
    pub fn cancelled() -> Self {
        let what = "the run was cancelled";
        Self::new(ErrorKind::Cancelled, Place::default(), what)
    }

    /// The error, with the memory limit in bytes that would have avoided it.
    pub(crate) fn needing(mut self, bytes: u64) -> Self {
        self.inner.needed_memory = Some(bytes);
        self
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
        } = &*self.inner;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_block_stream_and_byte_and_what_to_do() {
        let place = Place::block(16, 1000).stream(Stream::Clocks, 1200);
        let error = Error::fault(Fault::Checksum("the stream"), place);
        let text = error.to_string();
        assert!(
            text.starts_with(
                "block 17, stream clocks, byte 1200: the checksum of the stream does not match; "
            ),
            "{text}"
        );
        assert!(text.contains("another copy"), "{text}");
    }
}
