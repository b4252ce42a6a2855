//! Ratings of many engines from all their games: the maximum of the likelihood in the model of Bradley and Terry, where a draw counts as half
//! a win and half a loss, by Newton's method.
//!
//! Not part of the format.

use super::Meeting;
use std::collections::BTreeMap;

/// One unit of the model, the natural logarithm of odds, in Elo points.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Steps of Newton's method; some ten are enough.
const MOST_STEPS: usize = 200;

/// Ratings with the mean 0, and their covariances, in Elo points.
pub struct Ratings {
    pub elo: Vec<f64>,
    covariances: Square,
}

impl Ratings {
    /// The variance of the difference of two ratings, or of a rating and the mean of all.
    pub fn variance(&self, a: usize, b: Option<usize>) -> f64 {
        let of = |a, b| self.covariances.at(a, b);
        match b {
            Some(b) => (of(a, a) + of(b, b) - 2.0 * of(a, b)).max(0.0),
            None => of(a, a).max(0.0),
        }
    }

    /// The ratings of `engines` engines, each of which must have taken points from the others, and given them points, if by a chain.
    pub fn of(engines: usize, meetings: &[((usize, usize), Meeting)]) -> Self {
        let likelihood = |strengths: &[f64]| -> f64 {
            let one = |((a, b), meeting): &((usize, usize), Meeting)| {
                let lead = strengths[*a] - strengths[*b];
                let score = &meeting.score;
                score.points() * ln_expected(lead) + score.turned().points() * ln_expected(-lead)
            };
            meetings.iter().map(one).sum()
        };
        let mut strengths = vec![0.0; engines];
        let mut best = likelihood(&strengths);
        for _ in 0..MOST_STEPS {
            let mut slope = vec![0.0; engines];
            let mut curve = Square::of_means(engines);
            for ((a, b), meeting) in meetings {
                let expected = expected(strengths[*a] - strengths[*b]);
                let games = meeting.score.games() as f64;
                let lead = meeting.score.points() - games * expected;
                slope[*a] += lead;
                slope[*b] -= lead;
                curve.add(*a, *b, games * expected * (1.0 - expected));
            }
            let step = curve.decomposed().solve(slope);
            // Half of a step that leads too far, until it leads upwards.
            let mut share = 1.0;
            let next = loop {
                let moved = strengths
                    .iter()
                    .zip(&step)
                    .map(|(at, step)| at + share * step);
                let moved: Vec<f64> = moved.collect();
                let height = likelihood(&moved);
                if height > best {
                    best = height;
                    break Some(moved);
                }
                share /= 2.0;
                if share < 1e-6 {
                    break None;
                }
            };
            let Some(next) = next else { break };
            strengths = next;
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        Self {
            covariances: covariances(&strengths, meetings),
            elo: strengths.iter().map(|strength| strength * UNIT).collect(),
        }
    }
}

/// The covariances of the ratings: those of the scores, found from the distances of results from what the ratings expect, seen through the
/// curvature of the likelihood. An opening pair counts as one result.
fn covariances(strengths: &[f64], meetings: &[((usize, usize), Meeting)]) -> Square {
    let engines = strengths.len();
    let mut curve = Square::of_means(engines);
    let mut scores = Square::new(engines);
    for ((a, b), meeting) in meetings {
        let expected = expected(strengths[*a] - strengths[*b]);
        let games = meeting.score.games() as f64;
        curve.add(*a, *b, games * expected * (1.0 - expected));
        let squares = meeting.single.squares(expected) + meeting.pairs.squares(expected);
        scores.add(*a, *b, squares);
    }
    let curve = curve.decomposed();
    // The inverse, column by column, of the curvature times the scores' covariances, and again from the other side.
    let half = Square::of_columns((0..engines).map(|at| curve.solve(scores.row(at))));
    let mut whole = Square::of_columns((0..engines).map(|at| curve.solve(half.row(at))));
    whole.cells.iter_mut().for_each(|cell| *cell *= UNIT * UNIT);
    whole
}

/// The expected score of an engine that is stronger by this much.
fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

fn ln_expected(lead: f64) -> f64 {
    match lead < -30.0 {
        true => lead,
        false => -(-lead).exp().ln_1p(),
    }
}

/// A square matrix.
struct Square {
    size: usize,
    cells: Vec<f64>,
}

impl Square {
    fn new(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    /// The projection on the mean, which makes the curvature, blind to the mean, a matrix that can be inverted.
    fn of_means(size: usize) -> Self {
        Self {
            size,
            cells: vec![1.0 / size.max(1) as f64; size * size],
        }
    }

    /// The lists become rows; the matrices here are symmetric, or are turned twice.
    fn of_columns(columns: impl Iterator<Item = Vec<f64>>) -> Self {
        let columns: Vec<Vec<f64>> = columns.collect();
        let size = columns.len();
        let mut turned = Self::new(size);
        for (at, column) in columns.iter().enumerate() {
            for (row, cell) in column.iter().enumerate() {
                turned.cells[row * size + at] = *cell;
            }
        }
        turned
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn row(&self, at: usize) -> Vec<f64> {
        self.cells[at * self.size..(at + 1) * self.size].to_vec()
    }

    /// Adds what the games of two engines say of their difference.
    fn add(&mut self, a: usize, b: usize, weight: f64) {
        for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            self.cells[row * self.size + column] += sign * weight;
        }
    }

    /// The lower triangle whose product with itself turned is this matrix (Cholesky); it must be symmetric and positive.
    fn decomposed(mut self) -> Triangle {
        for row in 0..self.size {
            for column in 0..=row {
                let (above, own) = self.cells.split_at(row * self.size);
                let other = match column == row {
                    true => &own[..column],
                    false => &above[column * self.size..column * self.size + column],
                };
                let product: f64 = own.iter().zip(other).map(|(a, b)| a * b).sum();
                let left = self.at(row, column) - product;
                self.cells[row * self.size + column] = match column == row {
                    true => left.max(f64::MIN_POSITIVE).sqrt(),
                    false => left / self.at(column, column),
                };
            }
        }
        Triangle(self)
    }
}

struct Triangle(Square);

impl Triangle {
    /// What the matrix times the answer is `right`.
    fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let size = self.0.size;
        let mut answer = right;
        for at in 0..size {
            let before: f64 = (0..at)
                .map(|other| self.0.at(at, other) * answer[other])
                .sum();
            answer[at] = (answer[at] - before) / self.0.at(at, at);
        }
        for at in (0..size).rev() {
            let after = (at + 1..size).map(|other| self.0.at(other, at) * answer[other]);
            answer[at] = (answer[at] - after.sum::<f64>()) / self.0.at(at, at);
        }
        answer
    }
}

/// The largest set of engines, by games, of which each has taken points from each other one, if by a chain: only in such a set the
/// likelihood has a maximum (Ford 1957). Ascending.
pub fn comparable(engines: usize, meetings: &BTreeMap<(usize, usize), Meeting>) -> Vec<usize> {
    let mut beaten = vec![Vec::new(); engines];
    let mut beaten_by = vec![Vec::new(); engines];
    let mut games = vec![0; engines];
    for ((a, b), meeting) in meetings {
        let score = &meeting.score;
        games[*a] += score.games();
        games[*b] += score.games();
        for (winner, loser, points) in [(*a, *b, score.points()), (*b, *a, score.turned().points())]
        {
            if points > 0.0 {
                beaten[winner].push(loser);
                beaten_by[loser].push(winner);
            }
        }
    }
    let mut is_done = vec![false; engines];
    let mut best = (0, Vec::new());
    for start in 0..engines {
        if is_done[start] {
            continue;
        }
        let (down, up) = (reached(start, &beaten), reached(start, &beaten_by));
        let set: Vec<usize> = (0..engines).filter(|&at| down[at] && up[at]).collect();
        set.iter().for_each(|&at| is_done[at] = true);
        let size = set.iter().map(|&at| games[at]).sum();
        if set.len() > 1 && size > best.0 {
            best = (size, set);
        }
    }
    best.1
}

/// Which engines a chain leads to.
fn reached(start: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut is_reached = vec![false; next.len()];
    let mut open = vec![start];
    is_reached[start] = true;
    while let Some(at) = open.pop() {
        for &other in &next[at] {
            if !is_reached[other] {
                is_reached[other] = true;
                open.push(other);
            }
        }
    }
    is_reached
}
