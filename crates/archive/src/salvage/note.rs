//! What a scan finds wrong, before all of it is known: the numbers of missing games may stand in an index that comes later.
//!
//! Not part of the format.

use crate::container::Summary;
use crate::{Damage, Error, ErrorKind, Missing};
use std::ops::Range;

/// What is wrong at a place.
#[derive(Debug)]
pub(crate) struct Note {
    pub error: Error,
    /// The games of all blocks before it whose headers were sound.
    pub games_seen: u64,
    /// The archives before the one that it is about if all of those came to their end.
    pub whole_archives: u64,
    pub lost: Lost,
    /// Whether the archive says that it is unfinished.
    pub unfinished: bool,
}

impl Note {
    /// Whether writing was interrupted, and what was complete before is whole.
    pub fn is_interruption(&self) -> bool {
        self.unfinished || self.is_interrupted_append()
    }

    /// Whether the input ends early in an archive after others that are whole.
    fn is_interrupted_append(&self) -> bool {
        let ends_early = self.error.kind() == ErrorKind::InsufficientData;
        self.whole_archives > 0 && ends_early && !self.unfinished
    }

    /// The note as an error, where it is the first of an input.
    pub fn into_error(self) -> Error {
        Error::from(self.into_damage(&mut Some(0), &[]))
    }

    /// The note with numbers. `unseen` has the missing games before it that no header told of, if they are known.
    pub fn into_damage(self, unseen: &mut Option<u64>, gaps: &[Gap]) -> Damage {
        let before = unseen.and_then(|unseen| unseen.checked_add(self.games_seen));
        let missing = |games: Option<u64>, text_bytes: Option<u64>| Missing {
            first_game: before.and_then(|before| before.checked_add(1)),
            games,
            text_bytes,
        };
        let missing = match self.lost {
            Lost::Nothing => None,
            Lost::Games { games, text_bytes } => Some(missing(Some(games), text_bytes)),
            Lost::Unknown => {
                *unseen = None;
                Some(missing(None, None))
            }
            Lost::Gap(number) => {
                let held = gaps.get(number).and_then(|gap| gap.held);
                *unseen = unseen
                    .zip(held)
                    .and_then(|(unseen, (games, _))| unseen.checked_add(games));
                Some(missing(
                    held.map(|(games, _)| games),
                    held.map(|(_, text_bytes)| text_bytes),
                ))
            }
        };
        let (appended, unfinished) = (self.is_interrupted_append(), self.unfinished);
        let damage = Damage::of(self.error.after(before), missing);
        Damage {
            appended,
            unfinished,
            ..damage
        }
    }
}

/// What is missing because of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    Nothing,
    /// Games of a block whose header is sound.
    Games {
        games: u64,
        text_bytes: Option<u64>,
    },
    /// Blocks of which nothing was found, by the number of the [`Gap`].
    Gap(usize),
    /// Nobody can say.
    Unknown,
}

impl Lost {
    /// The block that says this about itself.
    pub fn of(summary: &Summary) -> Self {
        Self::Games {
            games: summary.facts.games,
            text_bytes: Some(summary.facts.text_bytes),
        }
    }
}

/// Blocks of an archive that were not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gap {
    /// Their places among the blocks of the archive.
    pub ordinals: Range<u64>,
    /// Their games and bytes of text, once an index has told.
    pub held: Option<(u64, u64)>,
}

/// Works out which games are missing, now that all indexes have been seen. The notes are in the order of the input.
pub(crate) fn resolve(notes: Vec<Note>, gaps: &[Gap]) -> Vec<Damage> {
    let mut unseen = Some(0);
    let damage = notes
        .into_iter()
        .map(|note| note.into_damage(&mut unseen, gaps));
    damage.collect()
}
