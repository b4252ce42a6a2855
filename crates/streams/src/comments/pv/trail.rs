//! An earlier line, which the current line may follow.
//!
//! Format: "Lines in comments".

use legal::{LegalMoves, Move};

/// An earlier line, and how far the current line has followed it.
#[derive(Clone, Default)]
pub(super) struct Trail {
    moves: Vec<Move>,
    at: usize,
}

/// Number of the next moves of a trail among which a move is searched for.
const STRIDE: usize = 8;

impl Trail {
    pub fn follow(&mut self, moves: &[Move], at: u32) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.at = (at as usize).min(moves.len());
    }

    /// Goes on after `m` if it is among the next moves.
    pub fn pass(&mut self, m: Move) {
        let ahead = self.moves[self.at..].iter().take(STRIDE);
        if let Some(found) = ahead.into_iter().position(|&other| other == m) {
            self.at += found + 1;
        }
    }

    /// The first legal move among the next four.
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
