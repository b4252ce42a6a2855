//! Predicts names of openings from the positions of a game, by the names in earlier games of the block and by a catalogue.
//!
//! Format: "Stream derived".

use crate::derived::catalogue::School;

use super::aliases::Aliases;
use super::cells::Cells;
use super::columns::{CODE, COLUMNS};
use crate::values::{Known, Said, Values};
use game::parts::GameParts;

/// Number of positions, from the start, that are used.
const WINDOW: usize = 41;

/// What the names of openings are predicted from.
#[derive(Clone, Default)]
pub(super) struct Openings {
    cells: Cells,
    aliases: Aliases,
    /// Of the game: its values so far, and how the last one was coded.
    row: [Option<u32>; COLUMNS.len()],
    outcome: u32,
}

impl Openings {
    /// Begins a game that has such tags.
    pub fn start(&mut self, game: &GameParts) {
        self.row = [None; COLUMNS.len()];
        self.outcome = 0;
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
        let mut known = Known {
            outcome: self.outcome,
            ..Known::default()
        };
        if let Some((value, agreed)) = self.cells.deepest(column) {
            known.suggest(0, agreed.min(6), Some(Said::Known(value)));
        }
        let code = self.code(values);
        for school in School::ALL {
            if let Some((value, agreed)) = self.aliases.guess(values, school, column, &code) {
                known.suggest(1 + school as u32, agreed, Some(Said::Known(value)));
            }
        }
        known
    }

    /// The game's ECO code, as far as it is known.
    fn code(&self, values: &Values) -> Vec<u8> {
        self.row[CODE].map_or(Vec::new(), |code| values.get(code).to_vec())
    }

    /// The names in the catalogue for the game's ECO code.
    pub fn others(&self, values: &mut Values, column: usize) -> Vec<u32> {
        let code = self.code(values);
        self.aliases.all(values, column, &code)
    }

    /// Learns from a value with a number, and how it was coded.
    pub fn note(&mut self, values: &Values, column: usize, id: u32, outcome: u32) {
        self.outcome = outcome;
        self.row[column] = Some(id);
        let code = self.code(values);
        self.aliases.learn(column, id, values.get(id), &code);
    }
}
