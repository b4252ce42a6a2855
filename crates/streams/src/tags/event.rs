//! Predicts which of an event's players plays the next game.
//!
//! Format: "Players".

use entropy::Code;
use model::number::{Decisions, hash};

use super::now::Now;

/// At most so many players of an event are remembered.
const MOST_ENTRANTS: usize = 1024;
/// At most so many are tried one by one.
const MOST_TRIED: usize = 200;

/// A player in an event.
#[derive(Clone, Copy)]
struct Entrant {
    player: u32,
    /// The round and the side of the last game.
    round: u32,
    side: u32,
}

/// What is known of an event.
#[derive(Default)]
pub(super) struct Event {
    /// Those who played last are at the end.
    entrants: Vec<Entrant>,
    /// The round of the last game.
    round: u32,
}

/// The player to be coded, and what is known of him.
pub(super) struct Want<'a> {
    pub side: usize,
    /// The player's number; known to the encoder only.
    pub player: Option<u32>,
    /// Players who are known to be wrong.
    pub skip: &'a [u32],
}

impl Event {
    /// 1 if this is the round of the last game, 2 if it is another one, 0 without rounds.
    pub fn fresh(&self, round: u32) -> u32 {
        match round {
            0 => 0,
            round if round == self.round => 1,
            _ => 2,
        }
    }

    /// Codes which entrant it is, in an event with rounds; `None` if it is none of them. Those who have waited longest come first.
    pub fn code(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<4>,
        now: &Now,
        want: &Want,
    ) -> Option<u32> {
        let entrants = self.entrants.iter();
        let left = entrants.filter(|entrant| !want.skip.contains(&entrant.player));
        let mut left: Vec<_> = left.collect();
        if left.is_empty() {
            return None;
        }
        left.truncate(MOST_TRIED);
        let place = left.iter().position(|it| Some(it.player) == want.player);
        let (side, event) = (want.side as u32, now.event);
        let size = left.len().ilog2();
        let fresh = self.fresh(now.round);
        let contexts = [
            hash(&[21, side, size]),
            hash(&[22, event, side]),
            hash(&[23, fresh, size]),
            hash(&[24, fresh, side]),
        ];
        if !decisions.bit(coder, contexts, 40, place.is_some()) {
            return None;
        }
        let last = left.len() - 1;
        let at = (0..last).find(|&at| {
            let entrant = left[at];
            let again = u32::from(entrant.round == now.round);
            let left = (last - at).min(24) as u32;
            let near = at.min(9) as u32;
            let front = at.min(3) as u32;
            let contexts = [
                hash(&[41, side, again, front, fresh]),
                hash(&[42, side, again, entrant.side, fresh]),
                hash(&[43, side, left, again]),
                hash(&[44, event, side, near]),
            ];
            decisions.bit(coder, contexts, 41, place == Some(at))
        });
        Some(left[at.unwrap_or(last)].player)
    }

    /// Learns who played in a round.
    pub fn learn(&mut self, players: [u32; 2], round: u32) {
        self.round = round;
        for (side, player) in (0..).zip(players) {
            let known = self.entrants.iter().rposition(|it| it.player == player);
            let known = known.or((self.entrants.len() == MOST_ENTRANTS).then_some(0));
            if let Some(known) = known {
                self.entrants.remove(known);
            }
            self.entrants.push(Entrant {
                player,
                round,
                side,
            });
        }
    }
}
