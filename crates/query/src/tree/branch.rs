//! The games that play one move.
//!
//! Not part of the format.

use super::Facts;
use archive::Outcome;

/// What the games that play one move come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// How many there are.
    pub games: u64,
    /// Those that White has won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Those that Black has won.
    pub black: u64,
    /// The first and the last year, where any is known.
    pub years: Option<(u16, u16)>,
    /// One of the games: that of the players with the highest ratings, of several the first.
    pub example: Option<(usize, u64)>,
    /// The ratings of both players of that game, added up.
    strength: u32,
    /// Ratings of the side to move, added up, and how many they are.
    own: (u64, u64),
    /// Ratings of the other side in games whose result is known.
    opponents: (u64, u64),
    /// Twice the points of the side to move in these.
    points: u64,
}

impl Branch {
    pub(super) fn add(&mut self, game: (usize, u64), is_white: bool, facts: &Facts) {
        self.games += 1;
        let points = match facts.result {
            Outcome::White => Some(2),
            Outcome::Draw => Some(1),
            Outcome::Black => Some(0),
            Outcome::Unknown => None,
        };
        match points {
            Some(2) => self.white += 1,
            Some(1) => self.draws += 1,
            Some(_) => self.black += 1,
            None => {}
        }
        let [white, black] = facts.ratings;
        let (own, other) = if is_white {
            (white, black)
        } else {
            (black, white)
        };
        if let Some(own) = own {
            self.own.0 += u64::from(own);
            self.own.1 += 1;
        }
        if let (Some(other), Some(points)) = (other, points) {
            self.opponents.0 += u64::from(other);
            self.opponents.1 += 1;
            self.points += if is_white { points } else { 2 - points };
        }
        if let Some(year) = facts.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
        let strength = facts
            .ratings
            .iter()
            .flatten()
            .map(|&rating| u32::from(rating))
            .sum();
        let is_better = match self.example {
            None => true,
            Some(example) => {
                strength > self.strength || strength == self.strength && game < example
            }
        };
        if is_better {
            (self.example, self.strength) = (Some(game), strength);
        }
    }

    /// White's points of a game, on average, of games whose result is known: 0 to 1.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.white + self.draws + self.black;
        mean(2 * self.white + self.draws, 2 * games)
    }

    /// The mean rating of the players who are to move.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        mean(self.own.0, self.own.1)
    }

    /// Their performance, by the rule of 400: the mean rating of their opponents, and 400 more for each point won above the half of all.
    #[must_use]
    pub fn performance(&self) -> Option<f64> {
        let (ratings, games) = self.opponents;
        Some(mean(ratings, games)? + 800.0 * (mean(self.points, 2 * games)? - 0.5))
    }
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}
