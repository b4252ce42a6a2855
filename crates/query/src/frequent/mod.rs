//! The most frequent positions at each depth of games.
//!
//! Not part of the format.

mod plies;

use crate::tree::{Branch, Facts};
use archive::{Position, Variant};
pub use plies::Plies;
use std::collections::{BTreeMap, HashMap};

/// The positions of games, counted at each ply: a position that two games reach after different numbers of plies counts apart. Positions are
/// told apart by their keys of 64 bits ([`Position::polyglot_key`]).
///
/// At most [`FrequentPositions::KEPT`] positions are kept, in about 400 MB. When there is no more room, those that were reached by the fewest games
/// so far are dropped (lossy counting, with as much dropped as is needed for half of the room). Counts are exact until then;
/// [`FrequentPositions::missed`] says by how much they may be too small afterwards.
///
/// ```
/// use archive::Game;
/// use query::{Facts, FrequentPositions, Plies};
///
/// let plies = Plies::parse("3")?;
/// let mut counts = FrequentPositions::default();
/// for (number, text) in ["1. d4 d5 2. c4 *", "1. c4 d5 2. d4 *", "1. e4 e5 2. f4 *"].iter().enumerate() {
///     let game = Game::parse(text.as_bytes());
///     counts.add((0, number as u64), &plies.positions(&game), &Facts::of(&game));
/// }
/// let found = counts.most_frequent(3, 1, 2);
/// assert_eq!((found[0].branch.games, counts.games(3), counts.missed()), (2, 3, 0));
/// assert_eq!(found[0].fen, "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2");
/// # Ok::<(), query::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FrequentPositions {
    counts: HashMap<Key, Count>,
    /// Games by the plies that they reach.
    games: BTreeMap<usize, u64>,
    missed: u64,
    room: usize,
}

/// The ply, the variant and the key of a position.
type Key = (usize, Variant, u64);

#[derive(Clone, Debug)]
struct Count {
    fen: Box<str>,
    branch: Branch,
    /// How many games may be missing.
    missed: u64,
}

/// A position at some ply.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FrequentPosition<'a> {
    /// As a FEN, with the move counters of the first of the games.
    pub fen: &'a str,
    /// The variant whose rules it has.
    pub variant: Variant,
    /// The games that reach it.
    pub branch: &'a Branch,
    /// So many games may be missing there, because it was dropped for a while.
    pub missed: u64,
}

impl FrequentPositions {
    /// How many positions are kept.
    pub const KEPT: usize = 900_000;

    fn with_room(room: usize) -> Self {
        Self {
            counts: HashMap::new(),
            games: BTreeMap::new(),
            missed: 0,
            room,
        }
    }

    /// Counts a game: the number of its archive and its own number, both from 0, and its positions by [`Plies::positions`].
    pub fn add(&mut self, game: (usize, u64), positions: &[(usize, Position)], facts: &Facts) {
        for (ply, position) in positions {
            *self.games.entry(*ply).or_default() += 1;
            let key = (*ply, position.variant(), position.polyglot_key());
            if self.counts.len() >= self.room && !self.counts.contains_key(&key) {
                self.make_room();
            }
            let missed = self.missed;
            let count = self.counts.entry(key).or_insert_with(|| Count {
                fen: position.to_fen().into(),
                branch: Branch::default(),
                missed,
            });
            count.branch.add(game, position.white_to_move(), facts);
        }
    }

    /// Drops the rarer half of the positions, and those that are as rare. None of them was reached by more games than `missed` then says.
    fn make_room(&mut self) {
        let mut most: Vec<u64> = self.counts.values().map(Count::at_most).collect();
        let middle = most.len() / 2;
        if middle < most.len() {
            let (_, &mut bound, _) = most.select_nth_unstable(middle);
            self.counts.retain(|_, count| count.at_most() > bound);
            self.missed = bound;
        }
    }

    /// The plies that games reached, among those that are counted.
    pub fn plies(&self) -> impl Iterator<Item = usize> + '_ {
        self.games.keys().copied()
    }

    /// How many games reached this ply.
    #[must_use]
    pub fn games(&self, ply: usize) -> u64 {
        self.games.get(&ply).copied().unwrap_or(0)
    }

    /// A position that is not kept was reached by at most so many games; 0 if all are kept.
    #[must_use]
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// The positions at a ply that most games reach, and at least `least` games: at most `top`, the most frequent first, equally frequent ones
    /// by FEN.
    #[must_use]
    pub fn most_frequent(&self, ply: usize, top: usize, least: u64) -> Vec<FrequentPosition<'_>> {
        let of_ply = self.counts.iter().filter(|((at, ..), _)| *at == ply);
        let mut found: Vec<_> = of_ply
            .filter(|(_, count)| count.branch.games >= least)
            .map(|((_, variant, _), count)| FrequentPosition {
                fen: &count.fen,
                variant: *variant,
                branch: &count.branch,
                missed: count.missed,
            })
            .collect();
        found.sort_unstable_by(|a, b| {
            let by_name = || (a.fen, a.variant.name()).cmp(&(b.fen, b.variant.name()));
            (b.branch.games.cmp(&a.branch.games)).then_with(by_name)
        });
        found.truncate(top);
        found
    }
}

impl Default for FrequentPositions {
    fn default() -> Self {
        Self::with_room(Self::KEPT)
    }
}

impl Count {
    fn at_most(&self) -> u64 {
        self.branch.games.saturating_add(self.missed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::Game;

    /// Games with first moves of any kind, and one line again and again.
    #[test]
    fn without_room_no_count_is_too_great_and_none_is_smaller_than_is_said() {
        let first = [
            "a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "f3", "f4", "g3",
        ];
        let plies = Plies::parse("1..2").unwrap();
        let (mut small, mut whole) = (
            FrequentPositions::with_room(8),
            FrequentPositions::default(),
        );
        for number in 0..400_usize {
            let (white, black) = match number % 3 {
                0 => ("e4", "e5"),
                _ => (first[number * 7 % 12], ["a6", "b6", "h6"][number * 5 % 3]),
            };
            let game = Game::parse(format!("1. {white} {black} 1-0").as_bytes());
            let positions = plies.positions(&game);
            for counts in [&mut small, &mut whole] {
                counts.add((0, number as u64), &positions, &Facts::of(&game));
                assert!(counts.counts.len() <= counts.room);
            }
        }
        assert_eq!(whole.missed(), 0);
        assert!(small.missed() > 0);
        assert_eq!(small.most_frequent(2, 1, 1)[0].branch.games, 134);
        assert_eq!(small.games(2), 400);
        for (key, exact) in &whole.counts {
            let (games, missed) = match small.counts.get(key) {
                Some(count) => (count.branch.games, count.missed),
                None => (0, small.missed()),
            };
            assert!(games <= exact.branch.games && exact.branch.games <= games + missed);
        }
    }
}
