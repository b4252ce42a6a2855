//! Moves of a single game: what is known before the first of them, and nothing else.

use std::sync::Arc;

use entropy::{Code, Frequencies};
use legal::{LegalMoves, Position};

use super::linear::{Linear, Weights};
use super::net::{Network, Scratch, Sight};
use super::{History, Knowledge, Setting, is_known, softmax};

/// Predicts the moves of one game.
pub struct Alone {
    /// Without a network, or where it does not serve.
    linear: Option<Box<Linear>>,
    network: Option<Arc<Network>>,
    sight: Sight,
    scratch: Scratch,
    logits: Vec<i32>,
    widths: Vec<u32>,
}

impl Alone {
    /// The state at the start of every game.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            linear: None,
            network: match knowledge {
                Knowledge::Linear => None,
                Knowledge::Network(network) => Some(network.clone()),
            },
            sight: Sight::default(),
            scratch: Scratch::default(),
            logits: Vec::new(),
            widths: Vec::new(),
        }
    }

    /// Codes the index of the move played, as [`Moves::code`](super::Moves::code) does.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        position: &Position,
        legal: &LegalMoves,
        history: &History,
        setting: &Setting,
        played: usize,
    ) -> usize {
        let Some(network) = self.network.as_ref().filter(|_| is_known(position)) else {
            let linear = self.linear.get_or_insert_with(|| {
                Box::new(match is_known(position) {
                    true => Linear::new(&Weights::shipped()),
                    false => Linear::untrained(position.variant()),
                })
            });
            return linear.code(coder, position, legal, history, setting, played);
        };
        if legal.len() == 1 {
            return 0;
        }
        self.sight.look(position, legal, history, setting);
        network.logits(&self.sight, &mut self.scratch, &mut self.logits);
        softmax::widths(&self.logits, &mut self.widths);
        coder.code(played, &Frequencies::new(&self.widths))
    }
}
