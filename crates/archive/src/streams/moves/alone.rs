//! Moves of a single game: what is known before the first of them, and nothing else.
//!
//! Format: "Blobs".

use entropy::{Code, Frequencies, TOTAL};
use legal::Position;

use super::linear::Linear;
use super::net::{Asked, BRIEF, Judges};
use super::{Knowledge, MoveContext, is_known};
use model::softmax;

/// Predicts the moves of one game.
pub struct Alone {
    networks: Predicting,
    /// Where networks do not serve, made when it is needed.
    linear: Option<Box<Linear>>,
    widths: Vec<u32>,
}

enum Predicting {
    Full(Asked),
    Brief(Asked<BRIEF>),
}

impl Alone {
    /// The state at the start of every game.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            networks: match knowledge.judges() {
                Judges::Full(networks) => Predicting::Full(Asked::new(networks)),
                Judges::Brief(networks) => Predicting::Brief(Asked::new(networks)),
            },
            linear: None,
            widths: Vec::new(),
        }
    }

    /// Whether the names of the players matter to the moves of a game from this start. Networks do not look at them.
    #[must_use]
    pub fn looks_at_players(start: &Position) -> bool {
        !is_known(start.variant())
    }

    /// How likely each legal move is, out of [`entropy::TOTAL`], which is what they add up to; each is 1 at least. There must be a legal move.
    ///
    /// [`Alone::learn`] has to follow before the next turn.
    pub fn predict(&mut self, turn: &MoveContext) -> &[u32] {
        if !is_known(turn.position.variant()) {
            return linear(&mut self.linear, turn.position).predict(turn);
        }
        if turn.legal.len() == 1 {
            self.widths.clear();
            self.widths.push(TOTAL);
            return &self.widths;
        }
        match &mut self.networks {
            Predicting::Full(networks) => fill(&mut self.widths, networks, turn),
            Predicting::Brief(networks) => fill(&mut self.widths, networks, turn),
        }
        &self.widths
    }

    /// Learns which of the legal moves was played at the turn that was predicted last. Networks learn nothing.
    pub fn learn(&mut self, turn: &MoveContext, played: usize) {
        if !is_known(turn.position.variant()) {
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

/// Fills `widths` with what networks say of a position.
fn fill<const C: usize>(widths: &mut Vec<u32>, networks: &mut Asked<C>, turn: &MoveContext) {
    networks.look(turn);
    networks.weigh(turn.setting.kind());
    softmax::widths(&networks.logits, widths);
}

/// What predicts moves of a variant that no network knows.
fn linear<'a>(linear: &'a mut Option<Box<Linear>>, position: &Position) -> &'a mut Linear {
    linear.get_or_insert_with(|| Box::new(Linear::new(position.variant())))
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
        let knowledge = [Knowledge::Fast, Knowledge::Default];
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
