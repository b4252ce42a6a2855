//! The compression levels, and the identification of the model that coded an archive.
//!
//! Format: "Header".

use crate::{HeldData, MissingData, data};
use game::Error;
use std::fmt;
use std::str::FromStr;

/// A compression level. It selects the model of moves, and so how small archives get and how long coding takes.
///
/// ```
/// # extern crate streams as pgnz;
/// use pgnz::Level;
///
/// assert_eq!("fast".parse::<Level>()?, Level::Fast);
/// assert_eq!(Level::default().name(), "default");
/// # Ok::<(), game::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// A small network, which takes the least time.
    Fast,
    /// A wider network, which is nearly as fast and makes smaller archives.
    #[default]
    Default,
    /// Large networks, which make the smallest archives.
    Best,
}

impl Level {
    /// Every level, from the fastest to the one that makes the smallest archives.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Default, Self::Best];

    /// The name of the level for users.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Default => "default",
            Self::Best => "best",
        }
    }

    /// The number in an archive's header.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Fast => 0,
            Self::Default => 1,
            Self::Best => 2,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = Error;

    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](game::ErrorKind::InvalidArgument) for a name that is not that of a level.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::argument(format!(
                "there is no level {name}: this release has the levels {names}"
            ))
        })
    }
}

/// Identifies the model that coded an archive, as in its header. The model itself is a [`crate::Model`].
///
/// It is displayed as `default (digest 0123456789abcdef)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ModelId {
    pub(crate) level: Option<Level>,
    pub(crate) digest: u64,
}

/// The number in an archive's header of a model that does not come with the program.
const OWN: u8 = u8::MAX;

impl ModelId {
    /// The name of the level, or `own` for a model that does not come with the program.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.level.map_or("own", Level::name)
    }

    /// A digest of the model's weights and of the other data that decoding needs.
    #[must_use]
    pub fn digest(self) -> u64 {
        self.digest
    }

    /// What a block's header says of its model: the first four bytes of the digest.
    #[must_use]
    pub fn check(self) -> [u8; 4] {
        let [a, b, c, d, ..] = self.digest.to_be_bytes();
        [a, b, c, d]
    }

    /// The number in an archive's header, which is that of the codec of the moves.
    #[must_use]
    pub fn number(self) -> u8 {
        Self::number_of(self.level)
    }

    /// The number of a level, or of a model that does not come with the program.
    pub(crate) fn number_of(level: Option<Level>) -> u8 {
        level.map_or(OWN, Level::number)
    }

    /// Reads the fields of an archive's header; `None` for a level that this release does not have.
    #[must_use]
    pub fn read(number: u8, digest: u64) -> Option<Self> {
        let mut levels = Level::ALL.into_iter();
        let level = levels.find(|level| level.number() == number);
        (level.is_some() || number == OWN).then_some(Self { level, digest })
    }

    /// The files of data that must be handed over ([`Model::supply`](crate::Model::supply)) before archives of this model can be decoded.
    #[must_use]
    pub fn missing_data(self) -> Vec<MissingData> {
        data::missing(self.level)
    }

    /// The files of data that this program has and that one without embedded weights must be handed
    /// ([`Model::supply`](crate::Model::supply)) before archives of this model can be decoded.
    #[must_use]
    pub fn held_data(self) -> Vec<HeldData> {
        data::held(self.level)
    }

    /// The level; `None` for a model that does not come with the program.
    #[must_use]
    pub fn level(self) -> Option<Level> {
        self.level
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (digest {:016x})", self.name(), self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_name_and_a_number_of_its_own() {
        for level in Level::ALL {
            assert_eq!(level.name().parse::<Level>().unwrap(), level);
            let id = ModelId {
                level: Some(level),
                digest: 7,
            };
            assert_eq!(ModelId::read(id.number(), 7), Some(id));
        }
        let own = ModelId {
            level: None,
            digest: 7,
        };
        assert_eq!(ModelId::read(255, 7), Some(own));
        assert_eq!(own.to_string(), "own (digest 0000000000000007)");
    }

    #[test]
    fn a_level_that_does_not_exist_is_named_with_those_that_do() {
        let error = "max".parse::<Level>().unwrap_err().to_string();
        assert!(
            error.contains("max") && error.contains("fast, default, best"),
            "{error}"
        );
        assert_eq!(ModelId::read(3, 0), None);
    }
}
