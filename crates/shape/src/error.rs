//! The errors of this crate.
//!
//! Not part of the format.

use std::{fmt, io};

/// An error of this crate.
#[derive(Debug)]
pub enum Error {
    /// An error of an archive.
    Archive(archive::Error),
    /// An error of the archive of this name among several ([`crate::Archives::names`]).
    Input(String, archive::Error),
    /// An error while reading or writing, with what was read or written.
    Io(&'static str, io::Error),
    /// The request is not possible.
    Asked(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Archive(error) => error.fmt(f),
            Self::Input(name, error) => write!(f, "{name}: {error}"),
            Self::Io(what, error) => write!(f, "{what}: {error}"),
            Self::Asked(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Archive(error) | Self::Input(_, error) => Some(error),
            Self::Io(_, error) => Some(error),
            Self::Asked(_) => None,
        }
    }
}

impl Error {
    /// The error of the archive with this number, if it is one of an archive and these names have one for it.
    pub(crate) fn in_archive(self, number: usize, names: &[String]) -> Self {
        match (self, names.get(number)) {
            (Self::Archive(error), Some(name)) => Self::Input(name.clone(), error),
            (error, _) => error,
        }
    }
}

impl From<archive::Error> for Error {
    fn from(error: archive::Error) -> Self {
        Self::Archive(error)
    }
}

/// For callers that know one type of errors.
impl From<Error> for archive::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Archive(error) => error,
            Error::Input(name, error) => error.in_file(name),
            Error::Io(what, error) => Self::system(what, error),
            Error::Asked(what) => Self::argument(what),
        }
    }
}
