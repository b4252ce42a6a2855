//! The results of matches, and what they say about the difference in strength.
//!
//! Not part of the format.

use super::chance::{OF_95_PERCENT, normal};

/// Results from the point of view of one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Results of opening pairs: how many pairs brought 0, 0.5, 1, 1.5 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScore(pub [u64; 5]);

/// A difference in Elo points with the ends of its 95 % interval; an end without a bound is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Elo {
    /// The difference.
    pub elo: f64,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Elo {
    /// Half of the interval, if it has two ends.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    /// From a mean score between 0 and 1 and its standard error; `None` for a score of 0 or 1, to which no difference belongs.
    fn of(mean: f64, deviation: f64) -> Option<Self> {
        let step = OF_95_PERCENT * deviation;
        Some(Self {
            elo: difference(mean)?,
            low: difference(mean - step),
            high: difference(mean + step),
        })
    }
}

/// The difference in Elo points that gives this expected score; `None` unless it is between 0 and 1.
fn difference(score: f64) -> Option<f64> {
    let is_between = score > 0.0 && score < 1.0;
    // Adding 0 makes minus nothing nothing.
    is_between.then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

impl Score {
    /// Counts a game by its half points.
    pub(super) fn add(&mut self, points: u8) {
        *self.of(points) += 1;
    }

    /// Counts a game no longer.
    pub(super) fn take(&mut self, points: u8) {
        let count = self.of(points);
        *count = count.saturating_sub(1);
    }

    fn of(&mut self, points: u8) -> &mut u64 {
        match points {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        }
    }

    /// The same games, as the other engine sees them.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, 0.5 for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The mean points of a game.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The difference in Elo points to the other side, with the error of independent games (trinomial).
    ///
    /// ```
    /// let score = query::Score { wins: 60, draws: 30, losses: 10 };
    /// let elo = score.elo().unwrap();
    /// assert_eq!((elo.elo.round(), elo.error().unwrap().round()), (191.0, 62.0));
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        let squares = self.squares(mean);
        Elo::of(mean, squares.sqrt() / self.games() as f64)
    }

    /// The sum of the squared distances of the games' points from a value.
    pub(super) fn squares(&self, from: f64) -> f64 {
        let of = |games: u64, points: f64| games as f64 * (points - from).powi(2);
        of(self.wins, 1.0) + of(self.draws, 0.5) + of(self.losses, 0.0)
    }

    /// The likelihood of superiority, 0 to 1: the chance of being the stronger one, from wins and losses alone. `None` if there are none.
    ///
    /// ```
    /// let score = query::Score { wins: 60, draws: 30, losses: 40 };
    /// assert!((score.los().unwrap() - 0.97725).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let decided = (self.wins + self.losses) as f64;
        (decided > 0.0).then(|| normal((self.wins as f64 - self.losses as f64) / decided.sqrt()))
    }
}

impl PairScore {
    /// Counts a pair by the half points of its games.
    pub(super) fn add(&mut self, one: u8, other: u8) {
        self.0[usize::from((one + other).min(4))] += 1;
    }

    /// The same pairs, as the other engine sees them.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean points of a game.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let points: f64 = (0..5).map(|half| self.0[half] as f64 * half as f64).sum();
        (self.pairs() > 0).then(|| points / 4.0 / self.pairs() as f64)
    }

    /// The standard deviation of the mean points of a pair.
    fn deviation(&self) -> Option<f64> {
        Some((self.squares(self.mean()?) / self.pairs() as f64).sqrt() / 2.0)
    }

    /// The sum of the squared distances of the pairs' points from twice a value.
    pub(super) fn squares(&self, from: f64) -> f64 {
        let of = |half: usize| self.0[half] as f64 * (half as f64 / 2.0 - 2.0 * from).powi(2);
        (0..5).map(of).sum()
    }

    /// The difference in Elo points to the other side, with the error of independent pairs (pentanomial).
    ///
    /// ```
    /// let pairs = query::PairScore([10, 40, 100, 70, 30]);
    /// let elo = pairs.elo().unwrap();
    /// assert_eq!((elo.elo.round(), elo.error().unwrap().round()), (49.0, 22.0));
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(
            self.mean()?,
            self.deviation()? / (self.pairs() as f64).sqrt(),
        )
    }

    /// The likelihood of superiority, 0 to 1, from the points of pairs. `None` if all pairs have the same points.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let error = self.deviation()? / (self.pairs() as f64).sqrt();
        (error > 0.0).then_some(normal((self.mean()? - 0.5) / error))
    }

    /// The normalised Elo: the distance of the score from a half in standard deviations of a game, times 800 / ln 10.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<f64> {
        let of_game = self.deviation()? * 2f64.sqrt();
        let unit = 800.0 / 10f64.ln();
        (of_game > 0.0).then_some((self.mean()? - 0.5) / of_game * unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_without_a_loss_has_an_interval_with_one_end_or_none() {
        let all = Score {
            wins: 5,
            ..Score::default()
        };
        assert_eq!((all.elo(), Score::default().elo()), (None, None));
        let nearly = Score {
            wins: 3,
            draws: 1,
            losses: 0,
        };
        let elo = nearly.elo().unwrap();
        assert!(elo.low.is_some() && elo.high.is_none() && elo.error().is_none());
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let score = Score {
            wins: 12,
            draws: 30,
            losses: 9,
        };
        let (own, other) = (score.elo().unwrap(), score.turned().elo().unwrap());
        assert!((own.elo + other.elo).abs() < 1e-9);
        assert!((own.low.unwrap() + other.high.unwrap()).abs() < 1e-9);
        assert!((score.los().unwrap() + score.turned().los().unwrap() - 1.0).abs() < 1e-12);
        let pairs = PairScore([3, 8, 20, 9, 1]);
        let sum = pairs.los().unwrap() + pairs.turned().los().unwrap();
        assert!((sum - 1.0).abs() < 1e-12);
    }

    /// By hand: a mean of 0.57, and 10 * 1.14^2 + 40 * 0.64^2 + 100 * 0.14^2 + 70 * 0.36^2 + 30 * 0.86^2 = 62.6.
    #[test]
    fn pairs_of_which_one_game_outweighs_the_other_make_the_error_smaller() {
        let pairs = PairScore([0, 0, 100, 2, 0]);
        let games = Score {
            wins: 101,
            draws: 2,
            losses: 101,
        };
        assert!(
            pairs.elo().unwrap().error().unwrap() < games.elo().unwrap().error().unwrap() / 5.0
        );
        let squares = PairScore([10, 40, 100, 70, 30]).squares(0.57);
        assert!((squares - 62.6).abs() < 1e-9, "{squares}");
    }
}
