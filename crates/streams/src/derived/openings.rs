//! Predicts names of openings from the positions of a game, by the names in earlier games of the block and by a catalogue.
//!
//! Format: "Stream derived".

use crate::derived::catalogue::School;
use model::number::hash;

use super::aliases::Aliases;
use super::cells::Cells;
use super::columns::{CODE, COLUMNS};
use super::places::{Places, spread};
use crate::values::{Known, Said, Values};
use game::parts::GameParts;

/// The first rule that is a school of the catalogue.
const CATALOGUE: u32 = 3;
/// Number of positions, from the start, that are used.
const WINDOW: usize = 41;

/// What the names of openings are predicted from.
#[derive(Clone, Default)]
pub(super) struct Openings {
    cells: Cells,
    aliases: Aliases,
    /// The value of a column that followed a value of the one before, by [`follower`].
    followers: Places<u32>,
    /// Of the game: its values so far, the column and value before, and how that was coded.
    row: [Option<u32>; COLUMNS.len()],
    before: u32,
    outcome: u32,
}

/// The key of a column after a value, which is given as [`Openings::before`].
fn follower(column: u32, before: u32) -> u64 {
    spread(u64::from(column) << 32 | u64::from(before))
}

impl Openings {
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a game that has such tags.
    pub fn start(&mut self, game: &GameParts) {
        self.row = [None; COLUMNS.len()];
        (self.before, self.outcome) = (0, 0);
        let window = game.main_line.positions.len().min(WINDOW);
        let positions = &game.main_line.positions[..window];
        self.cells.begin(positions);
        self.aliases.begin(positions);
    }

    /// Ends the game.
    pub fn learn(&mut self) {
        self.cells.learn(&self.row);
    }

    /// What is known of a value.
    pub fn known(&self, values: &mut Values, column: usize) -> Known {
        let name = column as u32;
        let mut known = Known {
            situation: [self.before, 0, 0],
            outcome: self.outcome,
            ..Known::default()
        };
        let mut cells = self.cells.of(column);
        let mut deepest = 0;
        if let Some((depth, cell)) = cells.next() {
            deepest = depth;
            let unknown = self.cells.depth().saturating_sub(depth).min(2) as u32;
            let (agreed, changed) = (cell.agreed.into(), cell.changed.min(3).into());
            let strength = hash(&[u32::min(agreed, 6), changed, unknown]);
            known.suggest(0, strength, Some(Said::Known(cell.value)));
            if let Some((other, next)) = cells.find(|(_, next)| next.value != cell.value) {
                let gap = (depth - other).min(7) as u32;
                let strength = hash(&[gap, next.agreed.min(3).into(), agreed.min(2)]);
                known.suggest(1, strength, Some(Said::Known(next.value)));
            }
        }
        let follower = self.followers.get(&follower(name, self.before)).copied();
        known.suggest(2, self.outcome, follower.map(Said::Known));
        let code = self.row[0].map_or(Vec::new(), |code| values.get(code).to_vec());
        for school in School::ALL {
            if let Some(alias) = self.aliases.guess(values, school, column, &code) {
                let beyond = deepest.saturating_sub(alias.depth).min(3) as u32;
                let strength = hash(&[alias.agreed, beyond]);
                let rule = CATALOGUE + school as u32;
                known.suggest(rule, strength, Some(Said::Known(alias.value)));
            }
        }
        known
    }

    /// The names in the catalogue for the game's ECO code.
    pub fn others(&self, values: &mut Values, column: usize) -> Vec<u32> {
        let code = self.row[CODE].map_or(Vec::new(), |code| values.get(code).to_vec());
        self.aliases.all(values, column, &code)
    }

    /// Learns from a value with a number, and how it was coded.
    pub fn note(&mut self, values: &Values, column: usize, id: u32, outcome: u32) {
        self.outcome = outcome;
        let key = follower(column as u32, self.before);
        self.followers.insert(key, id);
        self.before = hash(&[column as u32, id]);
        self.row[column] = Some(id);
        let code = self.row[0].map_or(&[][..], |code| values.get(code));
        self.aliases.learn(column, id, values.get(id), code);
    }
}
