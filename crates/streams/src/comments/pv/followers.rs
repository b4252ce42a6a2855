//! The move that followed each position of a game: in the game itself, and in the lines of each side's comments.
//!
//! Format: "Lines in comments".

use std::collections::HashMap;

use legal::Move;

/// Where the move that followed a position comes from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The game.
    GameParts,
    /// The lines of a side.
    Line(usize),
}

/// The move that followed a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Follower {
    /// `None` where the line ended.
    pub next: Option<Move>,
    /// How often in a row the same move followed.
    pub times: u32,
    /// Plies of the game before the line that the move comes from.
    pub ply: u32,
}

/// Most positions that are remembered; then all are forgotten. Ordinary games have fewer.
const MOST: usize = 1 << 17;

#[derive(Clone, Default)]
pub(super) struct Followers {
    known: HashMap<u64, Follower>,
}

impl Followers {
    pub fn clear(&mut self) {
        self.known.clear();
    }

    pub fn find(&self, source: Source, hash: u64) -> Option<Follower> {
        self.known.get(&key(source, hash)).copied()
    }

    pub fn note(&mut self, source: Source, hash: u64, next: Option<Move>, ply: u32) {
        if self.known.len() >= MOST {
            self.known.clear();
        }
        let entry = self.known.entry(key(source, hash)).or_default();
        let same = entry.times > 0 && entry.next == next;
        entry.times = if same {
            entry.times.saturating_add(1)
        } else {
            1
        };
        entry.next = next;
        entry.ply = ply;
    }
}

fn key(source: Source, hash: u64) -> u64 {
    let salt = match source {
        Source::GameParts => 0,
        Source::Line(side) => side as u64 + 1,
    };
    hash ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
