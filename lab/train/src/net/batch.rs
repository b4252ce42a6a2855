//! Positions side by side, as the blocks read them.

use streams::training::networks::{Features, ROWS_OF_MOVE, Row, SCALARS_OF_MOVE};

/// Positions with more than one legal move, and the moves played.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    inputs: Vec<u16>,
    rows: Vec<[u16; ROWS_OF_MOVE]>,
    scalars: Vec<[u32; SCALARS_OF_MOVE]>,
    targets: Vec<f32>,
    entries: Vec<Entry>,
}

/// Where a position's numbers end, and which of its moves was played.
#[derive(Clone, Copy, Debug)]
struct Entry {
    inputs: u32,
    moves: u32,
    played: u32,
}

/// One position of a batch.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// Inputs that are on.
    pub inputs: &'a [u16],
    /// Rows of each legal move.
    pub rows: &'a [[u16; ROWS_OF_MOVE]],
    /// Scalars of each legal move.
    pub scalars: &'a [[u32; SCALARS_OF_MOVE]],
    /// The index of the move played.
    pub played: usize,
    /// What the share of each legal move should be.
    pub targets: &'a [f32],
}

impl Batch {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many moves there are, of all positions.
    pub fn moves(&self) -> usize {
        self.rows.len()
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.rows.clear();
        self.scalars.clear();
        self.targets.clear();
        self.entries.clear();
    }

    /// Adds what was seen of a position. The move played should have the whole share.
    pub fn push(&mut self, features: &Features, played: usize) {
        let target = |at| f32::from(u8::from(at == played));
        self.push_soft(features, played, (0..features.moves.len()).map(target));
    }

    /// Adds what was seen of a position; `targets` are what the share of each move should be.
    pub fn push_soft(
        &mut self,
        features: &Features,
        played: usize,
        targets: impl Iterator<Item = f32>,
    ) {
        self.inputs.extend(features.inputs.numbers());
        self.rows
            .extend(features.moves.iter().map(|row: &Row| row.rows));
        self.scalars
            .extend(features.moves.iter().map(|row| row.scalars));
        self.targets.extend(targets);
        debug_assert_eq!(self.targets.len(), self.rows.len());
        self.end(played);
    }

    /// Adds a position of another batch.
    pub fn copy(&mut self, position: Position) {
        self.inputs.extend_from_slice(position.inputs);
        self.rows.extend_from_slice(position.rows);
        self.scalars.extend_from_slice(position.scalars);
        self.targets.extend_from_slice(position.targets);
        self.end(position.played);
    }

    fn end(&mut self, played: usize) {
        self.entries.push(Entry {
            inputs: self.inputs.len() as u32,
            moves: self.rows.len() as u32,
            played: played as u32,
        });
    }

    /// The position at a place.
    #[inline]
    pub fn position(&self, at: usize) -> Position<'_> {
        let (inputs, moves) = match at.checked_sub(1) {
            None => (0, 0),
            Some(before) => (
                self.entries[before].inputs as usize,
                self.entries[before].moves as usize,
            ),
        };
        let entry = self.entries[at];
        Position {
            inputs: &self.inputs[inputs..entry.inputs as usize],
            rows: &self.rows[moves..entry.moves as usize],
            scalars: &self.scalars[moves..entry.moves as usize],
            played: entry.played as usize,
            targets: &self.targets[moves..entry.moves as usize],
        }
    }

    /// All positions.
    #[inline]
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position<'_>> {
        (0..self.len()).map(|at| self.position(at))
    }
}
