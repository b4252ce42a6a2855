//! The parts of a block's groups, which are read when games are asked for that are decoded from them.
//!
//! Format: "Groups".

use super::BlockDecoder;
use crate::block::ReadParts;
use std::ops::Range;

/// So many bytes between two parts cost less than another read.
const NEAR: u64 = 1 << 13;

impl BlockDecoder {
    /// Whether the parts that a game is decoded from have been read.
    pub fn has(&self, game: u64) -> bool {
        self.plan.has(0) && self.plan.has(self.plan.group_at(self.source_of(game)))
    }

    /// Reads the parts that these games are decoded from, unless they have been read: those of the first group, of the games' groups, and of the
    /// groups that repeats among them have their sources in. Whoever goes on where the last parts ended gets twice as many groups as the last
    /// time, so that games that are read one after the other cost few reads.
    ///
    /// # Errors
    ///
    /// That of `read`. Then no parts are kept.
    pub fn load<E>(&mut self, games: Range<u64>, read: &mut ReadParts<'_, E>) -> Result<(), E> {
        let plan = &self.plan;
        let games = games.start..games.end.min(plan.games);
        let Some(last) = games.clone().next_back() else {
            return Ok(());
        };
        let first = plan.group_at(games.start);
        let after = plan.group_at(last) + 1;
        let (next, before) = self.ahead;
        let ahead = match first == next {
            true => first + 2 * before,
            false => after,
        };
        let end = ahead.clamp(after, plan.groups.len());
        let mut wanted: Vec<usize> = games
            .filter(|&game| self.is_repeat(game))
            .map(|game| plan.group_at(self.source_of(game)))
            .chain([0])
            .chain(first..end)
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|&group| !plan.has(group));
        if wanted.is_empty() {
            return Ok(());
        }
        let parts = wanted.iter().flat_map(|&group| plan.ranges(group));
        let ranges = joined(parts.filter(|part| !part.is_empty()).collect());
        let pieces = match ranges.is_empty() {
            true => Vec::new(),
            false => read(&ranges)?,
        };
        for group in wanted {
            let cut = |part: Range<u64>| {
                let at = ranges.partition_point(|range| range.end < part.end);
                let from = (part.start - ranges.get(at)?.start) as usize;
                pieces
                    .get(at)?
                    .get(from..)?
                    .get(..(part.end - part.start) as usize)
            };
            let parts = plan.ranges(group).filter(|part| !part.is_empty());
            if let Some(parts) = parts.map(cut).collect::<Option<Vec<_>>>() {
                let _ = plan.parts[group].set(parts.concat());
            }
        }
        self.ahead = (end, end - first);
        Ok(())
    }
}

/// Ranges in their order, of which those that are near each other are one.
fn joined(mut parts: Vec<Range<u64>>) -> Vec<Range<u64>> {
    parts.sort_unstable_by_key(|part| part.start);
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for part in parts {
        match ranges.last_mut() {
            Some(last) if part.start <= last.end + NEAR => last.end = last.end.max(part.end),
            _ => ranges.push(part),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_read_at_once() {
        let far = 100 + NEAR;
        let parts = vec![far + 1..far + 9, 90..100, 0..50];
        assert_eq!(joined(parts), [0..100, far + 1..far + 9]);
        let one = std::ops::Range {
            start: 90,
            end: far + 9,
        };
        assert_eq!(joined(vec![far..far + 9, 90..100]), [one]);
    }
}
