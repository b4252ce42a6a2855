//! Predicts who of an event's players plays the next game, and against whom.
//!
//! Format: "Players".

mod queue;

use std::collections::HashMap;

use entropy::Code;
use model::number::{Decisions, hash};

use super::now::Now;
use super::player::Player;
use queue::Candidates;

/// At most so many players of an event are remembered.
const MOST_ENTRANTS: usize = 1024;
/// At most so many candidates are tried.
const MOST_CANDIDATES: usize = 200;
/// The same where there are no rounds, and the players of the latest games are tried first.
const MOST_LATEST: usize = 40;
/// So many of these are tried one by one; for the others the place in the list is coded.
const ASKED_ABOUT: usize = 4;
/// Bits of that place.
const PLACE_BITS: u32 = 6;
/// From this many entrants on, an event counts as a Swiss tournament.
const SWISS: usize = 15;
/// How many opponents of a player are remembered.
const MOST_OPPONENTS: usize = 24;

/// A player in an event.
#[derive(Default)]
struct Entrant {
    player: u32,
    /// The round of the last game, and the number of that game in the event.
    round: u32,
    last: u32,
    games: u32,
    half_points: u32,
    /// Games with white less games with black.
    balance: i32,
    /// The last side.
    side: u8,
    /// The latest opponents, in no order.
    opponents: Vec<u32>,
    /// The lowest six bits of the numbers of all opponents, as a set: most questions are answered without the list.
    met: u64,
}

impl Entrant {
    /// Whether he has played against a player, given as the number plus one; 0 stands for none.
    fn has_met(&self, other: u32) -> bool {
        let Some(other) = other.checked_sub(1) else {
            return false;
        };
        self.met >> (other & 63) & 1 == 1 && self.opponents.contains(&other)
    }
}

/// What is known of an event.
#[derive(Default)]
pub(super) struct Event {
    entrants: Vec<Entrant>,
    /// The place of each player in that list.
    places: HashMap<u32, u32>,
    /// All places in that list, ordered by the last game; the latest is at the end.
    latest: Vec<u32>,
    games: u32,
    round: u32,
    /// How many rounds began.
    rounds: u32,
    /// Entrants of the last game.
    board: [usize; 2],
    /// Whether each of the last players was found here, the latest in the lowest bit.
    found: u32,
}

/// The player to be coded, and what is known of him.
pub(super) struct Want<'a> {
    pub side: usize,
    /// The other player's number, plus one; 0 if not known yet.
    pub other: u32,
    /// The player's number; known to the encoder only.
    pub player: Option<u32>,
    /// Players who are known to be wrong; none twice, and not the other player.
    pub skip: &'a [u32],
}

impl Want<'_> {
    /// Whether this player is ruled out.
    fn excludes(&self, player: u32) -> bool {
        player + 1 == self.other || self.skip.contains(&player)
    }
}

impl Event {
    /// Roughly how many players it has, and how many rounds there were and whether this is the present one.
    pub fn familiarity(&self, round: u32) -> [u32; 2] {
        let size = (self.entrants.len() as u32 + 1).ilog2();
        let freshness = if round == 0 {
            0
        } else if round == self.round {
            1 + self.rounds.min(3)
        } else {
            5 + self.rounds.min(3)
        };
        [size, freshness]
    }

    /// Codes which entrant it is; `None` if it is none of them.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        decisions: &mut Decisions<6>,
        people: &[Player],
        now: &Now,
        want: &Want,
    ) -> Option<u32> {
        let Candidates {
            mut queue,
            count,
            place,
        } = self.candidates(people, now.round, want);
        if count == 0 {
            return None;
        }
        let size = (count as u32).ilog2();
        let contexts = [
            hash(&[21, self.found & 7, want.side as u32]),
            hash(&[22, size, now.round.min(1), want.side as u32]),
            hash(&[23, now.event, want.side as u32]),
            hash(&[
                24,
                self.rounds.min(7),
                u32::from(now.round == self.round),
                size,
            ]),
            hash(&[25, size]),
            hash(&[26, now.event]),
        ];
        let found = decisions.bit(coder, contexts, 40, place.is_some());
        self.found = self.found << 1 | u32::from(found);
        if !found {
            return None;
        }
        let level = self.level(now.round, want);
        let asked = match now.round {
            0 => ASKED_ABOUT.min(count - 1),
            _ => count - 1,
        };
        for rank in 0..asked {
            let at = queue.next(self, want)?;
            let contexts = self.hazard(people, now, want, level, at, [rank, count]);
            if decisions.bit(coder, contexts, 41, place == Some(rank)) {
                return Some(self.entrants[at].player);
            }
        }
        let left = count - 1 - asked;
        if left > 0 {
            let side = want.side as u32;
            let contexts = [
                hash(&[41, side]),
                hash(&[42, size, side]),
                hash(&[43, now.event]),
                hash(&[44, count as u32]),
                hash(&[45, self.found & 0xff]),
                hash(&[46, now.event, side, size]),
            ];
            let place = place.map_or(0, |place| (place - asked) as u32);
            let place = decisions.symbol(coder, contexts, PLACE_BITS, place) as usize;
            for _ in 0..place.min(left) {
                queue.next(self, want)?;
            }
        }
        let last = queue.next(self, want)?;
        Some(self.entrants[last].player)
    }

    /// Contexts of the probability that a candidate is right.
    fn hazard(
        &self,
        people: &[Player],
        now: &Now,
        want: &Want,
        level: i32,
        at: usize,
        [rank, count]: [usize; 2],
    ) -> [u32; 6] {
        let entrant = &self.entrants[at];
        let left = (count - rank) as u32;
        let left = if left < 12 {
            left
        } else {
            8 + left.ilog2() * 2 + (left >> (left.ilog2() - 1) & 1)
        };
        let side = want.side as u32;
        let again = u32::from(now.round != 0 && entrant.round == now.round);
        let points = (entrant.half_points as i32 - level).clamp(-5, 5) as u32;
        let colour = u32::from(entrant.side) << 3 | (entrant.balance.clamp(-2, 2) + 2) as u32;
        let met = u32::from(entrant.has_met(want.other));
        let team = people[entrant.player as usize].team;
        let boards = self
            .board
            .map(|at| people[self.entrants[at].player as usize].team);
        let other_team = want
            .other
            .checked_sub(1)
            .map_or(0, |other| people[other as usize].team);
        let team = match team {
            0 => 0,
            team if team == other_team => 1,
            team if team == boards[0] => 2,
            team if team == boards[1] => 3,
            _ => 4,
        };
        let place = rank.min(3) as u32;
        let round = now.round.min(1) << 1 | u32::from(now.round == self.round);
        [
            hash(&[31, side, again, points, place, round]),
            hash(&[32, side, again, colour, met, round]),
            hash(&[33, side, left, again, met]),
            hash(&[34, side, team, place, round]),
            hash(&[35, points, left, colour]),
            hash(&[36, now.event, side, rank.min(9) as u32]),
        ]
    }

    /// The score, in half points, that is expected of the player.
    fn level(&self, round: u32, want: &Want) -> i32 {
        if let Some(other) = want.other.checked_sub(1) {
            let place = self.places.get(&other);
            return place.map_or(0, |&at| self.entrants[at as usize].half_points as i32);
        }
        if round != self.round {
            let points = self.entrants.iter().map(|entrant| entrant.half_points);
            return points.max().unwrap_or(0) as i32;
        }
        let points = self.board.map(|at| self.entrants[at].half_points as i32);
        (points[0] + points[1]) / 2
    }

    /// Learns who played in a round, and White's score in half points.
    pub fn learn(&mut self, players: [u32; 2], round: u32, score: Option<u8>) {
        if round != self.round {
            self.round = round;
            self.rounds += 1;
        }
        self.games += 1;
        for (side, player) in players.into_iter().enumerate() {
            let known = self.places.get(&player).map(|&at| at as usize);
            let at = known.unwrap_or_else(|| self.add(player));
            if let Some(place) = self.latest.iter().rposition(|&other| other as usize == at) {
                self.latest.remove(place);
            }
            self.latest.push(at as u32);
            let entrant = &mut self.entrants[at];
            entrant.round = round;
            entrant.last = 2 * self.games + side as u32;
            let points = score.map_or(0, |score| if side == 0 { score } else { 2 - score });
            entrant.half_points += u32::from(points);
            entrant.balance += if side == 0 { 1 } else { -1 };
            entrant.side = side as u8;
            let opponent = players[1 - side];
            entrant.met |= 1 << (opponent & 63);
            // The new one takes the place of the oldest.
            let oldest = entrant.games as usize % MOST_OPPONENTS;
            match entrant.opponents.get_mut(oldest) {
                Some(place) => *place = opponent,
                None => entrant.opponents.push(opponent),
            }
            entrant.games += 1;
            self.board[side] = at;
        }
    }

    /// Adds a player, and returns the place.
    fn add(&mut self, player: u32) -> usize {
        if self.entrants.len() == MOST_ENTRANTS {
            self.forget_oldest();
        }
        let at = self.entrants.len();
        self.entrants.push(Entrant {
            player,
            ..Entrant::default()
        });
        self.places.insert(player, at as u32);
        at
    }

    /// Removes the entrant who has not played for the longest time; the last entrant takes his place.
    fn forget_oldest(&mut self) {
        let oldest = self.latest.remove(0);
        let moved = self.entrants.len() as u32 - 1;
        let gone = self.entrants.swap_remove(oldest as usize);
        self.places.remove(&gone.player);
        if let Some(entrant) = self.entrants.get(oldest as usize) {
            self.places.insert(entrant.player, oldest);
        }
        if let Some(place) = self.latest.iter_mut().find(|place| **place == moved) {
            *place = oldest;
        }
    }
}
