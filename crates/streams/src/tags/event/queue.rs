//! Sorts the players of an event by how likely they are to play the next game.
//!
//! Format: "Players".

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::player::Player;
use super::{Event, MOST_CANDIDATES, MOST_ENTRANTS, MOST_LATEST, SWISS, Want};

/// The players who are tried, as places among the entrants.
pub(super) struct Candidates {
    pub queue: Queue,
    /// How many of the queue are tried.
    pub count: usize,
    /// The place among them of the player to be coded.
    pub place: Option<usize>,
}

/// Places among the entrants, in the order in which they are tried; worked out only as far as needed.
pub(super) enum Queue {
    /// The players of the latest games first; the number is how many are left.
    Latest(usize),
    /// The players with the smallest keys first.
    Ranked(BinaryHeap<Reverse<Key>>),
}

impl Queue {
    /// The next one of an event.
    pub fn next(&mut self, event: &Event, want: &Want) -> Option<usize> {
        match self {
            Self::Latest(left) => {
                let mut rest = event.latest[..*left].iter();
                let player = |at: u32| event.entrants[at as usize].player;
                *left = rest.rposition(|&at| !want.excludes(player(at)))?;
                Some(event.latest[*left] as usize)
            }
            Self::Ranked(keys) => keys.pop().map(|Reverse(key)| key.0 as usize & 0xffff),
        }
    }
}

/// The sort key of an entrant as one number; the smallest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u128);

impl Key {
    /// From what counts most to what counts least: two bits, two numbers, one that is not negative, the place among the entrants.
    fn new([first, second]: [u32; 2], numbers: [i32; 2], last: u32, at: usize) -> Self {
        const { assert!(MOST_ENTRANTS <= 1 << 16) };
        let [third, fourth] = numbers.map(|number| u128::from(number as u32 ^ 1 << 31));
        let bits = u128::from(first << 1 | second);
        Self((bits << 64 | third << 32 | fourth) << 48 | u128::from(last) << 16 | at as u128)
    }
}

impl Event {
    /// Entrants in the order in which they are tried. Without rounds, the players of the latest games come first. With rounds, those who
    /// have already played in this round come last, and before them those who have already met the other player. Small events then sort by
    /// who has waited longest. Large events sort as the Swiss system pairs: for White by the highest score, for Black by how near the score
    /// is to White's, then by rating.
    pub(super) fn candidates(&self, people: &[Player], round: u32, want: &Want) -> Candidates {
        if round == 0 {
            return self.latest(want);
        }
        let swiss = self.entrants.len() >= SWISS;
        let level = self.level(round, want);
        let mut wanted = None;
        let mut keys = Vec::with_capacity(self.entrants.len());
        for (at, entrant) in self.entrants.iter().enumerate() {
            let player = entrant.player;
            if want.excludes(player) {
                continue;
            }
            let points = entrant.half_points as i32;
            let distance = if want.other == 0 {
                -points
            } else {
                (points - level).abs()
            };
            let rating = people[player as usize].rating;
            let key = Key::new(
                [entrant.round == round, entrant.has_met(want.other)].map(u32::from),
                if swiss { [distance, -rating] } else { [0, 0] },
                entrant.last,
                at,
            );
            if Some(player) == want.player {
                wanted = Some(key);
            }
            keys.push(key);
        }
        let place = wanted.map(|wanted| keys.iter().filter(|&&key| key < wanted).count());
        Candidates {
            count: keys.len().min(MOST_CANDIDATES),
            place: place.filter(|&place| place < MOST_CANDIDATES),
            queue: Queue::Ranked(keys.into_iter().map(Reverse).collect()),
        }
    }

    /// Those who played last, the latest first.
    fn latest(&self, want: &Want) -> Candidates {
        let others = want.other.checked_sub(1).into_iter();
        let excluded = others.chain(want.skip.iter().copied());
        let excluded = excluded.filter(|player| self.places.contains_key(player));
        let count = (self.latest.len() - excluded.count()).min(MOST_LATEST);
        let place = want.player.and_then(|wanted| {
            let mut queue = Queue::Latest(self.latest.len());
            let next = || queue.next(self, want);
            let mut players = std::iter::from_fn(next)
                .map(|at| self.entrants[at].player)
                .take(count);
            players.position(|player| player == wanted)
        });
        Candidates {
            count,
            place,
            queue: Queue::Latest(self.latest.len()),
        }
    }
}
