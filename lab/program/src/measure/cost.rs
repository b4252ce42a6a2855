//! What encodings of games take.

use super::per;
use serde::Serialize;
use std::time::Duration;

/// What an encoding of games takes.
#[derive(Debug, Serialize)]
pub struct CodecFigures {
    pub name: &'static str,
    pub bits_per_ply: f64,
    pub bytes_per_game: f64,
    pub encode_plies_per_s: f64,
    pub decode_plies_per_s: f64,
    /// Games that it cannot hold; the other figures are of those it can.
    #[serde(skip_serializing_if = "is_zero")]
    pub refused: u64,
}

/// What came of measuring one encoding.
#[derive(Debug, Default)]
pub struct Cost {
    pub games: u64,
    pub plies: u64,
    pub bits: u64,
    /// Where each game is in bytes of its own, with what fills the last one.
    pub bytes: u64,
    pub encoding: Duration,
    pub decoding: Duration,
    pub refused: u64,
}

impl Cost {
    pub fn figures(self, name: &'static str) -> CodecFigures {
        let plies = self.plies as f64;
        let speed = |time: Duration| per(plies, time.as_secs_f64()).round();
        CodecFigures {
            name,
            bits_per_ply: per(self.bits as f64, plies),
            bytes_per_game: per(self.bytes as f64, self.games as f64),
            encode_plies_per_s: speed(self.encoding),
            decode_plies_per_s: speed(self.decoding),
            refused: self.refused,
        }
    }
}

/// Whether a count is left out of the figures.
pub fn is_zero(count: &u64) -> bool {
    *count == 0
}
