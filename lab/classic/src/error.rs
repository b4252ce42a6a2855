//! What can go wrong, in both directions.

/// Why something cannot be encoded or decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The board or game lies outside of what the encoding can hold.
    #[error("{0}")]
    Refused(String),
    /// The bits or the number are no board or game of this encoding.
    #[error("{0}")]
    Malformed(String),
}

impl Error {
    pub(crate) fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }

    pub(crate) fn malformed(what: impl Into<String>) -> Self {
        Self::Malformed(what.into())
    }
}
