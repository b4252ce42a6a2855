//! The check value of a blob: the low 12 bits of a CRC-32 of its start, setting, model and moves.
//!
//! Format: "Blobs".

use entropy::Code;
use legal::Position;
use streams::moves::{Alone, Setting};

use super::start;
use crate::Model;

/// The number of different check values. Damage that turns a blob into another game is missed once in this many cases.
const CHECKS: u64 = 1 << 12;

/// Hashes the start of a game, what it is coded with, and its moves.
pub(super) struct Check {
    bytes: Vec<u8>,
}

impl Check {
    pub fn new(number: u8, model: &Model, start: &Position, setting: &Setting) -> Self {
        let mut bytes = vec![number];
        bytes.extend(model.knowledge().digest());
        for rating in setting.ratings {
            bytes.extend(rating.to_le_bytes());
        }
        bytes.extend([
            setting.pace as u8,
            setting.site as u8,
            setting.outcome as u8,
        ]);
        bytes.extend(setting.year.to_le_bytes());
        // If the model does not use the players' names, a corrected name must not make the blob unreadable.
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

    /// Adds a move, by its index among the legal moves.
    pub fn add(&mut self, index: usize) {
        self.bytes.extend((index as u16).to_le_bytes());
    }

    /// Codes the check value. When decoding, returns whether it is the value that was read.
    pub fn code(&self, coder: &mut impl Code) -> bool {
        let check = u64::from(crc32fast::hash(&self.bytes)) % CHECKS;
        coder.uniform(check, CHECKS) == check
    }
}
