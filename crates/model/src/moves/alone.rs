//! Moves of a single game: what is known before the first of them, and nothing else.
//!
//! Format: "Blobs".

use std::sync::Arc;

use entropy::{Code, Frequencies};
use legal::Position;

use super::linear::{Linear, Weights};
use super::net::{Network, Scratch, Sight};
use super::{Knowledge, Turn, is_known, softmax};

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

    /// Whether the names of the players matter to the moves of a game from this start. Networks do not look at them.
    #[must_use]
    pub fn looks_at_players(knowledge: &Knowledge, start: &Position) -> bool {
        matches!(knowledge, Knowledge::Linear) || !is_known(start)
    }

    /// Codes the index of the move played, as [`Moves::code`](super::Moves::code) does.
    pub fn code(&mut self, coder: &mut impl Code, turn: &Turn, played: usize) -> usize {
        let Some(network) = self.network.as_ref().filter(|_| is_known(turn.position)) else {
            let linear = self.linear.get_or_insert_with(|| {
                Box::new(match is_known(turn.position) {
                    true => Linear::new(&Weights::shipped()),
                    false => Linear::untrained(turn.position.variant()),
                })
            });
            return linear.code(coder, turn, played);
        };
        if turn.legal.len() == 1 {
            return 0;
        }
        self.sight.look(turn);
        network.logits(&self.sight, &mut self.scratch, &mut self.logits);
        softmax::widths(&self.logits, &mut self.widths);
        coder.code(played, &Frequencies::new(&self.widths))
    }
}
