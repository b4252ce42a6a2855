//! What a network in training learns beside the moves that were played: what another says of all of them.

use std::sync::Arc;

use archive::streams::moves::MoveContext;
use archive::streams::moves::net::{Asked, Networks};

use crate::labels::Labels;

/// Whoever says what the share of each move should be.
#[derive(Clone, Copy)]
pub enum Teacher<'a> {
    /// What was written down before, of some games.
    Labels(&'a Labels),
    /// Networks that are asked about every position.
    Networks {
        /// The networks.
        networks: &'a Arc<Networks>,
        /// Their part of the target, from 0 to 1; the rest is the move played.
        part: f32,
    },
}

/// Networks that teach, with room to work in.
pub struct Lessons {
    asked: Asked,
    part: f32,
}

impl Teacher<'_> {
    /// Networks to be asked about positions.
    pub fn lessons(self) -> Option<Lessons> {
        match self {
            Self::Labels(_) => None,
            Self::Networks { networks, part } => Some(Lessons {
                asked: Asked::new(networks.clone()),
                part,
            }),
        }
    }
}

impl Lessons {
    /// What the share of each legal move should be.
    pub fn targets(&mut self, turn: &MoveContext, played: usize) -> impl Iterator<Item = f32> {
        self.asked.look(turn);
        self.asked.weigh(turn.setting.kind());
        let logits = &self.asked.logits;
        let top = logits.iter().copied().max().unwrap_or(0);
        let power = move |logit: i32| ((logit - top) as f32 / 65536.0).exp2();
        let sum: f32 = logits.iter().map(|&logit| power(logit)).sum();
        let part = self.part;
        logits.iter().enumerate().map(move |(at, &logit)| {
            part * power(logit) / sum + (1.0 - part) * f32::from(u8::from(at == played))
        })
    }
}
