//! The first byte of a blob: the number of the models and of the version of the format that it was made with.
//!
//! Format: "Blobs".
//!
//! The first byte says everything that decoding needs to know: how the blob is written, the model of its moves, and that of its end.
//! **A number is never used again.** To change one of these three things, give the level the next free number and move the old one to
//! [`RETIRED`]. A test checks that the numbers match the weights.

use crate::edition::LEVELS_1_0;
use crate::{Error, ErrorKind, Level, Model};

/// Numbers of the models that come with the program. 0 is never used, so that zeros are not a blob.
const SHIPPED: [(u8, Level); 3] = [shipped(0), shipped(1), shipped(2)];

const fn shipped(at: usize) -> (u8, Level) {
    let own = LEVELS_1_0[at];
    (own.blobs, own.level)
}

/// Numbers of models that this release does not have, what they meant, and in which release.
const RETIRED: [(u8, &str, &str); 11] = [
    (1, "level fast", "0.2.0"),
    (2, "level default", "0.2.0"),
    // Only ever in the source, not in a release.
    (3, "level default", "0.3.0-dev"),
    (4, "level default", "0.3.0-dev"),
    (5, "level fast", "0.3.0-dev"),
    (6, "level default", "0.3.0-dev"),
    (7, "level fast", "0.3.0-dev"),
    (8, "level best", "0.3.0-dev"),
    (9, "level fast", "0.3.0-dev"),
    (10, "level default", "0.3.0-dev"),
    (255, "a separate model", "0.2.0"),
];

/// The number of every model that does not come with the program; the check value distinguishes them. The next such number is 253.
const OWN: u8 = 254;

/// The number of a model.
pub(super) fn of(model: &Model) -> u8 {
    let mut shipped = SHIPPED.into_iter();
    let found = shipped.find(|&(_, level)| model.id().level() == Some(level));
    found.map_or(OWN, |(number, _)| number)
}

/// The model that a blob was made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The model of a level.
    Level(Level),
    /// A model that does not come with the program.
    Own,
}

impl Wanted {
    /// The meaning of a number.
    pub fn by(number: u8) -> Result<Self, Error> {
        if number == OWN {
            return Ok(Self::Own);
        }
        if let Some((_, level)) = SHIPPED.into_iter().find(|&(known, _)| known == number) {
            return Ok(Self::Level(level));
        }
        let retired = RETIRED.iter().find(|&&(known, ..)| known == number);
        let what = match retired {
            Some((_, model, release)) => format!(
                "this blob was made with {model} of release {release}, whose weights this release does not have: read it with that release"
            ),
            None => {
                let names = SHIPPED.map(|(number, level)| format!("{number} ({level})"));
                format!(
                    "these bytes are not a blob, or a blob of a later release, or a bare blob, which does not name its model: they begin with model number {number}, and this release knows {} and {OWN} (own)",
                    names.join(", ")
                )
            }
        };
        Err(Error::blob(ErrorKind::Compatibility, what))
    }

    /// The model itself. If the caller gives a model, it must be this one.
    pub fn find(self, given: Option<&Model>) -> Result<Model, Error> {
        match (self, given) {
            (Self::Level(level), None) => Ok(Model::of(level)),
            (Self::Own, None) => Err(Error::blob(
                ErrorKind::UnknownModel,
                "this blob was made with a model that does not come with the program; that model is needed",
            )),
            (wanted, Some(model)) if wanted.is(model) => Ok(model.clone()),
            (Self::Level(level), Some(_)) => Err(Error::argument(format!(
                "this blob was made with level {level}, but another model was given"
            ))),
            (Self::Own, Some(_)) => Err(Error::argument(
                "this blob was made with a model that does not come with the program, but a level was given",
            )),
        }
    }

    fn is(self, model: &Model) -> bool {
        match self {
            Self::Level(level) => model.id().level() == Some(level),
            Self::Own => model.id().level().is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// Numbers and the first eight bytes of the SHA-256 of the networks that they stand for. Lines are added and never changed: see the
    /// top of this file. Other weights for the ends of games are new numbers, too.
    const STAND_FOR: [(u8, u64); 3] = [
        (11, 0xc7c6_e32d_c551_457d),
        (12, 0xc810_8d46_9d0d_4394),
        (13, 0x1b18_e5ee_6840_7f2c),
    ];

    #[test]
    fn other_weights_have_another_number() {
        for (number, level) in SHIPPED {
            let [a, b, c, d, e, f, g, h, ..] = Model::of(level).knowledge().digest();
            let digest = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
            let found = STAND_FOR.iter().find(|&&(known, _)| known == number);
            assert_eq!(
                found.map(|&(_, digest)| digest),
                Some(digest),
                "the weights have changed: give them the next free number, and retire number {number} ({digest:016x?})"
            );
        }
    }

    #[test]
    fn no_number_is_used_twice_and_each_is_found() {
        let mut numbers: Vec<u8> = SHIPPED.map(|(number, _)| number).to_vec();
        numbers.extend(RETIRED.map(|(number, ..)| number));
        numbers.push(OWN);
        numbers.sort_unstable();
        let count = numbers.len();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
        assert!(!numbers.contains(&0));
        for level in Level::ALL {
            let number = of(&Model::of(level));
            assert_eq!(Wanted::by(number).unwrap(), Wanted::Level(level));
        }
        assert_eq!(Wanted::by(OWN).unwrap(), Wanted::Own);
    }
}
