//! What can go wrong.
//!
//! Not part of the format.

use std::{fmt, io};

/// What went wrong.
#[derive(Debug)]
pub enum Error {
    /// In an archive.
    Archive(archive::Error),
    /// While something was read or written; what it was.
    Io(&'static str, io::Error),
    /// What is asked for cannot be done.
    Asked(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Archive(error) => error.fmt(f),
            Self::Io(what, error) => write!(f, "{what}: {error}"),
            Self::Asked(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Archive(error) => Some(error),
            Self::Io(_, error) => Some(error),
            Self::Asked(_) => None,
        }
    }
}

impl From<archive::Error> for Error {
    fn from(error: archive::Error) -> Self {
        Self::Archive(error)
    }
}
