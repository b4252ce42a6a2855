//! Finds the rows of the last layer that several moves of a position use, so that each is multiplied once.
//!
//! Speed only: archives do not depend on it.

use super::kernels::TOGETHER;
use super::rows::{EXCHANGE, ROWS, Row};

/// Products of the moves' rows with the hidden columns.
#[derive(Clone)]
pub(super) struct Products {
    /// For each row that may be shared: the number of the last position that used it, and its place in `shared`.
    places: Vec<(u16, u16)>,
    position: u16,
    /// The rows that moves of the position share, each once, and their products.
    pub shared: Vec<u16>,
    pub products: Vec<i32>,
    /// The moves, as unshared rows and places in `shared`, and their sums.
    pub moves: Vec<Parts>,
    pub sums: Vec<i32>,
}

/// A move's rows: those that few other moves use, and the places of those that many use.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts {
    pub own: [u16; 2],
    pub shared: [u16; 2],
}

impl Products {
    /// Finds the rows that several moves share, and makes room for sums.
    #[inline(always)]
    pub(super) fn share(&mut self, moves: &[Row]) {
        self.position = self.position.wrapping_add(1);
        if self.position == 0 {
            self.places.fill((0, 0));
            self.position = 1;
        }
        let padded = moves.len().next_multiple_of(TOGETHER);
        self.moves.clear();
        self.moves.resize(padded, Parts::default());
        self.sums.resize(padded, 0);
        self.shared.clear();
        self.shared.resize(2 * padded, EXCHANGE as u16);
        self.products.resize(2 * padded, 0);
        let (places, shared) = (&mut self.places[..], &mut self.shared[..]);
        let position = self.position;
        let mut found = 0;
        for (parts, row) in self.moves.iter_mut().zip(moves) {
            let [way, landing, exchange, purpose] = row.rows;
            parts.own = [way, landing];
            for (place, row) in parts.shared.iter_mut().zip([exchange, purpose]) {
                let known = &mut places[usize::from(row) - EXCHANGE];
                // Without a branch: a processor cannot predict whether a row is new.
                let new = known.0 != position;
                *place = if new { found } else { known.1 };
                *known = (position, *place);
                shared[usize::from(*place)] = row;
                found += u16::from(new);
            }
        }
        self.shared
            .truncate(usize::from(found).next_multiple_of(TOGETHER));
    }
}

impl Default for Products {
    fn default() -> Self {
        Self {
            places: vec![(0, 0); ROWS - EXCHANGE],
            position: 0,
            shared: Vec::new(),
            products: Vec::new(),
            moves: Vec::new(),
            sums: Vec::new(),
        }
    }
}
