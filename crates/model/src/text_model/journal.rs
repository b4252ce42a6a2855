//! What tables were before they were changed, so that they can be made so again.
//!
//! Not part of the format: it stands for a copy of the tables, most of which would be lines of counters that do not change.

use super::Learned;
use crate::counter_table::{CounterTable, Line};

/// Lines of a piece of the journal: 256 KiB. Pieces never move, so that there is no moment at which two copies of all lines are held.
const PIECE: usize = 1 << 12;

/// Tables as they were when the journal was begun: of lines those that have been looked for since, all of the rest.
#[derive(Clone)]
pub(super) struct Journal {
    learned: Learned,
    /// A bit for each line of the table: whether it is noted.
    noted: Vec<u64>,
    places: Vec<u32>,
    pieces: Vec<Vec<Line>>,
}

impl Journal {
    /// A journal that begins now.
    pub fn begin(table: &CounterTable, learned: &Learned) -> Self {
        Self {
            learned: learned.clone(),
            noted: vec![0; table.len().div_ceil(64)],
            places: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Notes a line before it is changed.
    #[inline(always)]
    pub fn note(&mut self, at: usize, line: &Line) {
        let (noted, bit) = (&mut self.noted[at / 64], 1 << (at % 64));
        if *noted & bit == 0 {
            *noted |= bit;
            self.push(at, line);
        }
    }

    #[inline(never)]
    fn push(&mut self, at: usize, line: &Line) {
        if self.places.len().is_multiple_of(PIECE) {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        self.places.push(at as u32);
        if let Some(piece) = self.pieces.last_mut() {
            piece.push(*line);
        }
    }

    /// Makes the table what it was when the journal was begun, and gives the rest.
    pub fn undo(self, table: &mut CounterTable) -> Learned {
        let lines = self.pieces.into_iter().flatten();
        for (at, line) in self.places.into_iter().zip(lines) {
            table.put_back(at as usize, line);
        }
        self.learned
    }
}
