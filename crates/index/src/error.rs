//! Why an index cannot be written or used.
//!
//! Not part of the format.

use archive::ErrorKind;
use parquet::errors::ParquetError;
use std::io;

/// Why an index cannot be written or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not an index, or one of a later release.
    #[error("this is not an index that this release can read: {0}")]
    Foreign(String),
    /// It is the index of another archive, or of the same one as it was.
    #[error("this is the index of another archive, or of an earlier version of this one")]
    OfAnother,
    /// It has more bytes than the index of this archive can have.
    #[error("it is too long to be the index of this archive")]
    TooLong,
    /// The bytes are not those that were written.
    #[error("the index is damaged: {0}")]
    Damaged(String),
}

impl From<ParquetError> for Error {
    fn from(error: ParquetError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// For callers that know one type of errors. The message is the same.
impl From<Error> for archive::Error {
    fn from(error: Error) -> Self {
        let kind = match error {
            Error::Io(error) => return Self::system("the index cannot be read or written", error),
            Error::Foreign(_) => ErrorKind::Compatibility,
            Error::OfAnother => ErrorKind::InvalidArgument,
            Error::TooLong | Error::Damaged(_) => ErrorKind::Corruption,
        };
        Self::new(kind, Default::default(), error.to_string())
    }
}
