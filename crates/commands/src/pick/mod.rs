//! Which games of an archive are wanted: their numbers, window by window.
//!
//! A window is a list of numbers that are read together: games of one block in their order, or some thousand games of any
//! blocks in any order. Memory does not grow with what is asked for, nor is a block decoded for each of its games.

mod draw;
mod fetch;
mod list;
mod numbers;
mod readers;

use crate::args::{Choice, Pick};
use crate::console::Console;
use crate::sift::{Noted, Sieve};
use anyhow::{Result, ensure};
use archive::Reader;
use draw::Draw;
pub use fetch::Fetch;
pub use list::GameList;
use numbers::Numbers;
pub use readers::Readers;
use std::collections::VecDeque;
use std::io::{Read, Seek};
use std::num::NonZeroU64;
use std::ops::Range;

/// A window of games of any blocks has so many at most: their numbers take half a megabyte.
const MANY: usize = 1 << 16;
/// A range of more games than this is gone through block by block.
const FEW: u64 = 1 << 12;
/// A window of games of one block has so many at most. Blocks that pgnz makes have fewer games.
const MOST: u64 = 1 << 20;

/// What is done with games, and with what was noted of them.
pub type Take<'a, T> = dyn FnMut(&[u64], Noted<T>) -> Result<()> + 'a;

/// The games that are wanted.
pub struct Wanted {
    source: Source,
    /// Where blocks end: numbers of the games after them.
    ends: Vec<u64>,
    games: u64,
    every: u64,
    draw: Option<Draw<u64>>,
    first: u64,
    /// Numbers that were read and are not there: how many, and the first.
    beyond: (u64, u64),
}

enum Source {
    Ranges(VecDeque<Range<u64>>),
    Numbers(Numbers),
}

impl Wanted {
    /// The games that are asked for in an archive. Warns where it has fewer.
    pub fn new<R: Read + Seek>(
        pick: &Pick,
        reader: &Reader<R>,
        name: &str,
        console: &mut Console,
    ) -> Result<Self> {
        let games = reader.games();
        let choice = &pick.choice;
        let list = match (pick.game, &pick.games) {
            (Some(number), _) => {
                ensure!(number > 0, "games are numbered from 1");
                Some(GameList::only(number))
            }
            (None, list) => list.clone(),
        };
        let source = match (&pick.numbers, list) {
            (Some(path), _) => Source::Numbers(Numbers::open(path)?),
            (None, None) => return Ok(Self::among_all(choice, reader)),
            (None, Some(list)) => {
                let (ranges, cut) = list.among(games)?;
                if let Some(cut) = cut {
                    let what = format!("{cut} goes past the last game: the archive has {games}");
                    console.warn(name, what);
                }
                Source::Ranges(ranges.into())
            }
        };
        Ok(Self::of(source, choice, reader))
    }

    /// Whether the games lie in one range, so that no block comes twice.
    pub fn is_one_range(&self) -> bool {
        matches!(&self.source, Source::Ranges(ranges) if ranges.len() <= 1)
    }

    /// The games that are chosen among all of an archive.
    pub fn among_all<R: Read + Seek>(choice: &Choice, reader: &Reader<R>) -> Self {
        let all = (reader.games() > 0).then_some(0..reader.games());
        Self::of(Source::Ranges(VecDeque::from_iter(all)), choice, reader)
    }

    fn of<R: Read + Seek>(source: Source, choice: &Choice, reader: &Reader<R>) -> Self {
        let seed = || choice.seed.unwrap_or_else(|| fastrand::u64(..));
        let blocks = reader.blocks().iter();
        Self {
            source,
            ends: blocks
                .map(|block| block.first_game().saturating_add(block.facts().games))
                .collect(),
            games: reader.games(),
            every: choice.every.map_or(1, NonZeroU64::get),
            draw: choice.random.map(|size| Draw::new(size, seed())),
            first: choice.first.unwrap_or(u64::MAX),
            beyond: (0, 0),
        }
    }

    /// Gives all games to `take`, window by window, numbers from 0: of those that pass the sieve, if there is one, the chosen ones, with
    /// what was noted of them. Nothing is noted of games that are drawn at random.
    pub fn each<T: Send>(
        mut self,
        sieve: Option<&Sieve<'_, T>>,
        take: &mut Take<'_, T>,
        name: &str,
        console: &mut Console,
    ) -> Result<()> {
        let mut chosen = Chosen {
            before: 0,
            every: self.every,
            draw: self.draw.take(),
            left: self.first,
        };
        let mut pass = |window, noted| {
            let window = chosen.among(window);
            if !window.is_empty() {
                take(&window, noted)?;
            }
            Ok(chosen.left > 0)
        };
        let (games, first) = (self.games, self.first);
        let mut next = || self.next_window();
        match sieve {
            _ if first == 0 => {}
            Some(sieve) => sieve.each(&mut next, &mut pass, games, name, console)?,
            None => {
                while let Some(window) = next()?
                    && pass(window, Noted::new())?
                {}
            }
        }
        let drawn = chosen.draw.map(Draw::finish).unwrap_or_default();
        for window in drawn.chunks(MANY) {
            take(window, Noted::new())?;
        }
        if let (count @ 1.., first) = self.beyond {
            let games = self.games;
            let what = match count {
                1 => format!("there is no game {first}: the archive has {games}"),
                _ => format!(
                    "{count} of the numbers, first {first}, go past the last game: the archive has {games}"
                ),
            };
            console.warn(name, what);
        }
        Ok(())
    }

    fn next_window(&mut self) -> Result<Option<Vec<u64>>> {
        match &mut self.source {
            Source::Ranges(ranges) => Ok(ranges_window(ranges, &self.ends)),
            Source::Numbers(numbers) => {
                let mut window = Vec::new();
                while window.len() < MANY
                    && let Some(number) = numbers.next()?
                {
                    if number <= self.games {
                        window.push(number - 1);
                        continue;
                    }
                    if self.beyond.0 == 0 {
                        self.beyond.1 = number;
                    }
                    self.beyond.0 += 1;
                }
                Ok((!window.is_empty()).then_some(window))
            }
        }
    }
}

/// The choice among games that pass.
struct Chosen {
    /// Games so far.
    before: u64,
    every: u64,
    draw: Option<Draw<u64>>,
    /// Games that are still wanted.
    left: u64,
}

impl Chosen {
    /// Those of a window that are wanted now.
    fn among(&mut self, mut window: Vec<u64>) -> Vec<u64> {
        window.retain(|_| {
            self.before += 1;
            (self.before - 1).is_multiple_of(self.every)
        });
        if let Some(draw) = &mut self.draw {
            window.drain(..).for_each(|game| draw.show(game));
        }
        window.truncate(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.left -= window.len() as u64;
        window
    }
}

/// Takes a window off ranges that are not empty.
fn ranges_window(ranges: &mut VecDeque<Range<u64>>, ends: &[u64]) -> Option<Vec<u64>> {
    let few = |range: &&Range<u64>| range.end - range.start <= FEW;
    let mut window = Vec::new();
    while window.len() < MANY
        && let Some(range) = ranges.front().filter(|range| few(range)).cloned()
    {
        window.extend(range);
        ranges.pop_front();
    }
    if !window.is_empty() {
        return Some(window);
    }
    let range = ranges.front_mut()?;
    let block = ends.partition_point(|&end| end <= range.start);
    let end = ends.get(block).copied().unwrap_or(u64::MAX);
    let end = end.min(range.end).min(range.start.saturating_add(MOST));
    let piece = range.start..end;
    range.start = end;
    if range.is_empty() {
        ranges.pop_front();
    }
    Some(piece.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn windows_of_ranges_are_the_ranges(
            starts in prop::collection::vec((0..50_000u64, 1..9_000u64), 0..6),
            mut ends in prop::collection::vec(1..60_000u64, 0..20),
        ) {
            ends.sort_unstable();
            let mut ranges: VecDeque<_> = starts.into_iter().map(|(start, length)| start..start + length).collect();
            let wanted: Vec<u64> = ranges.iter().cloned().flatten().collect();
            let mut found = Vec::new();
            while let Some(window) = ranges_window(&mut ranges, &ends) {
                prop_assert!(!window.is_empty() && window.len() < MANY + FEW as usize);
                found.extend(window);
            }
            prop_assert_eq!(found, wanted);
        }
    }
}
