//! Keeps the state of both clocks of a game.
//!
//! Format: "Stream clocks".

use legal::san::Mark;
use model::number::hash;

use super::{ClockModel, End, Event, MOST, Player, Situation};
use crate::moves::Outcome;
use game::parts::{GameParts, WrittenClock};

/// Keeps the state of both clocks of a game.
pub(super) struct Table {
    pub players: [Player; 2],
    /// What each player gets with a move, in units.
    pub increments: [u64; 2],
    /// Whether each move has its own time, so that the time left is not carried over.
    pub each: bool,
    pub ends: [End; 2],
    pub now: Situation,
    /// Whose time it is: 0 for White.
    pub side: usize,
    /// The last time spent, and the ply after which it stands.
    pub last: i64,
    pub after: Option<u32>,
}

impl Table {
    pub fn new(game: &GameParts, model: &ClockModel, unit: u64) -> Self {
        let control = game.time_control();
        let [start, increment] = [control.start, control.increment].map(|time| time / unit);
        let player = |name: &[u8], rating: &[u8]| {
            let name = game.tag(name).unwrap_or_default();
            let name = name.iter().fold(0, |sum, &byte| hash(&[sum, byte.into()]));
            let name = hash(&[name, control.start as u32, control.increment as u32]);
            let rating = game
                .tag(rating)
                .and_then(|value| std::str::from_utf8(value).ok());
            let rating = rating.and_then(|value| value.parse::<u16>().ok());
            model.player(name, rating.unwrap_or(0), start)
        };
        let last = game.plies.last();
        Self {
            players: [player(b"White", b"WhiteElo"), player(b"Black", b"BlackElo")],
            increments: [increment; 2],
            each: control.each,
            ends: match game.outcome() {
                Outcome::White => [End::Won, End::Lost],
                Outcome::Black => [End::Lost, End::Won],
                Outcome::Draw => [End::Drawn; 2],
                Outcome::Unknown => [End::Unknown; 2],
            },
            now: Situation {
                start,
                increment,
                second: 1000 / unit,
                mates: last.is_some_and(|ply| ply.facts.mark() == Mark::Mate),
                ..Situation::default()
            },
            side: 0,
            last: 0,
            after: None,
        }
    }

    /// Prepares for the next time. If it is not the first with its move, returns the value that is expected of it.
    pub fn prepare(&mut self, game: &GameParts, clock: WrittenClock) -> Option<u64> {
        if self.after.replace(clock.after) == Some(clock.after) {
            return Some(if clock.spent {
                self.last.clamp(0, MOST as i64) as u64
            } else {
                self.players[self.side].left
            });
        }
        let ply = |number: i64| {
            let number = i64::from(clock.after) - 1 + number;
            usize::try_from(number)
                .ok()
                .and_then(|number| game.plies.get(number))
        };
        let event = |number| {
            ply(number).map_or_else(Event::default, |ply| Event {
                played: Some(ply.facts.played()),
                check: ply.facts.mark() != Mark::None,
                mate: ply.facts.mark() == Mark::Mate,
                choices: ply.choices,
                surprise: ply.surprise,
            })
        };
        self.side = usize::from(ply(0).is_some_and(|ply| !ply.facts.white()));
        let now = &mut self.now;
        now.depth = ply(0).map_or(0, |ply| ply.depth);
        now.after =
            (game.plies.len() - (clock.after as usize).min(game.plies.len())).min(1000) as u16;
        now.moves = [-2, -1, 0, 1, 2].map(event);
        now.end = self.ends[self.side];
        now.players = [self.players[self.side], self.players[1 - self.side]];
        now.white = self.side == 0;
        None
    }
}
