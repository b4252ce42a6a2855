//! What a network in training learns beside the moves that were played: what another says of all of them.

use std::sync::Arc;

use entropy::TOTAL;
use model::softmax;
use streams::moves::MoveContext;
use streams::training::networks::{Asked, Networks};

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
    widths: Vec<u32>,
    part: f32,
}

impl Teacher<'_> {
    /// Networks to be asked about positions.
    pub fn lessons(self) -> Option<Lessons> {
        match self {
            Self::Labels(_) => None,
            Self::Networks { networks, part } => Some(Lessons {
                asked: Asked::new(networks.clone()),
                widths: Vec::new(),
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
        softmax::widths(&self.asked.logits, &mut self.widths);
        let part = self.part;
        self.widths.iter().enumerate().map(move |(at, &width)| {
            let share = width as f32 / TOTAL as f32;
            part * share + (1.0 - part) * f32::from(u8::from(at == played))
        })
    }
}
