//! A line that was told before, along which another may go.
//!
//! Format: "Lines in comments".

use legal::{LegalMoves, Move};

/// A line told before, and how far the one that is coded has come along it.
#[derive(Clone, Default)]
pub(super) struct Trail {
    moves: Vec<Move>,
    at: usize,
}

/// Moves of a trail that may be left out.
const STRIDE: usize = 8;

impl Trail {
    pub fn follow(&mut self, moves: &[Move], at: u32) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.at = (at as usize).min(moves.len());
    }

    /// Goes on after `m` if it is close by.
    pub fn pass(&mut self, m: Move) {
        let ahead = self.moves[self.at..].iter().take(STRIDE);
        if let Some(found) = ahead.into_iter().position(|&other| other == m) {
            self.at += found + 1;
        }
    }

    /// The next move that is legal.
    pub fn candidate(&self, legal: &LegalMoves) -> Option<Move> {
        let mut ahead = self.moves[self.at..].iter().take(4);
        ahead.find(|&&m| legal.rank(m).is_some()).copied()
    }

    /// How many moves are left, up to 31.
    pub fn left(&self) -> u32 {
        (self.moves.len() - self.at).min(31) as u32
    }

    /// The moves that are left.
    pub fn ahead(&self) -> &[Move] {
        &self.moves[self.at..]
    }
}
