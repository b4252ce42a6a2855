//! Numbers of games in windows: lists of numbers that one thread reads together.

use crate::in_order::threads;
use archive::{BlockInfo, Reader};
use std::collections::VecDeque;
use std::io::{Read, Seek};
use std::ops::Range;

/// A window of games of any blocks has so many at most: their numbers take half a megabyte.
const MANY: usize = 1 << 16;
/// A range of more games than this is gone through block by block; smaller ones are read together.
const FEW: u64 = 1 << 12;
/// The same where threads share a block.
const FEW_OF_GROUP: u64 = 64;
/// A window of games of one block has so many at most. Blocks that pgnz makes have fewer games.
const MOST: u64 = 1 << 20;
/// Games at this distance are usually in different groups of their block, so that the games between them need not be decoded.
const FAR: u64 = 64;

/// The numbers of some games, from 0, in windows: games of one block in their order, or several small ranges together. Where there are too
/// few blocks for all threads, those of one group instead of one block.
#[derive(Clone, Debug)]
pub struct Windows {
    ranges: VecDeque<Range<u64>>,
    /// Where blocks end, or groups: numbers of the games after them.
    ends: Vec<u64>,
    few: u64,
}

impl Windows {
    /// The games of these ranges in an archive that this number of threads will read; 0 stands for one for each core.
    pub fn new<R: Read + Seek + Clone>(
        ranges: impl IntoIterator<Item = Range<u64>>,
        reader: &Reader<R>,
        threads: usize,
    ) -> Self {
        let ranges: VecDeque<_> = ranges.into_iter().collect();
        let threads = self::threads(threads);
        if threads == 1 || reader.blocks().len() >= 2 * threads {
            let blocks = reader.blocks().iter();
            let ends = blocks.map(|block| block.first_game().saturating_add(block.facts().games));
            return Self::of(ranges, ends.collect(), FEW);
        }
        let (mut ends, mut reader) = (Vec::new(), reader.fork());
        for number in 0..reader.blocks().len() {
            let block = reader.blocks()[number];
            let end = block.first_game().saturating_add(block.facts().games);
            let is_wanted =
                |range: &Range<u64>| range.start < end && range.end > block.first_game();
            // Whoever reads the games of a damaged block is told so.
            if ranges.iter().any(is_wanted)
                && let Ok(groups) = reader.group_ends(number)
            {
                ends.extend(groups);
            }
            ends.push(end);
        }
        Self::of(ranges, ends, FEW_OF_GROUP)
    }

    fn of(ranges: impl IntoIterator<Item = Range<u64>>, ends: Vec<u64>, few: u64) -> Self {
        let ranges = ranges.into_iter().filter(|range| !range.is_empty());
        Self {
            ranges: ranges.collect(),
            ends,
            few,
        }
    }

    /// The same windows, but none with games of several blocks.
    #[must_use]
    pub fn by_block(self) -> Self {
        Self { few: 0, ..self }
    }

    /// Whether the games lie in one range, so that no block comes twice.
    #[must_use]
    pub fn is_one_range(&self) -> bool {
        self.ranges.len() <= 1
    }

    /// The number of games that are left.
    #[must_use]
    pub fn games(&self) -> u64 {
        let games = self.ranges.iter().map(|range| range.end - range.start);
        games.fold(0, u64::saturating_add)
    }
}

impl Iterator for Windows {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let few = self.few;
        let is_few = |range: &&Range<u64>| range.end - range.start <= few;
        let mut window = Vec::new();
        while window.len() < MANY
            && let Some(range) = self.ranges.front().filter(is_few).cloned()
        {
            window.extend(range);
            self.ranges.pop_front();
        }
        if !window.is_empty() {
            return Some(window);
        }
        let range = self.ranges.front_mut()?;
        let next = self.ends.partition_point(|&end| end <= range.start);
        let end = self.ends.get(next).copied().unwrap_or(u64::MAX);
        let end = end.min(range.end).min(range.start.saturating_add(MOST));
        let piece = range.start..end;
        range.start = end;
        if range.is_empty() {
            self.ranges.pop_front();
        }
        Some(piece.collect())
    }
}

/// Parts ascending numbers of games by blocks. Before each part comes the number of the block that holds its games, or that follows them where
/// the archive has lost their own.
pub fn by_block<'g, R: Read + Seek>(
    reader: &Reader<R>,
    mut games: &'g [u64],
) -> Vec<(usize, &'g [u64])> {
    let blocks = reader.blocks();
    let end = |block: &BlockInfo| block.first_game().saturating_add(block.facts().games);
    let mut parts = Vec::new();
    while let Some(&first) = games.first() {
        let number = blocks.partition_point(|block| end(block) <= first);
        let end = blocks.get(number).map_or(u64::MAX, end);
        // The last number that there is has no block, and nothing after it.
        let here = games.partition_point(|&game| game < end || end == u64::MAX);
        let (here, later) = games.split_at(here);
        parts.push((number, here));
        games = later;
    }
    parts
}

/// Parts ascending numbers where the games between two of them need not be decoded.
///
/// ```
/// let parts: Vec<&[u64]> = scan::near(&[3, 4, 40, 200]).collect();
/// assert_eq!(parts, [&[3, 4, 40][..], &[200]]);
/// ```
pub fn near(games: &[u64]) -> impl Iterator<Item = &[u64]> {
    games.chunk_by(|before, game| game.saturating_sub(*before) < FAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn windows_of_ranges_are_the_ranges(
            starts in prop::collection::vec((0..50_000u64, 0..9_000u64), 0..6),
            mut ends in prop::collection::vec(1..60_000u64, 0..20),
            is_shared: bool,
            is_by_block: bool,
        ) {
            ends.sort_unstable();
            let ranges: Vec<_> = starts.into_iter().map(|(start, length)| start..start + length).collect();
            let wanted: Vec<u64> = ranges.iter().cloned().flatten().collect();
            let few = if is_shared { FEW_OF_GROUP } else { FEW };
            let mut windows = Windows::of(ranges, ends, few);
            if is_by_block {
                windows = windows.by_block();
            }
            prop_assert_eq!(windows.games(), wanted.len() as u64);
            let mut found = Vec::new();
            for window in windows {
                prop_assert!(!window.is_empty() && window.len() < MANY + FEW as usize);
                found.extend(window);
            }
            prop_assert_eq!(found, wanted);
        }
    }
}
