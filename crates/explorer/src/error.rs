//! Why an explorer cannot be made, written or used.
//!
//! Not part of the format.

use archive::ErrorKind;
use std::io;

/// Why an explorer cannot be made, written or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not an explorer, or one of a later release.
    #[error("this is not an opening tree that this release can read")]
    Foreign,
    /// It is that of another archive, or of the same one as it was.
    #[error("this is the opening tree of another archive, or of an earlier version of this one")]
    OfAnother,
    /// The bytes are not those that were written.
    #[error("the opening tree is damaged: {0}")]
    Damaged(&'static str),
    /// It would have more than 2³² games.
    #[error("an opening tree has at most 4,294,967,295 games")]
    TooMany,
}

/// For callers that know one type of errors. The message is the same.
impl From<Error> for archive::Error {
    fn from(error: Error) -> Self {
        let kind = match error {
            Error::Io(error) => {
                return Self::system("the opening tree cannot be read or written", error);
            }
            Error::Foreign => ErrorKind::Compatibility,
            Error::OfAnother | Error::TooMany => ErrorKind::InvalidArgument,
            Error::Damaged(_) => ErrorKind::Corruption,
        };
        Self::new(kind, Default::default(), error.to_string())
    }
}

/// A file that ends too early.
pub(crate) fn of_end(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Error::Foreign,
        _ => Error::Io(error),
    }
}
