//! The check of a blob: a hash of all that it stands for.
//!
//! Format: "Blobs".

use crate::streams::moves::{Alone, Setting};
use entropy::Code;
use legal::Position;
use xxhash_rust::xxh3::xxh3_64;

use super::start;
use crate::Model;

/// Different checks: damage that makes another game of a blob goes unnoticed once in so many times.
const CHECKS: u64 = 1 << 12;

/// Takes in the moves of a game, after its start and what it is coded with.
pub(super) struct Check {
    bytes: Vec<u8>,
}

impl Check {
    pub fn new(number: u8, model: &Model, start: &Position, setting: &Setting) -> Self {
        let mut bytes = vec![number];
        bytes.extend(model.knowledge().digest().to_le_bytes());
        for rating in setting.ratings {
            bytes.extend(rating.to_le_bytes());
        }
        bytes.extend([
            setting.pace as u8,
            setting.site as u8,
            setting.outcome as u8,
        ]);
        bytes.extend(setting.year.to_le_bytes());
        // Where names do not matter, a game must not be lost because one was corrected.
        if Alone::looks_at_players(start) {
            for player in setting.players {
                bytes.extend(player.to_le_bytes());
            }
        }
        if let Some((variant, fen)) = start::spelled(start) {
            bytes.extend([variant as u8, fen.len() as u8]);
            bytes.extend(fen.into_bytes());
        }
        Self { bytes }
    }

    /// Takes in a move, by its index among the legal ones.
    pub fn add(&mut self, index: usize) {
        self.bytes.extend((index as u16).to_le_bytes());
    }

    /// Codes the check. Decoding, returns whether it is the one that was read.
    pub fn code(&self, coder: &mut impl Code) -> bool {
        let check = xxh3_64(&self.bytes) % CHECKS;
        coder.uniform(check, CHECKS) == check
    }
}
