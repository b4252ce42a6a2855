//! What is known of a block while it is decoded.
//!
//! Format: "Groups".

use super::groups::{GROUPED, Group};
use crate::{Depth, Model};
use streams::MoveRecord;

/// What all threads that decode a block know of it.
pub(super) struct Plan {
    pub model: Model,
    /// How far games are decoded.
    pub depth: Depth,
    /// The streams of [`GROUPED`].
    pub streams: [Vec<u8>; GROUPED.len()],
    pub groups: Vec<Group>,
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

    pub fn is_sound(&self, group: usize) -> bool {
        self.groups[group].is_sound(&self.streams)
    }
}
