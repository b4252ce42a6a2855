//! Positions met in the block's games, and how those games' openings were called.

use std::collections::HashMap;

use super::openings::COLUMNS;

/// What the last game that passed a position had under a name.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    /// The value's number, plus one; 0 where no game had the tag.
    entry: u32,
    /// How often it was the same since.
    pub agreed: u8,
    /// How often it was another.
    pub changed: u8,
}

/// A value that a position stands for.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub value: u32,
    pub agreed: u8,
    pub changed: u8,
}

type Row = [Cell; COLUMNS.len()];

/// The positions of the block, and those of the game at hand among them.
#[derive(Default)]
pub(super) struct Known {
    positions: HashMap<u64, Row>,
    line: Vec<u64>,
    /// Depths of the positions of the game that are known, the deepest first, with what they stand for.
    path: Vec<(usize, Row)>,
}

impl Known {
    /// Begins a game that passes these positions.
    pub fn look(&mut self, line: &[u64]) {
        self.line.clear();
        self.line.extend_from_slice(line);
        self.path.clear();
        for (depth, position) in line.iter().enumerate().rev() {
            if let Some(row) = self.positions.get(position) {
                self.path.push((depth, *row));
            }
        }
    }

    /// The deepest position that was looked at.
    pub fn depth(&self) -> usize {
        self.line.len().saturating_sub(1)
    }

    /// What the game's positions stand for under a name, the deepest first, with their depths.
    pub fn cells(&self, column: usize) -> impl Iterator<Item = (usize, Value)> + '_ {
        self.path.iter().filter_map(move |(depth, row)| {
            let cell = row[column];
            let value = Value {
                value: cell.entry.checked_sub(1)?,
                agreed: cell.agreed,
                changed: cell.changed,
            };
            Some((*depth, value))
        })
    }

    /// Ends the game, whose values were these.
    pub fn learn(&mut self, values: &[Option<u32>; COLUMNS.len()]) {
        for &position in &self.line {
            let row = self.positions.entry(position).or_default();
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
