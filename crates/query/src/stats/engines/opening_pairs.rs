//! Finds the two games of an opening pair.
//!
//! Not part of the format.
//!
//! Two games are a pair if they have the same two players with colours reversed and the same opening: start position and book moves. If
//! the start is the usual one and there are no book moves, they must also have the same event and a round, and that must be the same.
//! Games that are played at the same time may end in any order, so a game waits for its partner; of several that wait, the last one of the
//! same event and round is taken, or else the last one.

use super::EngineRecord;
use std::collections::HashMap;

/// The games that have no partner yet.
#[derive(Clone, Debug, Default)]
pub struct OpeningPairs {
    waiting: HashMap<Key, Vec<Waiting>>,
}

/// What games of a pair have in common.
type Key = ((usize, usize), Common);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Common {
    Opening(u64),
    Round(u64),
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    round: Option<u64>,
    /// Whether the first player had White.
    is_white: bool,
    /// The first player's half points.
    points: u8,
}

impl OpeningPairs {
    /// The half points of the first player in the game that makes a pair with this one, which waits no longer; if there is none, this game
    /// waits.
    pub fn partner(
        &mut self,
        players: (usize, usize),
        is_white: bool,
        points: u8,
        game: &EngineRecord,
    ) -> Option<u8> {
        let opening = game.opening.map(Common::Opening);
        let common = opening.or(game.round.map(Common::Round))?;
        let waiting = self.waiting.entry((players, common)).or_default();
        let is_partner = |other: &Waiting| other.is_white != is_white;
        let same_round = |other: &Waiting| is_partner(other) && other.round == game.round;
        let found = waiting.iter().rposition(same_round);
        match found.or_else(|| waiting.iter().rposition(is_partner)) {
            Some(place) => Some(waiting.remove(place).points),
            None => {
                waiting.push(Waiting {
                    round: game.round,
                    is_white,
                    points,
                });
                None
            }
        }
    }
}
