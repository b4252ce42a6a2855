//! Remembers the opening names that the block's games had for each position.
//!
//! Format: "Stream derived".

use super::columns::COLUMNS;
use super::places::Places;

/// The value of a column in the last game that passed a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    /// The value's number, plus one; 0 where no game had the tag.
    entry: u32,
    /// How often in a row the value has been the same since.
    pub agreed: u8,
    /// How often the value has changed.
    pub changed: u8,
}

/// A value that a position predicts.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub value: u32,
    pub agreed: u8,
    pub changed: u8,
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

    /// The depth of the last position in `line`.
    pub fn depth(&self) -> usize {
        self.line.len().saturating_sub(1)
    }

    /// The values of a column that the game's positions predict, the deepest first, with the depths.
    pub fn of(&self, column: usize) -> impl Iterator<Item = (usize, Value)> + '_ {
        let line = self.line.iter().enumerate().rev();
        line.filter_map(move |(depth, (_, row))| {
            let cell = self.rows[(*row)? as usize][column];
            let value = Value {
                value: cell.entry.checked_sub(1)?,
                agreed: cell.agreed,
                changed: cell.changed,
            };
            Some((depth, value))
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
                if cell.entry == value + 1 {
                    cell.agreed = cell.agreed.saturating_add(1);
                } else {
                    let met = cell.entry > 0;
                    cell.entry = value + 1;
                    cell.agreed = 0;
                    cell.changed = cell.changed.saturating_add(u8::from(met));
                }
            }
        }
    }
}
