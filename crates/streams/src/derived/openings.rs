//! Predicts names of openings from the positions of a game, by the names in earlier games of the block and by a catalogue.
//!
//! Format: "Stream derived".

use crate::derived::catalogue::School;
use entropy::{Code, Counter};
use model::candidates::{Candidate, Candidates};
use model::number::{Decisions, hash, place};

use super::aliases::Aliases;
use super::columns::{CODE, COLUMNS};
use super::known::Known;
use super::places::{Places, spread};
use super::plain::Plain;
use game::parts::GameParts;

/// The first source that is a school of the catalogue.
pub(super) const CATALOGUE: u32 = 3;
/// Number of positions, from the start, that are used.
const WINDOW: usize = 41;

/// A guess at a value.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    pub value: u32,
    /// The source of the guess, as a number below 32.
    pub source: u32,
    /// A hash of the situation in which the source guesses.
    context: u32,
}

/// Model of these values.
#[derive(Clone)]
pub(super) struct Openings {
    known: Known,
    pub(super) aliases: Aliases,
    /// The value of a column that followed a value of the one before, by [`follower`].
    followers: Places<u32>,
    /// How often a source is right in its situation.
    pub(super) trust: Vec<Counter>,
    pub(super) choices: Decisions<5>,
    pub(super) guesses: Vec<Guess>,
    /// Of the game: its values so far, the column and value before, and which sources were right.
    pub(super) row: [Option<u32>; COLUMNS.len()],
    pub(super) before: u32,
    right: u32,
}

/// The key of a column after a value, which is given as [`Openings::before`].
fn follower(column: u32, before: u32) -> u64 {
    spread(u64::from(column) << 32 | u64::from(before))
}

/// Situations of sources, by hash.
const SITUATION_BITS: u32 = 12;

impl Openings {
    pub fn new() -> Self {
        Self {
            known: Known::default(),
            aliases: Aliases::default(),
            followers: Places::default(),
            trust: vec![Counter::new(); 1 << SITUATION_BITS],
            choices: Decisions::new(16),
            guesses: Vec::new(),
            row: [None; COLUMNS.len()],
            before: 0,
            right: 0,
        }
    }

    /// Begins a game that has such tags.
    pub fn start(&mut self, game: &GameParts) {
        self.row = [None; COLUMNS.len()];
        (self.before, self.right) = (0, 0);
        let window = game.main_line.positions.len().min(WINDOW);
        let positions = &game.main_line.positions[..window];
        self.known.begin(positions);
        self.aliases.begin(positions);
    }

    /// Begins a lesson on a label of a school: a game of which only that is known.
    pub fn start_lesson(&mut self, school: School, label: u16) {
        self.row = [None; COLUMNS.len()];
        (self.before, self.right) = (0, 0);
        self.known.begin(&[]);
        self.aliases.only(school, label);
    }

    /// The label that a school has for a game, unless all of the game's values are predicted already.
    pub fn surprising(
        &mut self,
        game: &GameParts,
        plain: &Plain,
        school: School,
        values: &[Option<Vec<u8>>; COLUMNS.len()],
    ) -> Option<u16> {
        self.start(game);
        let label = self.aliases.label(school)?;
        let code = values[CODE].as_deref().unwrap_or_default();
        let foreseen = (0..COLUMNS.len()).all(|column| {
            let Some(value) = &values[column] else {
                return true;
            };
            let known = self.known.cells(column).next();
            known.is_some_and(|(_, cell)| plain.get(cell.value) == value)
                || self.aliases.foresee(plain, column, code, value)
        });
        (!foreseen).then_some(label)
    }

    /// Ends the game.
    pub fn learn(&mut self) {
        self.known.learn(&self.row);
    }

    /// Codes a value. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        plain: &mut Plain,
        column: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        self.guess(plain, column);
        let wanted = plain.find(value);
        let chosen = self.choose(coder, column as u32, wanted);
        let found = match chosen {
            Some(id) => plain.get(id).to_vec(),
            None => self.unguessed(coder, plain, column, value, limit)?,
        };
        if let Some(id) = plain.learn(&found) {
            self.note(column, id);
            let code = self.row[0].map_or(&[][..], |code| plain.get(code));
            self.aliases.learn(column, id, &found, code);
        }
        Some(found)
    }

    /// Gathers the guesses at a value.
    fn guess(&mut self, plain: &mut Plain, column: usize) {
        self.guesses.clear();
        let name = column as u32;
        let mut cells = self.known.cells(column);
        if let Some((depth, cell)) = cells.next() {
            let unknown = self.known.depth().saturating_sub(depth).min(2) as u32;
            let context = [
                name,
                0,
                cell.agreed.min(6).into(),
                cell.changed.min(3).into(),
                unknown,
            ];
            self.guesses.push(Guess {
                value: cell.value,
                source: 0,
                context: hash(&context),
            });
            if let Some((other, next)) = cells.find(|(_, next)| next.value != cell.value) {
                let gap = (depth - other).min(7) as u32;
                let context = [
                    name,
                    1,
                    gap,
                    next.agreed.min(3).into(),
                    cell.agreed.min(2).into(),
                ];
                self.guesses.push(Guess {
                    value: next.value,
                    source: 1,
                    context: hash(&context),
                });
            }
        }
        if let Some(&value) = self.followers.get(&follower(name, self.before)) {
            self.guesses.push(Guess {
                value,
                source: 2,
                context: hash(&[name, 2, self.right]),
            });
        }
        let deepest = self
            .known
            .cells(column)
            .next()
            .map_or(0, |(depth, _)| depth);
        let code = self.row[0].map_or(Vec::new(), |code| plain.get(code).to_vec());
        for school in School::ALL {
            if let Some(alias) = self.aliases.guess(plain, school, column, &code) {
                let beyond = deepest.saturating_sub(alias.depth).min(3) as u32;
                let source = CATALOGUE + school as u32;
                self.guesses.push(Guess {
                    value: alias.value,
                    source,
                    context: hash(&[name, source, alias.agreed, beyond]),
                });
            }
        }
        let trust = &self.trust;
        self.guesses.sort_by_key(|guess| {
            std::cmp::Reverse(trust[place(guess.context, SITUATION_BITS)].one())
        });
    }

    /// Codes which guess is right, the likeliest first.
    fn choose(&mut self, coder: &mut impl Code, column: u32, wanted: Option<u32>) -> Option<u32> {
        let mut candidates = Candidates::default();
        for guess in &self.guesses {
            candidates.add(guess.value, guess.source);
        }
        let contexts = |rank: usize, candidate: &Candidate<u32>| {
            let Candidate { value, sources } = *candidate;
            let mut guesses = self.guesses.iter();
            let best = guesses.find(|guess| guess.value == value);
            let context = best.map_or(0, |guess| guess.context);
            let trust = self.trust[place(context, SITUATION_BITS)].one() >> 12;
            let rank = rank as u32;
            let contexts = [
                hash(&[1, column, sources, rank]),
                hash(&[2, context, rank]),
                hash(&[3, column, sources, self.right]),
                hash(&[4, column, value, rank.min(1)]),
                hash(&[5, column, trust, rank]),
            ];
            (contexts, 1)
        };
        let is = |&value: &u32| wanted == Some(value);
        let found = candidates.code(coder, &mut self.choices, contexts, is)?;
        Some(candidates.list[found].value)
    }

    /// Which sources guess a value, a bit for each.
    fn sources(&self, value: u32) -> u32 {
        let same = self.guesses.iter().filter(|guess| guess.value == value);
        same.fold(0, |bits, guess| bits | 1 << guess.source)
    }

    /// Learns from a value.
    fn note(&mut self, column: usize, value: u32) {
        for guess in &self.guesses {
            self.trust[place(guess.context, SITUATION_BITS)].update(guess.value == value, 60);
        }
        self.right = hash(&[column as u32, self.sources(value)]);
        self.followers
            .insert(follower(column as u32, self.before), value);
        self.before = hash(&[column as u32, value]);
        self.row[column] = Some(value);
    }
}
