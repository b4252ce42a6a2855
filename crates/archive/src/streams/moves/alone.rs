//! Moves of a single game: what is known before the first of them, and nothing else.
//!
//! Format: "Blobs".

use std::sync::Arc;

use entropy::{Code, Frequencies, TOTAL};
use legal::Position;

use super::linear::{Linear, Weights};
use super::net::{Features, Networks, Scratch};
use super::{Knowledge, MoveContext, is_known};
use model::softmax;

/// Predicts the moves of one game.
pub struct Alone {
    /// Without networks, or where they do not serve.
    linear: Option<Box<Linear>>,
    networks: Option<Arc<Networks>>,
    features: Features,
    scratch: Scratch,
    logits: Vec<i32>,
    widths: Vec<u32>,
}

impl Alone {
    /// The state at the start of every game.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            linear: None,
            networks: knowledge.networks(),
            features: Features::default(),
            scratch: Scratch::default(),
            logits: Vec::new(),
            widths: Vec::new(),
        }
    }

    /// Whether the names of the players matter to the moves of a game from this start. Networks do not look at them.
    #[must_use]
    pub fn looks_at_players(knowledge: &Knowledge, start: &Position) -> bool {
        matches!(knowledge, Knowledge::Linear) || !is_known(start.variant())
    }

    /// How likely each legal move is, out of [`entropy::TOTAL`], which is what they add up to; each is 1 at least. There must be a legal move.
    ///
    /// [`Alone::learn`] has to follow before the next turn.
    pub fn predict(&mut self, turn: &MoveContext) -> &[u32] {
        let Some(networks) = self
            .networks
            .as_ref()
            .filter(|_| is_known(turn.position.variant()))
        else {
            return linear(&mut self.linear, turn.position).predict(turn);
        };
        if turn.legal.len() == 1 {
            self.widths.clear();
            self.widths.push(TOTAL);
            return &self.widths;
        }
        self.features.extract(turn);
        let network = networks.of(turn.setting.kind());
        network.logits(&self.features, &mut self.scratch, &mut self.logits);
        softmax::widths(&self.logits, &mut self.widths);
        &self.widths
    }

    /// Learns which of the legal moves was played at the turn that was predicted last. Networks learn nothing.
    pub fn learn(&mut self, turn: &MoveContext, played: usize) {
        if self.networks.is_none() || !is_known(turn.position.variant()) {
            linear(&mut self.linear, turn.position).learn(turn, played);
        }
    }

    /// Codes the index of the move played, as [`Moves::code`](super::Moves::code) does.
    pub fn code(&mut self, coder: &mut impl Code, turn: &MoveContext, played: usize) -> usize {
        let widths = self.predict(turn);
        let played = match widths.len() {
            1 => 0,
            _ => coder.code(played, &Frequencies::new(widths)),
        };
        self.learn(turn, played);
        played
    }
}

/// What predicts moves where no network does, made when it is needed.
fn linear<'a>(linear: &'a mut Option<Box<Linear>>, position: &Position) -> &'a mut Linear {
    linear.get_or_insert_with(|| {
        Box::new(match is_known(position.variant()) {
            true => Linear::new(&Weights::shipped()),
            false => Linear::untrained(position.variant()),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::Setting;
    use super::*;
    use entropy::{Encode, range};
    use legal::{Cursor, Variant};

    #[test]
    fn what_is_predicted_is_what_codes() {
        let starts = [Variant::Standard, Variant::Atomic].map(Position::initial);
        let knowledge = [Knowledge::Linear, Knowledge::Shipped];
        for start in &starts {
            for known in &knowledge {
                let setting = Setting::default();
                let (mut coding, mut predicting) = (Alone::new(known), Alone::new(known));
                let (mut coded, mut predicted) = (range::Encoder::new(), range::Encoder::new());
                let mut cursor = Cursor::new(start.clone());
                for ply in 0..60 {
                    if cursor.legal().is_empty() {
                        break;
                    }
                    let index = ply * 7 % cursor.legal().len();
                    let turn = MoveContext::at(&cursor, &setting);
                    coding.code(&mut coded, &turn, index);
                    let widths = predicting.predict(&turn);
                    assert_eq!(widths.iter().sum::<u32>(), TOTAL);
                    assert_eq!(widths.len(), turn.legal.len());
                    if widths.len() > 1 {
                        predicted.encode(index, &Frequencies::new(widths));
                    }
                    predicting.learn(&turn, index);
                    cursor.play(index);
                }
                assert_eq!(coded.finish(), predicted.finish());
            }
        }
    }
}
