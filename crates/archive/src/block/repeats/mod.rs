//! The repeats of a block: games whose movetext, or whole text, is that of an earlier game of the block, so that it is not coded again.
//!
//! Format: "Repeats".

mod find;
mod source;

use super::{BlockError, BlockPayload, fault};
use crate::container::fields::{Fault, Fields, put_varint};
use crate::{BlockFacts, Stream};
use std::borrow::Cow;

pub(super) use find::find;
pub(super) use source::Sources;

/// The least bytes of text of a repeat, so that a table cannot claim more of them than there is text.
const LEAST_TEXT: u64 = 32;

/// What a repeat has of the game that it repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its text.
    Text,
    /// Its movetext and the values of derived tags.
    Derived,
    /// Its movetext. The values of derived tags are coded as those of other tags.
    Movetext,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Text, Self::Derived, Self::Movetext];
}

/// Consecutive repeats, each of which repeats the game at the same distance before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The number of the first in the block, from 0.
    pub start: u64,
    pub games: u64,
    pub distance: u64,
    pub kind: Kind,
}

/// A game that is not coded in the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    /// Its number in the block, from 0, and how many games before it are no repeats.
    pub game: u32,
    coded_before: u32,
    /// The game, which is no repeat itself, that has its movetext.
    pub source: u32,
    /// The game that has its tags; itself where they are coded.
    pub tags: u32,
    pub kind: Kind,
}

impl Repeat {
    /// Whether its tags are coded.
    pub fn has_tags(&self) -> bool {
        self.tags == self.game
    }

    /// Whether the values of its derived tags are coded with the others.
    pub fn has_derived(&self) -> bool {
        self.has_tags() && self.kind == Kind::Movetext
    }
}

/// The repeats of a block.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Repeats {
    runs: Vec<Run>,
    repeats: Vec<Repeat>,
    /// Their sources, in order, and how many repeats each has.
    sources: Vec<(u32, u64)>,
    /// Bytes of their text in each group, which the groups themselves do not count.
    text_bytes: Vec<u64>,
}

impl Repeats {
    /// The repeats of these runs, which are in order and refer to earlier games.
    fn new(runs: Vec<Run>) -> Self {
        let mut all = Self::default();
        for run in &runs {
            for game in run.start..run.start + run.games {
                let before = game - run.distance;
                let (source, tags, kind) = match (run.kind, all.get(before)) {
                    (Kind::Text, Some(before)) => (before.source, before.tags, before.kind),
                    (Kind::Text, None) => (before as u32, before as u32, Kind::Text),
                    (kind, Some(before)) => (before.source, game as u32, kind),
                    (kind, None) => (before as u32, game as u32, kind),
                };
                all.repeats.push(Repeat {
                    game: game as u32,
                    coded_before: game as u32 - all.repeats.len() as u32,
                    source,
                    tags,
                    kind,
                });
            }
        }
        let mut sources: Vec<u32> = all.repeats.iter().map(|repeat| repeat.source).collect();
        sources.sort_unstable();
        let counted = sources.chunk_by(|a, b| a == b);
        all.sources = counted.map(|of| (of[0], of.len() as u64)).collect();
        all.runs = runs;
        all
    }

    /// The repeats of a block.
    pub fn of(block: &BlockPayload<'_>) -> Result<Self, BlockError> {
        let mut streams = block.streams.iter();
        let Some((_, table)) = streams.find(|(stream, _)| *stream == Stream::Repeats) else {
            return Ok(Self::default());
        };
        read(table, block.facts).map_err(|broken| match broken {
            Fault::Broken(what) => fault(Stream::Repeats, what),
            _ => fault(Stream::Repeats, "the table of repeats ends early"),
        })
    }

    /// The table, with the bytes of text that the repeats after the games of each group have. Empty if there are no repeats.
    pub fn write(&self, text_bytes: &[u64]) -> Vec<u8> {
        let mut out = Vec::new();
        if self.runs.is_empty() {
            return out;
        }
        put_varint(&mut out, self.runs.len() as u64);
        let mut end = 0;
        for run in &self.runs {
            put_varint(&mut out, run.start - end);
            put_varint(
                &mut out,
                (run.games - 1) * Kind::ALL.len() as u64 + run.kind as u64,
            );
            put_varint(&mut out, run.distance);
            end = run.start + run.games;
        }
        text_bytes
            .iter()
            .for_each(|&bytes| put_varint(&mut out, bytes));
        out
    }

    /// The repeat that the game of this number is, if it is one.
    pub fn get(&self, game: u64) -> Option<Repeat> {
        let found = self
            .repeats
            .binary_search_by_key(&game, |repeat| repeat.game.into());
        found.ok().map(|at| self.repeats[at])
    }

    /// How many games of the block repeat this one.
    pub fn repeated(&self, game: u64) -> u64 {
        let found = self
            .sources
            .binary_search_by_key(&game, |(source, _)| (*source).into());
        found.map_or(0, |at| self.sources[at].1)
    }

    pub fn is_empty(&self) -> bool {
        self.repeats.is_empty()
    }

    /// The number in the block of the game that has so many games before it that are no repeats, and is none.
    pub fn game_of(&self, coded: u64) -> u64 {
        let before = |repeat: &Repeat| u64::from(repeat.coded_before) <= coded;
        coded + self.repeats.partition_point(before) as u64
    }

    /// The next game after this one that is no repeat, which this one is not either.
    pub fn after(&self, game: u64) -> u64 {
        let before = self
            .repeats
            .partition_point(|repeat| u64::from(repeat.game) < game);
        self.game_of(game - before as u64 + 1)
    }

    /// Those of the block's games that are no repeats.
    pub fn others<'a, 't>(&self, games: &'a [&'t [u8]]) -> Cow<'a, [&'t [u8]]> {
        if self.is_empty() {
            return Cow::Borrowed(games);
        }
        let is_coded = |(number, _): &(usize, &&[u8])| self.get(*number as u64).is_none();
        let coded = games.iter().enumerate().filter(is_coded);
        coded.map(|(_, game)| *game).collect()
    }

    /// Bytes of text of the repeats among the games of each group.
    pub fn text_bytes(&self) -> &[u64] {
        &self.text_bytes
    }

    /// The facts of the block but for its repeats: what the groups hold.
    pub fn without(&self, facts: &BlockFacts) -> BlockFacts {
        BlockFacts {
            games: facts.games - self.repeats.len() as u64,
            text_bytes: facts.text_bytes - self.text_bytes.iter().sum::<u64>(),
            ..*facts
        }
    }
}

fn read(table: &[u8], facts: &BlockFacts) -> Result<Repeats, Fault> {
    const GAMES: &str = "the repeats are more games than the block has";
    const TEXT: &str = "the repeats have more text than the block, or hardly any";
    let mut fields = Fields::new(table);
    let (mut runs, mut games, mut end) = (Vec::new(), 0, 0);
    for _ in 0..fields.varint()? {
        let start = end + fields.varint_up_to(facts.games - end, GAMES)?;
        let symbol = fields.varint()?;
        let kinds = Kind::ALL.len() as u64;
        let run = Run {
            start,
            games: 1 + symbol / kinds,
            distance: fields.varint_up_to(start, "a repeat of no earlier game")?,
            kind: Kind::ALL[(symbol % kinds) as usize],
        };
        if run.games > facts.games - start {
            return Err(Fault::Broken(GAMES));
        }
        if run.distance == 0 {
            return Err(Fault::Broken("a repeat of no earlier game"));
        }
        end = start + run.games;
        games += run.games;
        runs.push(run);
    }
    let (mut text_bytes, mut room) = (Vec::new(), facts.text_bytes);
    while fields.len() > 0 {
        let bytes = fields.varint_up_to(room, TEXT)?;
        room -= bytes;
        text_bytes.push(bytes);
    }
    if games == 0 || (facts.text_bytes - room) / LEAST_TEXT < games {
        return Err(Fault::Broken(TEXT));
    }
    Ok(Repeats {
        text_bytes,
        ..Repeats::new(runs)
    })
}

#[cfg(test)]
mod tests;
