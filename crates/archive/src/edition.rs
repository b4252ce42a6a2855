//! Editions: named sets of codecs with their data, which never change.
//!
//! Format: "Editions".

use crate::{Error, Level, ModelId};
use std::fmt;
use std::str::FromStr;

/// A named set of levels, codecs, data and numbers of blobs. What an edition has never changes, so that its name says what a decoder needs.
///
/// ```
/// use archive::{CompressOptions, Edition, compress};
///
/// let options = CompressOptions::new().edition("1.0".parse::<Edition>()?);
/// let report = compress(&b"1. e4 *\n"[..], Vec::new(), &options)?;
/// assert_eq!(report.edition(), Some(Edition::V1_0));
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Edition {
    /// Levels fast, default and best; of every other stream codec 0; blobs with the numbers 11, 12 and 13.
    V1_0,
}

/// A level of an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EditionLevel {
    pub level: Level,
    /// The digest in the header of its archives. It stands for the codecs of all streams and for the SHA-256 of each of their files.
    pub digest: u64,
    /// The number of its blobs.
    pub blobs: u8,
}

/// Edition 1.0. A release that changes a line of this makes other archives under the same name: new codecs are a new edition.
pub(crate) const LEVELS_1_0: [EditionLevel; 3] = [
    EditionLevel {
        level: Level::Fast,
        digest: 0xff5f_febb_c4ee_4bae,
        blobs: 11,
    },
    EditionLevel {
        level: Level::Default,
        digest: 0xea80_4181_0215_6d19,
        blobs: 12,
    },
    EditionLevel {
        level: Level::Best,
        digest: 0x53c5_3077_c5ea_95cc,
        blobs: 13,
    },
];

impl Edition {
    /// All of them, the oldest first.
    pub const ALL: [Self; 1] = [Self::V1_0];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
        }
    }

    pub(crate) fn levels(self) -> &'static [EditionLevel] {
        match self {
            Self::V1_0 => &LEVELS_1_0,
        }
    }

    /// The first edition that has the level, the codecs and the data of archives that name this model; `None` for a model of the caller's own, and for
    /// data of other releases.
    #[must_use]
    pub fn of(model: ModelId) -> Option<Self> {
        let is_of =
            |own: &EditionLevel| (Some(own.level), own.digest) == (model.level(), model.digest());
        Self::ALL
            .into_iter()
            .find(|edition| edition.levels().iter().any(is_of))
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Edition {
    type Err = Error;

    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a name that is not one of them.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|edition| edition.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::argument(format!("there is no edition '{name}': there are {names}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Digest, Model};

    /// The SHA-256 of the table of each edition, as [`written`] has it. Lines are added and never changed.
    const FROZEN: [(Edition, &str); 1] = [(
        Edition::V1_0,
        "b2a80c640c3047af29dcb60418ef98c85f56767737d46251af2885b035866a54",
    )];

    fn written(edition: Edition) -> String {
        let levels = edition.levels().iter();
        let lines = levels.map(|own| {
            let (number, level) = (own.level.number(), own.level);
            format!("{number} {level} {:016x} {}\n", own.digest, own.blobs)
        });
        format!("{edition}\n{}", lines.collect::<String>())
    }

    #[test]
    fn an_edition_never_changes() {
        assert_eq!(FROZEN.map(|(edition, _)| edition), Edition::ALL);
        for (edition, sum) in FROZEN {
            let table = written(edition);
            assert_eq!(Digest::of(table.as_bytes()).to_string(), sum, "{table}");
        }
    }

    #[test]
    fn edition_1_0_is_what_this_release_writes() {
        for own in Edition::V1_0.levels() {
            let model = Model::of(own.level);
            assert_eq!(
                model.digest(),
                own.digest,
                "{}: {:#018x}",
                own.level,
                model.digest()
            );
            assert_eq!(Edition::of(model.id()), Some(Edition::V1_0));
        }
        assert_eq!(Edition::V1_0.levels().len(), Level::ALL.len());
        let other = ModelId::read(0, 7).unwrap();
        assert_eq!(Edition::of(other), None);
    }

    #[test]
    fn another_name_is_refused_with_the_list() {
        assert_eq!("1.0".parse::<Edition>().unwrap(), Edition::V1_0);
        let error = "1.1".parse::<Edition>().unwrap_err().to_string();
        assert!(
            error.contains("'1.1'") && error.contains("there are 1.0"),
            "{error}"
        );
    }
}
