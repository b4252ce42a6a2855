//! The games with one move.
//!
//! Not part of the format.

use super::Facts;

/// Statistics of the games with one move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// The number of games.
    pub games: u64,
    /// Games won by White.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// The first and the last year, if any is known.
    pub years: Option<(u16, u16)>,
    /// One of the games: that with the highest ratings, or the first of several.
    pub example: Option<(usize, u64)>,
    /// The sum of both ratings in that game.
    pub strength: u32,
    /// The sum of the ratings of the side to move, and their number.
    pub own: (u64, u64),
    /// The same for the other side, in games with a known result.
    pub opponents: (u64, u64),
    /// Twice the points of the side to move in these games.
    pub points: u64,
}

impl Branch {
    /// Counts a game: the number of its archive and its own number, both from 0, the side to move, and what is counted.
    pub fn add(&mut self, game: (usize, u64), is_white: bool, facts: &Facts) {
        self.games += 1;
        let points = facts.result.half_points().map(u64::from);
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
        let ratings = facts.ratings.iter().flatten();
        self.compare(game, ratings.map(|&rating| u32::from(rating)).sum());
    }

    /// Takes a game as the example, if it is a better one.
    fn compare(&mut self, game: (usize, u64), strength: u32) {
        let is_better = self.example.is_none_or(|example| {
            strength > self.strength || strength == self.strength && game < example
        });
        if is_better {
            (self.example, self.strength) = (Some(game), strength);
        }
    }

    /// Counts other games with the same move.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        for (sum, more) in [
            (&mut self.own, other.own),
            (&mut self.opponents, other.opponents),
        ] {
            sum.0 += more.0;
            sum.1 += more.1;
        }
        self.points += other.points;
        if let Some((first, last)) = other.years {
            let (from, to) = self.years.unwrap_or((first, last));
            self.years = Some((from.min(first), to.max(last)));
        }
        if let Some(example) = other.example {
            self.compare(example, other.strength);
        }
    }

    /// White's mean score, 0 to 1, over the games with a known result.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.white + self.draws + self.black;
        mean(2 * self.white + self.draws, 2 * games)
    }

    /// The mean rating of the players to move.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        mean(self.own.0, self.own.1)
    }

    /// Their performance rating, by the rule of 400: the mean rating of their opponents, plus 400 × (wins − losses) / games.
    #[must_use]
    pub fn performance(&self) -> Option<f64> {
        let (ratings, games) = self.opponents;
        Some(mean(ratings, games)? + 800.0 * (mean(self.points, 2 * games)? - 0.5))
    }
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}
