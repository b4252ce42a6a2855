//! Lessons: opening names coded before a group of games, whose models start from the state after the first group of the block.
//!
//! Format: "Lessons".
//!
//! Opening names are learned from the games of a block, but a group does not learn from the groups between the first one and itself. So
//! before each later group come lessons: the names that it needs and that neither the first group nor earlier lessons had.

use entropy::{Code, Counter};
use model::number::{Decisions, hash};

use super::columns::COLUMNS;
use super::{Derived, Kind};
use crate::derived::catalogue::School;
use game::parts::GameParts;

/// A label of the catalogue, and its values for [`COLUMNS`].
type Lesson = (u16, [Option<Vec<u8>>; COLUMNS.len()]);

/// The lessons of a block.
pub struct Lessons {
    numbers: Decisions<2>,
    /// The state of choosing among guesses, kept separately for lessons, whose values are always unexpected.
    trust: Vec<Counter>,
    choices: Decisions<5>,
    /// The columns that had values the last time.
    columns: u32,
    /// How many bytes the values of further lessons may have.
    room: u64,
}

/// The school whose labels are used: it distinguishes the most openings.
const SCHOOL: School = School::Lichess;

impl Lessons {
    /// Before the second group of a block with so many bytes of text.
    pub fn new(text_bytes: u64) -> Self {
        let Derived { openings, .. } = Derived::new();
        Self {
            numbers: Decisions::new(12),
            trust: openings.trust,
            choices: openings.choices,
            columns: 0,
            room: text_bytes,
        }
    }

    /// The lessons for these games: names that `derived` does not predict, in ascending order of labels.
    pub fn of_games(derived: &mut Derived, games: &[GameParts]) -> Vec<Lesson> {
        let mut lessons: Vec<Lesson> = Vec::new();
        for game in games {
            let mut values: [Option<Vec<u8>>; COLUMNS.len()] = Default::default();
            for tag in &game.tags {
                if let Some(Kind::Opening(column)) = Kind::of(game.get(tag.name)) {
                    values[column] = Some(game.get(tag.value).to_vec());
                }
            }
            if values.iter().all(Option::is_none) {
                continue;
            }
            let Some(label) = derived
                .openings
                .surprising(game, &derived.plain, SCHOOL, &values)
            else {
                continue;
            };
            if lessons.iter().all(|(other, _)| *other != label) {
                lessons.push((label, values));
            }
        }
        lessons.sort_by_key(|&(label, _)| label);
        lessons
    }

    /// Codes the lessons before a group of so many games, and learns from them. Returns `false` if they are longer than they may be.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        derived: &mut Derived,
        lessons: &[Lesson],
        games: u64,
    ) -> bool {
        let count = self.number(coder, 0, 16, lessons.len() as u32);
        if u64::from(count) > games {
            return false;
        }
        let mut next = 0;
        self.swap(derived);
        for at in 0..count as usize {
            let lesson = lessons.get(at);
            let delta = lesson.map_or(0, |(label, _)| u32::from(*label) - next);
            next += self.number(coder, 1, 16, delta);
            let taught = u16::try_from(next).is_ok_and(|label| {
                let values = lesson.map(|(_, values)| values);
                self.lesson(coder, derived, label, values)
            });
            next += 1;
            if !taught || coder.failed() {
                return false;
            }
        }
        self.swap(derived);
        true
    }

    fn number(&mut self, coder: &mut impl Code, kind: u32, bits: u32, value: u32) -> u32 {
        let contexts = [hash(&[1, kind]), hash(&[2, kind, self.columns])];
        self.numbers.symbol(coder, contexts, bits, value)
    }

    fn swap(&mut self, derived: &mut Derived) {
        std::mem::swap(&mut self.trust, &mut derived.openings.trust);
        std::mem::swap(&mut self.choices, &mut derived.openings.choices);
    }

    fn lesson(
        &mut self,
        coder: &mut impl Code,
        derived: &mut Derived,
        label: u16,
        values: Option<&[Option<Vec<u8>>; COLUMNS.len()]>,
    ) -> bool {
        let present = |column: &usize| values.is_some_and(|values| values[*column].is_some());
        let present: u32 = (0..COLUMNS.len())
            .filter(present)
            .map(|column| 1 << column)
            .sum();
        let present = self.number(coder, 2, COLUMNS.len() as u32, present);
        self.columns = present;
        let Derived {
            openings, plain, ..
        } = derived;
        openings.start_lesson(SCHOOL, label);
        for column in (0..COLUMNS.len()).filter(|column| present >> column & 1 == 1) {
            let value = values.and_then(|values| values[column].as_deref());
            let value = value.unwrap_or_default();
            let found = openings.code(coder, plain, column, value, self.room);
            let left = found.and_then(|found| self.room.checked_sub(found.len() as u64));
            let Some(left) = left else { return false };
            self.room = left;
        }
        true
    }
}
