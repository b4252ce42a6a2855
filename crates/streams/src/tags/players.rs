//! Predicts who plays: a player of the last games, a player of the event, or a new name.
//!
//! Format: "Players".

use std::collections::HashMap;

use entropy::Code;
use model::candidates::{Candidate, Candidates};
use model::number::{Decisions, hash};

use super::event::{Event, Want};
use super::now::Now;
use super::ratings::Track;
use model::dictionary::Dictionary;

/// Most players that are remembered; 4,096 games have at most half as many.
const MOST_PLAYERS: usize = 1 << 14;

/// What is known of a player.
#[derive(Default)]
pub(super) struct Player {
    pub games: u32,
    /// Number of the last opponent, plus one.
    pub opponent: u32,
    /// Which of his tags the last game had: a bit for the lower five bits of each tag's family.
    pub habit: u32,
    /// Ratings, the latest first.
    pub tracks: Vec<Track>,
}

/// Everybody met in a block.
pub(super) struct Players {
    names: Dictionary,
    people: Vec<Player>,
    /// Everybody, the latest first.
    recent: Vec<u32>,
    events: HashMap<u32, Event>,
    /// White and Black of the last game, plus one.
    last: [u32; 2],
    /// Whether each of the last names was new, the latest in the lowest bit.
    news: u32,
    /// Which guess was right for each of the last names.
    hits: u32,
    decisions: Decisions<4>,
    ranks: Decisions<2>,
}

impl Players {
    pub fn new() -> Self {
        Self {
            names: Dictionary::default(),
            people: Vec::new(),
            recent: Vec::new(),
            events: HashMap::new(),
            last: [0; 2],
            news: 0,
            hits: 0,
            decisions: Decisions::new(16),
            ranks: Decisions::new(10),
        }
    }

    pub fn find(&self, name: &[u8]) -> Option<u32> {
        self.names.find(name)
    }

    pub fn name(&self, player: u32) -> &[u8] {
        self.names.get(player)
    }

    pub fn get(&self, player: u32) -> Option<&Player> {
        self.people.get(player as usize)
    }

    pub fn get_mut(&mut self, player: u32) -> Option<&mut Player> {
        self.people.get_mut(player as usize)
    }

    /// The number of a player, who is added if the name is new; `None` if there are too many already.
    pub fn add(&mut self, name: &[u8]) -> Option<u32> {
        if self.people.len() == MOST_PLAYERS {
            return self.find(name);
        }
        let player = self.names.add(name);
        if player as usize == self.people.len() {
            self.people.push(Player::default());
            self.recent.insert(0, player);
        }
        Some(player)
    }

    /// Codes whether the player is known, and who it is; returns `None` if the name is new.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        now: &Now,
        side: usize,
        player: Option<u32>,
    ) -> Option<u32> {
        let known = !self.people.is_empty() && self.is_known(coder, now, side, player.is_some());
        self.news = self.news << 1 | u32::from(!known);
        if !known {
            self.hits <<= 3;
            return None;
        }
        let other = now.sides[1 - side].player;
        let guesses = self.guesses(side, other);
        let contexts = |at: usize, guess: &Candidate<u32>| {
            let person = &self.people[guess.value as usize];
            let met = u32::from(other > 0 && person.opponent == other);
            let sources = guess.sources;
            let contexts = [
                hash(&[11, sources, self.hits & 0o777]),
                hash(&[12, sources, person.games.min(20), met]),
                hash(&[13, now.event, sources]),
                hash(&[14, side as u32, self.hits & 0o77, guess.value]),
            ];
            (contexts, 32 + at as u32)
        };
        let decisions = &mut self.decisions;
        if let Some(at) = guesses.code(coder, decisions, contexts, |&guess| Some(guess) == player) {
            self.hits = self.hits << 3 | (1 + at as u32);
            return Some(guesses.list[at].value);
        }
        self.hits = self.hits << 3 | 7;
        let other = other.checked_sub(1);
        let wrong = guesses.list.iter().map(|guess| guess.value);
        let skip: Vec<u32> = wrong.chain(other).collect();
        let want = Want {
            side,
            player,
            skip: &skip,
        };
        let event = self.events.get(&now.event).filter(|_| now.round > 0);
        if let Some(event) = event {
            let found = event.code(coder, &mut self.decisions, now, &want);
            if found.is_some() {
                return found;
            }
        }
        let rank = self.recent.iter().position(|&other| Some(other) == player);
        let contexts = [0, now.event];
        let rank = self
            .ranks
            .unsigned(coder, contexts, rank.unwrap_or(0) as u64);
        let rank = usize::try_from(rank).unwrap_or(usize::MAX);
        Some(self.recent[rank.min(self.recent.len() - 1)])
    }

    fn is_known(&mut self, coder: &mut impl Code, now: &Now, side: usize, known: bool) -> bool {
        let other = now.sides[1 - side].player;
        let other_is = match other.checked_sub(1) {
            None => 0,
            Some(player) => {
                let games = self.people[player as usize].games;
                1 + u32::from(games > 0)
            }
        };
        let side = side as u32;
        let event = self.events.get(&now.event);
        let fresh = event.map_or(0, |event| event.fresh(now.round));
        let contexts = [
            hash(&[1, side, fresh]),
            hash(&[2, now.event, side, other_is]),
            hash(&[3, fresh, self.news & 15, other_is]),
            hash(&[4, self.hits & 0o777, side, other_is]),
        ];
        self.decisions.bit(coder, contexts, 31, known)
    }

    /// The players who are tried first: the opponent's last opponent, and the players of the last game.
    fn guesses(&self, side: usize, other: u32) -> Candidates<u32> {
        let rematch = match other.checked_sub(1) {
            None => 0,
            Some(other) => self.people[other as usize].opponent,
        };
        let said = [rematch, self.last[side], self.last[1 - side]];
        let mut guesses = Candidates::default();
        for (source, candidate) in (0..).zip(said) {
            if candidate != 0 && candidate != other {
                guesses.add(candidate - 1, source);
            }
        }
        guesses
    }

    /// Learns from a game whose tags are complete.
    pub fn finish(&mut self, now: &Now) {
        let players = [0, 1].map(|side| now.sides[side].player);
        for (side, &player) in players.iter().enumerate() {
            let Some(id) = player.checked_sub(1) else {
                continue;
            };
            let person = &mut self.people[id as usize];
            person.games += 1;
            person.opponent = players[1 - side];
            if let Some(place) = self.recent.iter().position(|&other| other == id) {
                self.recent[..=place].rotate_right(1);
            }
        }
        if players[0] > 0 && players[1] > 0 {
            self.last = players;
            let players = players.map(|player| player - 1);
            let event = self.events.entry(now.event).or_default();
            event.learn(players, now.round);
        }
    }
}
