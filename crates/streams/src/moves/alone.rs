//! Predicts the moves of a single game from the trained networks alone, without learning from other games.
//!
//! Format: "Blobs".

use std::sync::Arc;

use entropy::{Code, Frequencies, TOTAL};
use legal::Position;

use super::deep::Deep;
use super::net::{AnyNetworks, Asked, BEST, DEFAULT, FAST, Networks};
use super::{Knowledge, MoveContext, is_known};
use model::softmax;

/// Predicts the moves of one game.
pub struct Alone(Predicting);

enum Predicting {
    Best(GameParts<BEST>),
    Default(GameParts<DEFAULT>),
    Fast(GameParts<FAST>),
}

impl Alone {
    /// The state at the start of every game.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self(match knowledge.networks() {
            AnyNetworks::Best(networks) => Predicting::Best(GameParts::new(networks)),
            AnyNetworks::Default(networks) => Predicting::Default(GameParts::new(networks)),
            AnyNetworks::Fast(networks) => Predicting::Fast(GameParts::new(networks)),
        })
    }

    /// Whether the predictions for a game from this position depend on the players' names. Those of the networks do not.
    #[must_use]
    pub fn looks_at_players(start: &Position) -> bool {
        !is_known(start.variant())
    }

    /// The probability of each legal move, out of [`entropy::TOTAL`]. They add up to that, and each is at least 1. There must be a legal
    /// move.
    ///
    /// [`Alone::learn`] must be called before the next prediction.
    pub fn predict(&mut self, turn: &MoveContext) -> &[u32] {
        match &mut self.0 {
            Predicting::Best(game) => game.predict(turn),
            Predicting::Default(game) => game.predict(turn),
            Predicting::Fast(game) => game.predict(turn),
        }
    }

    /// Learns which of the legal moves was played after the last prediction. In variants that the networks know, nothing is learned.
    pub fn learn(&mut self, turn: &MoveContext, played: usize) {
        match &mut self.0 {
            Predicting::Best(game) => game.learn(turn, played),
            Predicting::Default(game) => game.learn(turn, played),
            Predicting::Fast(game) => game.learn(turn, played),
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

struct GameParts<const C: usize> {
    networks: Arc<Networks<C>>,
    asked: Asked<C>,
    widths: Vec<u32>,
    /// For variants that no network knows; made when it is needed.
    untrained: Option<Box<Deep<C>>>,
}

impl<const C: usize> GameParts<C> {
    fn new(networks: Arc<Networks<C>>) -> Self {
        Self {
            asked: Asked::new(networks.clone()),
            networks,
            widths: Vec::new(),
            untrained: None,
        }
    }

    fn predict(&mut self, turn: &MoveContext) -> &[u32] {
        if !is_known(turn.position.variant()) {
            return self.untrained().predict(turn);
        }
        if turn.legal.len() == 1 {
            self.widths.clear();
            self.widths.push(TOTAL);
        } else {
            self.asked.look(turn);
            self.asked.weigh(turn.setting.kind());
            softmax::widths(&self.asked.logits, &mut self.widths);
        }
        &self.widths
    }

    fn learn(&mut self, turn: &MoveContext, played: usize) {
        if !is_known(turn.position.variant()) {
            self.untrained().learn(turn, played);
        }
    }

    fn untrained(&mut self) -> &mut Deep<C> {
        let networks = &self.networks;
        self.untrained
            .get_or_insert_with(|| Box::new(Deep::new(networks.clone())))
    }
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
        let knowledge = [Knowledge::Fast, Knowledge::Default, Knowledge::Best];
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
