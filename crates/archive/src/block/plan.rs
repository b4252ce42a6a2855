//! What is known of a block while it is decoded.
//!
//! Format: "Groups".

use super::groups::{self, GROUPED, Group};
use super::{BlockError, fault};
use crate::{Depth, Model, Stream};
use std::ops::Range;
use std::sync::OnceLock;
use streams::MoveRecord;

/// What all threads that decode a block know of it.
pub(super) struct Plan {
    pub model: Model,
    /// How far games are decoded.
    pub depth: Depth,
    pub groups: Vec<Group>,
    /// For each group, its parts of the streams, one after the other, once they have been read.
    pub parts: Vec<OnceLock<Vec<u8>>>,
    /// Where the streams of [`GROUPED`] begin among the bytes of the block's streams.
    pub places: [u64; GROUPED.len()],
    /// For each group, the number of games before it.
    pub starts: Vec<u64>,
    pub games: u64,
    /// The most text that the models of a group see.
    pub most_text: u64,
    /// What the models made of the moves of each group, where they are not to be asked.
    pub replayed: Vec<Option<MoveRecord>>,
}

impl Plan {
    pub fn group_at(&self, game: u64) -> usize {
        self.starts.partition_point(|&start| start <= game) - 1
    }

    /// Whether the parts of a group have been read.
    pub fn has(&self, group: usize) -> bool {
        self.parts[group].get().is_some()
    }

    /// The parts of a group, which must have been read.
    pub fn parts(&self, group: usize) -> Result<&[u8], BlockError> {
        let parts = self.parts[group].get();
        let missing = || fault(Stream::Groups, "parts of a group that were not read");
        parts.map(|parts| &parts[..]).ok_or_else(missing)
    }

    /// That the parts of a group are what they were.
    pub fn check(&self, group: usize) -> Result<(), BlockError> {
        let is_sound = self.groups[group].is_sound(&[self.parts(group)?]);
        is_sound.then_some(()).ok_or(groups::DAMAGED)
    }

    /// Where the parts of a group lie among the bytes of the block's streams, in their order.
    pub fn ranges(&self, group: usize) -> impl Iterator<Item = Range<u64>> {
        let parts = self.groups[group].parts.iter().zip(self.places);
        parts.map(|(part, place)| place + part.start..place + part.end)
    }
}
