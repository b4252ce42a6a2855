//! The report of a damaged place in an archive and of the games that are lost because of it.
//!
//! Not part of the format.

use crate::error::{Place, cut_short};
use crate::{Error, ErrorKind};
use std::fmt;

/// A damaged place of an archive, and what is missing because of it.
///
/// It is displayed as one line: the place, the damage, and the games that are missing.
///
/// ```
/// use archive::{CompressOptions, ExpandOptions, compress, expand};
///
/// let mut packed = Vec::new();
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
/// packed.truncate(packed.len() - 10);
/// let mut text = Vec::new();
/// let report = expand(&packed[..], &mut text, &ExpandOptions::new().keep_going(true))?;
/// assert_eq!(text, b"[White \"Anna\"]\n\n1. e4 *\n");
/// assert!(report.damage[0].to_string().contains("cut short after game 1"));
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    pub(crate) kind: ErrorKind,
    pub(crate) place: Place,
    pub(crate) what: String,
    pub(crate) missing: Option<Missing>,
    /// Whether the input ends early after whole archives.
    pub(crate) appended: bool,
    /// Whether the input says that it is unfinished here.
    pub(crate) unfinished: bool,
}

/// The extent of missing text, as far as the rest of the archive shows it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// The number of the first missing game, from 1, over the whole input and with missing games counted.
    pub first_game: Option<u64>,
    /// How many games.
    pub games: Option<u64>,
    /// How much text, in bytes.
    pub text_bytes: Option<u64>,
}

impl Damage {
    /// An error as a damaged place, with what is missing because of it.
    pub(crate) fn of(error: Error, missing: Option<Missing>) -> Self {
        let kind = error.kind();
        let (place, what) = error.into_place();
        Self {
            kind,
            place,
            what,
            missing,
            appended: false,
            unfinished: false,
        }
    }

    /// The kind of the damage: [`ErrorKind::InsufficientData`] if the archive ends early, otherwise usually
    /// [`ErrorKind::Corruption`].
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What is missing because of it; `None` if nothing is, for example if only the index is damaged.
    #[must_use]
    pub fn missing(&self) -> Option<&Missing> {
        self.missing.as_ref()
    }

    /// Whether the input ends early in an archive that follows complete ones, as after an interrupted append.
    #[must_use]
    pub fn is_interrupted_append(&self) -> bool {
        self.appended
    }

    /// Whether the archive is unfinished from here on: it is still being written, or the run was stopped. Nothing before it is missing.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Number of the block, from 1, counted over all archives of the input.
    #[must_use]
    pub fn block_number(&self) -> Option<u64> {
        self.place.block
    }

    /// The byte of the input, from 0, at which the damaged part starts.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.place.offset
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place.write(f)?;
        f.write_str(&self.what)?;
        if self.kind == ErrorKind::InsufficientData && !self.unfinished {
            write!(f, "; {}", cut_short(self.place.games_before))?;
        }
        if self.appended {
            f.write_str(", as happens if adding to one is interrupted")?;
        }
        match &self.missing {
            Some(missing) => write!(f, "; missing: {missing}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first_game, self.games) {
            (Some(first), Some(1)) => write!(f, "game {first}")?,
            (Some(first), Some(games)) if games > 0 => {
                write!(f, "games {first} to {}", first.saturating_add(games - 1))?;
            }
            (_, Some(1)) => f.write_str("1 game")?,
            (_, Some(games)) => write!(f, "{games} games")?,
            (Some(1), None) => f.write_str("an unknown number of games at the beginning")?,
            (Some(first), None) => {
                write!(f, "an unknown number of games after game {}", first - 1)?;
            }
            (None, None) => f.write_str("an unknown number of games")?,
        }
        match self.text_bytes {
            Some(bytes) => write!(f, ", {bytes} bytes of text"),
            None => Ok(()),
        }
    }
}

impl From<Damage> for Error {
    fn from(damage: Damage) -> Self {
        let games = damage.missing.and_then(|missing| {
            let first = missing.first_game?;
            Some((first, first.checked_add(missing.games?.checked_sub(1)?)?))
        });
        Self::of_games(damage.kind, damage.place, damage.what, games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_place_the_fault_and_the_missing_games() {
        let damage = |kind, missing| Damage {
            kind,
            place: Place::block(2, 700).after(40),
            what: "the text's checksum does not match".to_owned(),
            missing,
            appended: false,
            unfinished: false,
        };
        let missing = Missing {
            first_game: Some(41),
            games: Some(10),
            text_bytes: Some(512),
        };
        assert_eq!(
            damage(ErrorKind::Corruption, Some(missing)).to_string(),
            "block 3, byte 700: the text's checksum does not match; missing: games 41 to 50, 512 bytes of text"
        );
        assert_eq!(
            damage(ErrorKind::InsufficientData, None).to_string(),
            "block 3, byte 700: the text's checksum does not match; the archive is cut short after game 40"
        );
        for (first_game, games, said) in [
            (Some(7), Some(1), "game 7"),
            (None, Some(3), "3 games"),
            (Some(7), None, "an unknown number of games after game 6"),
            (None, None, "an unknown number of games"),
        ] {
            let missing = Missing {
                first_game,
                games,
                text_bytes: None,
            };
            assert_eq!(missing.to_string(), said);
        }
    }
}
