//! Remembers the opening names that the block's games had for each position.
//!
//! Format: "Stream derived".

use super::columns::COLUMNS;
use super::places::Places;

/// The value of a column in the last game that passed a position.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The value's number, plus one; 0 where no game had the tag.
    entry: u32,
    /// How often in a row the value has been the same since.
    agreed: u8,
}

type Row = [Cell; COLUMNS.len()];

/// Most positions that are remembered.
const MOST: usize = 1 << 18;
/// Most new positions that are added in a game: names depend on the first of them, and each costs time and memory.
const NEW: usize = 8;

/// The positions of the block, and those of the current game.
#[derive(Clone, Default)]
pub(super) struct Cells {
    /// Numbers of rows.
    positions: Places<u32>,
    rows: Vec<Row>,
    /// The game's positions, up to the last that may be new, and their rows if they are known.
    line: Vec<(u64, Option<u32>)>,
}

impl Cells {
    /// Begins a game that passes these positions.
    pub fn begin(&mut self, line: &[u64]) {
        let positions = &self.positions;
        self.line.clear();
        let mut new = 0;
        for hash in line {
            let row = positions.get(hash).copied();
            self.line.push((*hash, row));
            new += usize::from(row.is_none());
            if new == NEW {
                break;
            }
        }
    }

    /// The value of a column at the deepest of the game's positions that predicts one, and how often it has agreed.
    pub fn deepest(&self, column: usize) -> Option<(u32, u32)> {
        self.line.iter().rev().find_map(|(_, row)| {
            let cell = self.rows[(*row)? as usize][column];
            Some((cell.entry.checked_sub(1)?, cell.agreed.into()))
        })
    }

    /// Ends the game, whose values were these.
    pub fn learn(&mut self, values: &[Option<u32>; COLUMNS.len()]) {
        for &(position, row) in &self.line {
            // The game may pass a new position twice.
            let known = row.or_else(|| self.positions.get(&position).copied());
            let next = self.rows.len();
            let row = match known {
                Some(row) => row as usize,
                None if next == MOST => continue,
                None => {
                    self.positions.insert(position, next as u32);
                    self.rows.push(Row::default());
                    next
                }
            };
            let row = &mut self.rows[row];
            for (cell, value) in row.iter_mut().zip(values) {
                let Some(value) = value else { continue };
                *cell = Cell {
                    entry: value + 1,
                    agreed: match cell.entry == value + 1 {
                        true => cell.agreed.saturating_add(1),
                        false => 0,
                    },
                };
            }
        }
    }
}
