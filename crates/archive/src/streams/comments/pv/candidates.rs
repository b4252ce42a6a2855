//! Moves that a line may go on with.
//!
//! Format: "Lines in comments".

use entropy::Counter;
use legal::{LegalMoves, Move};

/// No more are tried.
pub(super) const MOST_CANDIDATES: usize = 4;

/// A move and who says that it is next, one bit each.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub index: usize,
    pub sources: u32,
}

/// The candidates for one move.
#[derive(Default)]
pub(super) struct Candidates {
    list: [Candidate; 6],
    count: usize,
}

impl Candidates {
    pub fn add(&mut self, m: Move, source: u32, legal: &LegalMoves) {
        let Some(index) = legal.rank(m) else {
            return;
        };
        let known = self.list[..self.count]
            .iter_mut()
            .find(|candidate| candidate.index == index);
        match known {
            Some(candidate) => candidate.sources |= source,
            None => {
                self.list[self.count] = Candidate {
                    index,
                    sources: source,
                };
                self.count += 1;
            }
        }
    }

    /// Puts those in front that are right most often.
    pub fn sort(&mut self, ranks: &[Counter; 64]) {
        self.list[..self.count].sort_by_key(|candidate| {
            std::cmp::Reverse(ranks[candidate.sources as usize & 63].one())
        });
        self.count = self.count.min(MOST_CANDIDATES);
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn get(&self, place: usize) -> Candidate {
        self.list[place]
    }

    /// The sources of each in order, as one number.
    pub fn sources(&self) -> u32 {
        let sources = self.list[..self.count].iter();
        sources.fold(0, |sum, candidate| sum << 6 | candidate.sources)
    }

    pub fn holds(&self, index: usize) -> bool {
        self.list[..self.count]
            .iter()
            .any(|candidate| candidate.index == index)
    }
}

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

    /// Goes on behind `m` if it is close by.
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
