//! Predicts how long a player thought about a move.
//!
//! Format: "Stream clocks".
//!
//! A thinking time depends a little on many things: how fast the players are in this game, how much time is left, the kind of move, the
//! moves that follow, the number of legal moves, and how surprising the move was. A small network combines these many weak hints well.

use entropy::{Code, Counter};

use super::features::{self, FEATURES};
use super::situation::{Player, Situation};
use model::mixture::{Mixture, SIGNED, UNSIGNED};
use model::number::{hash, log2};
use model::simd::{Task, run};

/// Predicts times spent, in units that the file's clocks are multiples of.
#[derive(Clone)]
pub struct ClockModel {
    mixture: Mixture<0, FEATURES>,
    /// Whether the time spent is negative (time was added), by time control and whether it is the player's first.
    negative: Vec<Counter>,
    /// The average of each player's thinking times: the hash of the name, and the average logarithm in units of 2^-12.
    habits: Vec<(u32, i32)>,
}

/// What `train-clocks` learned from games of many players: see [`Mixture::learned`].
pub(crate) static LEARNED: &[u8] = include_bytes!("learned.net");

/// Places in the table of habits.
const HABITS: usize = 4096;

/// Situations in which the mixture is corrected: classes of the average time.
const PACES: usize = 8;

/// Computes the features of the network.
struct Features<'a>(&'a Situation);

impl Task for Features<'_> {
    type Output = [i16; FEATURES];

    #[inline(always)]
    fn run(self) -> [i16; FEATURES] {
        features::features(self.0)
    }
}

impl Default for ClockModel {
    fn default() -> Self {
        Self::new()
    }
}

impl ClockModel {
    /// The state at the start of every block.
    pub fn new() -> Self {
        let mut clocks = Self::untrained();
        clocks.mixture.begin_with(LEARNED);
        clocks
    }

    /// The state before any training.
    pub fn untrained() -> Self {
        Self {
            mixture: Mixture::new(0, 2 * SIGNED, PACES),
            negative: vec![Counter::new(); 1024],
            habits: vec![(0, 0); HABITS],
        }
    }

    /// The trained weights, with which [`new`](Self::new) may begin.
    #[cfg(feature = "training")]
    pub fn learned(&self) -> Vec<u8> {
        self.mixture.learned()
    }

    /// Resets everything except the trained weights ([`learned`](Self::learned)), as at the start of a block.
    #[cfg(feature = "training")]
    pub fn forget(&mut self) {
        let mixture = std::mem::replace(self, Self::untrained()).mixture;
        self.mixture = mixture;
        self.mixture.forget();
    }

    /// A player before the first move: `name` stands for the player and the time control and is spread over all 32 bits.
    pub fn player(&self, name: u32, rating: u16, left: u64) -> Player {
        let (known, habit) = self.habits[name as usize % HABITS];
        Player {
            name,
            rating: rating.min(4000) / 200,
            left,
            habit: (known == name && name != 0).then_some(habit >> 4),
            ..Player::default()
        }
    }

    /// Codes a time spent, in units; magnitudes stay below 2^60, and what is read below 2^61.
    pub fn spent(&mut self, coder: &mut impl Code, now: &Situation, spent: i64) -> i64 {
        let first = u32::from(now.players[0].moves == 0);
        let place = hash(&[now.start as u32, now.increment as u32, first]) >> 22;
        let negative = self.negative[place as usize].code(coder, spent < 0);
        let pace = ((now.players[0].average[0] * 3) >> 9).clamp(0, PACES as i32 - 1);
        let features = run(Features(now));
        self.mixture.prepare([], &features, pace as usize);
        // Times in seconds and in fractions of a second have separate models.
        let first = if now.second == 1 { 0 } else { SIGNED };
        let (group, size) = if negative {
            (first + UNSIGNED, !spent)
        } else {
            (first, spent)
        };
        let size = self.mixture.unsigned(coder, group, size as u64) as i64;
        self.mixture.finish();
        if negative { !size } else { size }
    }

    /// Notes a time that `player` spent. The first of a game only says that the clock was started.
    pub fn note(&mut self, player: &mut Player, spent: i64) {
        player.moves = player.moves.saturating_add(1);
        if player.moves == 1 {
            return;
        }
        player.spent = [spent, player.spent[0], player.spent[1]];
        let log = log2(spent.max(0) as u64 + 1);
        let [quick, slow] = &mut player.average;
        if player.moves <= 3 {
            (*quick, *slow) = (log, log);
        } else {
            *quick += ((log - *quick) * 90) >> 8;
            *slow += ((log - *slow) * 30) >> 8;
        }
        let (name, habit) = &mut self.habits[player.name as usize % HABITS];
        if *name == player.name {
            *habit += ((log << 4) - *habit) >> 6;
        } else {
            (*name, *habit) = (player.name, log << 4);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};

    #[test]
    fn a_time_spent_comes_back() {
        let now = Situation {
            second: 1,
            ..Situation::default()
        };
        let mut encoder = range::Encoder::new();
        ClockModel::new().spent(&mut encoder, &now, 7);
        let bytes = encoder.finish();
        let mut decoder = range::Decoder::new(&bytes);
        assert_eq!(ClockModel::new().spent(&mut decoder, &now, 0), 7);
    }
}
