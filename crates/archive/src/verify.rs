//! How a block is compared with its text before it is written.
//!
//! Not part of the format: archives do not depend on it.

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// How each block is decoded again and compared with its text before it is written. A block that fails is stored uncompressed.
///
/// ```
/// use archive::Verify;
/// assert_eq!("replay".parse::<Verify>()?, Verify::Replay);
/// assert_eq!(Verify::from(true), Verify::Full);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verify {
    /// All of it is decoded.
    #[default]
    Full,
    /// All of it is decoded, but what the model made of most moves is taken from the encoding instead of predicted once more. The first group
    /// of each block and one other, which its text decides, are decoded in full. So a mistake that makes the model predict something else
    /// when decoding may stay unnoticed if it shows in other groups alone.
    Replay,
    /// Nothing is decoded.
    None,
}

impl Verify {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Full, Self::Replay, Self::None];

    /// The name used in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Replay => "replay",
            Self::None => "none",
        }
    }

    /// Whether blocks are decoded at all.
    #[must_use]
    pub const fn decodes(self) -> bool {
        !matches!(self, Self::None)
    }
}

impl From<bool> for Verify {
    /// Whether all is decoded, or nothing.
    fn from(verify: bool) -> Self {
        if verify { Self::Full } else { Self::None }
    }
}

impl fmt::Display for Verify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Verify {
    type Err = Error;

    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a name that is not one of them.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|verify| verify.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::argument(format!(
                "there is no way '{name}' to verify: there are {names}"
            ))
        })
    }
}
