//! The groups of a block: runs of games that can be decoded after the first group alone, without the groups between.
//!
//! Format: "Groups".

use std::ops::Range;

use super::grouping::LEAST_TEXT;
use super::repeats::Repeats;
use super::{BlockError, BlockPayload, fault};
use crate::Stream;
use crate::container::checksum;
use crate::container::fields::{Fault, Fields, put_varint};

/// The streams that restart with every group: all coded streams except `tags`.
pub(crate) const GROUPED: [Stream; 10] = [
    Stream::Structure,
    Stream::Moves,
    Stream::Clocks,
    Stream::Evals,
    Stream::Glyphs,
    Stream::Derived,
    Stream::Comments,
    Stream::Numbers,
    Stream::Lines,
    Stream::Layout,
];

/// Bytes of the two checksums of a group.
#[cfg(test)]
const CHECK_BYTES: usize = 8;

/// A group of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    pub games: u64,
    pub text_bytes: u64,
    /// The checksums of its text and of its parts. A block of one group has none: those of the block cover it.
    pub checks: Option<Checks>,
    /// Where its part of each stream of [`GROUPED`] lies in the stream.
    pub parts: [Range<u64>; GROUPED.len()],
}

/// The checksums of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checks {
    /// Of its text.
    pub text: u32,
    /// Of its parts of the streams, one after the other, in the order of [`GROUPED`].
    pub parts: u32,
}

impl Group {
    /// Its part of each stream.
    pub fn parts<'a, S: AsRef<[u8]>>(
        &'a self,
        streams: &'a [S; GROUPED.len()],
    ) -> impl Iterator<Item = &'a [u8]> {
        let parts = self.parts.iter().zip(streams);
        parts.map(|(part, stream)| &stream.as_ref()[part.start as usize..part.end as usize])
    }

    /// Whether its parts, one after the other, are what they were, as far as its own checksum tells.
    pub fn is_sound(&self, parts: &[&[u8]]) -> bool {
        let is_sound = |checks: Checks| checks.parts == checksum::of_parts(parts);
        self.checks.is_none_or(is_sound)
    }
}

/// The bytes of a block's streams that are in no group: the table of groups. `None` for a block without a table, which is one group.
pub(crate) fn outside_groups<'a>(streams: &[(Stream, &'a [u8])]) -> Option<&'a [u8]> {
    let mut streams = streams.iter();
    let table = streams.find(|(stream, _)| *stream == Stream::Groups);
    table.map(|(_, bytes)| *bytes)
}

/// That the parts of all groups of a block are what they were, as far as the table tells.
///
/// # Errors
///
/// A broken table, or the first group whose parts differ.
pub(crate) fn check_groups(block: &BlockPayload<'_>) -> Result<(), BlockError> {
    let groups = of(&BlockPayload {
        facts: &Repeats::of(block)?.without(block.facts),
        ..*block
    })?;
    let streams = grouped(block.streams);
    let is_sound = |group: &Group| group.is_sound(&group.parts(&streams).collect::<Vec<_>>());
    groups.iter().all(is_sound).then_some(()).ok_or(DAMAGED)
}

/// The streams of [`GROUPED`], empty where they are absent.
pub(super) fn grouped<'a>(streams: &[(Stream, &'a [u8])]) -> [&'a [u8]; GROUPED.len()] {
    GROUPED.map(|wanted| {
        let found = streams.iter().find(|(stream, _)| *stream == wanted);
        found.map_or(&[][..], |(_, bytes)| bytes)
    })
}

/// The table of groups of a block with the checksums that are right for the parts; `None` if there is no table that can be read.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn mended_table(block: &BlockPayload<'_>) -> Option<Vec<u8>> {
    let mut groups = of(block).ok()?;
    let streams = grouped(block.streams);
    let mut is_table = false;
    for group in &mut groups {
        let parts = checksum::of_parts(&group.parts(&streams).collect::<Vec<_>>());
        if let Some(checks) = &mut group.checks {
            (checks.parts, is_table) = (parts, true);
        }
    }
    is_table.then(|| write(&groups))
}

/// The error of a group whose parts are not what they were.
pub(super) const DAMAGED: BlockError = BlockError {
    stream: Some(Stream::Groups),
    what: "the checksum of a group's part of the streams does not match",
};

const PARTS: &str = "the groups' parts of a stream are longer than the stream";

/// Bytes of text of some games.
pub(super) fn text_bytes(games: &[&[u8]]) -> u64 {
    games.iter().map(|game| game.len() as u64).sum()
}

/// The most text that the models of groups of these lengths see: that of the first group and of one more.
pub(super) fn most_text(lengths: &[u64]) -> u64 {
    let (first, others) = lengths.split_at(lengths.len().min(1));
    first.iter().sum::<u64>() + others.iter().max().unwrap_or(&0)
}

/// Writes the table of groups. Streams of which no group has a part are left out.
pub(super) fn write(groups: &[Group]) -> Vec<u8> {
    let mut out = Vec::new();
    let size = size_of_others(groups).unwrap_or(0);
    put_varint(&mut out, size);
    put_varint(
        &mut out,
        match size {
            0 => groups.len() as u64,
            _ => groups[0].games,
        },
    );
    let has_part = |at: &usize| groups.iter().any(|group| !group.parts[*at].is_empty());
    let present: Vec<usize> = (0..GROUPED.len()).filter(has_part).collect();
    put_varint(&mut out, present.iter().map(|at| 1u64 << at).sum());
    for group in groups {
        if size == 0 {
            put_varint(&mut out, group.games);
        }
        put_varint(&mut out, group.text_bytes);
        let checks = group.checks.unwrap_or_default();
        out.extend_from_slice(&checks.text.to_le_bytes());
        out.extend_from_slice(&checks.parts.to_le_bytes());
        for &at in &present {
            put_varint(&mut out, group.parts[at].end - group.parts[at].start);
        }
    }
    out
}

/// The number of games in each group except the first, if all have the same number and the last one no more than that.
fn size_of_others(groups: &[Group]) -> Option<u64> {
    let [_, between @ .., last] = groups else {
        return None;
    };
    let size = between.first().unwrap_or(last).games;
    let alike = between.iter().all(|group| group.games == size) && last.games <= size;
    alike.then_some(size)
}

/// The groups of a block. A block without a table is one group.
pub(super) fn of(block: &BlockPayload<'_>) -> Result<Vec<Group>, BlockError> {
    let lengths = grouped(block.streams).map(|bytes| bytes.len() as u64);
    with_lengths(block, lengths)
}

/// The groups of a block whose streams of [`GROUPED`] have these lengths; their bytes need not be there.
pub(super) fn with_lengths(
    block: &BlockPayload<'_>,
    lengths: [u64; GROUPED.len()],
) -> Result<Vec<Group>, BlockError> {
    let Some(table) = outside_groups(block.streams) else {
        let only = Group {
            games: block.facts.games,
            text_bytes: block.facts.text_bytes,
            checks: None,
            parts: lengths.map(|length| 0..length),
        };
        return Ok(vec![only]);
    };
    read(table, block, lengths).map_err(|broken| match broken {
        Fault::Broken(what) => fault(Stream::Groups, what),
        _ => fault(Stream::Groups, "the table of groups ends early"),
    })
}

fn read(
    table: &[u8],
    block: &BlockPayload<'_>,
    lengths: [u64; GROUPED.len()],
) -> Result<Vec<Group>, Fault> {
    const GAMES: &str = "the groups have other games than the block";
    const TEXT: &str = "the groups have another text than the block";
    let mut fields = Fields::new(table);
    let (mut games, mut text_bytes) = (block.facts.games, block.facts.text_bytes);
    let each = fields.varint_up_to(games, GAMES)?;
    // The number of games in the first group, or, if `each` is 0, the number of groups.
    let number = fields.varint_up_to(games, GAMES)?;
    let count = match each {
        0 => number,
        each => 1 + (games - number).div_ceil(each),
    };
    let present = fields.varint()?;
    if present >> GROUPED.len() != 0 {
        return Err(Fault::Broken("the groups have streams that do not exist"));
    }
    let (mut groups, mut starts) = (Vec::new(), [0; GROUPED.len()]);
    for place in 1..=count {
        let mut group = Group {
            games: match each {
                0 => fields.varint_up_to(games, GAMES)?,
                _ if place == 1 => number,
                each => each.min(games),
            },
            text_bytes: fields.varint_up_to(text_bytes, TEXT)?,
            ..Group::default()
        };
        let is_last = place == count;
        if group.games == 0 || !is_last && group.text_bytes < LEAST_TEXT {
            return Err(Fault::Broken(
                "a group of no games, or with hardly any text",
            ));
        }
        games -= group.games;
        text_bytes -= group.text_bytes;
        group.checks = Some(Checks {
            text: fields.u32()?,
            parts: fields.u32()?,
        });
        for at in (0..GROUPED.len()).filter(|at| present >> at & 1 == 1) {
            let start = starts[at];
            let length = fields.varint_up_to(lengths[at] - start, PARTS)?;
            // Zeros that a writer has appended to a stream belong to its last part.
            let end = if is_last { lengths[at] } else { start + length };
            group.parts[at] = start..end;
            starts[at] = end;
        }
        groups.push(group);
    }
    if groups.is_empty() || games > 0 || text_bytes > 0 {
        return Err(Fault::Broken(if games > 0 { GAMES } else { TEXT }));
    }
    fields.finish()?;
    Ok(groups)
}

#[cfg(test)]
mod tests;
