//! Which games go where.
//!
//! Not part of the format.

use crate::{Archives, Error};
use archive::Columns;
use query::Filter;
use std::io::{Read, Seek};

/// Which games go to which output, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The games of all outputs, one output after the other.
    pub order: Vec<u32>,
    /// The end of each output in `order`.
    pub ends: Vec<usize>,
}

impl Plan {
    /// A plan with one output of these games.
    #[must_use]
    pub fn one(order: Vec<u32>) -> Self {
        let ends = vec![order.len()];
        Self { order, ends }
    }

    /// Appends an output with these games.
    pub fn push(&mut self, games: impl IntoIterator<Item = u32>) {
        self.order.extend(games);
        self.ends.push(self.order.len());
    }
}

/// The games that pass a filter, in their order.
///
/// # Errors
///
/// Any error of an archive.
pub fn select<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
) -> Result<Vec<u32>, Error> {
    if archives.takes_all(filter) {
        return Ok((0..archives.games()).collect());
    }
    let found = archives.sift(filter, Columns::TAGS, |_| Some(()))?;
    Ok(found.into_iter().map(|(game, ())| game).collect())
}

/// Chooses `count` of these games at random, or all if there are fewer, and keeps their order. The same seed gives the same games.
#[must_use]
pub fn sample(mut games: Vec<u32>, count: usize, seed: u64) -> Vec<u32> {
    let mut random = fastrand::Rng::with_seed(seed);
    let count = count.min(games.len());
    for at in 0..count {
        let other = random.usize(at..games.len());
        games.swap(at, other);
    }
    games.truncate(count);
    games.sort_unstable();
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_in_order_and_the_same_for_the_same_seed() {
        let draw = |seed| sample((0..1000).collect(), 100, seed);
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).is_sorted_by(|a, b| a < b) && draw(1).len() == 100);
        assert_eq!(sample(vec![3, 5], 9, 1), [3, 5]);
    }
}
