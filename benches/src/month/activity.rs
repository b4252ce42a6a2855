//! Who plays whom, and when, on a server of today's size.
//!
//! Where the numbers come from: in January 2023 some 103 million rated games were played on Lichess (database.lichess.org) by 2,073,569
//! players without bots (kraktus, "Exploring how Lichess' players spend their playing time", 2023): 99.5 games a player. A fifth of the
//! players played four fifths of the time there, and 81 % of the games in the real month of January 2013, so games a player are
//! log-normal with this concentration. Sessions have the lengths of that real month, where games of one player less than half an hour
//! apart are one session: 3.6 games in the mean.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

const PLAYERS: u32 = 2_073_569;
const GAMES_A_PLAYER: f64 = 99.5;
const MONTH: f64 = 31.0 * 86_400.0;
/// Standard deviation of the logarithm of games a player: a fifth has four fifths of the games.
const SPREAD: f64 = 1.683;
/// Nobody plays more than this in a month; the real month's most active player has 1,721 of 236,764 sides.
const MOST: f64 = 4000.0;
/// Sessions of one game, of two, and so on, of a thousand.
const SESSIONS: [u32; 20] = [
    382, 203, 122, 76, 52, 37, 26, 19, 15, 11, 8, 7, 6, 5, 4, 4, 3, 3, 2, 15,
];
/// Seconds from the start of a game to the next, of usual time controls.
const SECONDS: [f64; 8] = [90.0, 130.0, 200.0, 300.0, 360.0, 420.0, 650.0, 900.0];
/// Whose ratings differ by less need not wait for a better opponent.
const NEAR: u32 = 100;

/// A game.
#[derive(Debug, Clone, Copy)]
pub struct Played {
    /// Seconds since the month began.
    pub second: u64,
    /// Player of White.
    pub white: u32,
    /// Player of Black.
    pub black: u32,
    /// Their ratings before the game.
    pub ratings: (u32, u32),
}

/// What happens at a time, in milliseconds: the player of this number is ready for a game, with so many left in the session.
type Event = Reverse<(u64, u32, u32)>;

/// The first games of a month, in the order of their start; the first hour, in which sessions fill up, is left out.
#[must_use]
pub fn play(games: usize) -> Vec<Played> {
    let mut random = fastrand::Rng::with_seed(1);
    let hours = games as f64 / (f64::from(PLAYERS) * GAMES_A_PLAYER / 2.0) * MONTH;
    let horizon = 1.3 * hours + 7200.0;
    let session: f64 = mean(&SESSIONS);
    let mut ratings: Vec<u32> = Vec::new();
    let mut events: BinaryHeap<Event> = BinaryHeap::new();
    let center = GAMES_A_PLAYER.ln() - SPREAD * SPREAD / 2.0;
    for player in 0..PLAYERS {
        ratings.push((1550.0 + 350.0 * normal(&mut random)).clamp(600.0, 2800.0) as u32);
        let games = (center + SPREAD * normal(&mut random)).exp().min(MOST);
        let mut second = 0.0;
        loop {
            second -= random.f64().max(1e-12).ln() * MONTH * session / games;
            if second > horizon {
                break;
            }
            let length = pick(&SESSIONS, &mut random) + 1;
            events.push(Reverse(((second * 1000.0) as u64, player, length)));
        }
    }
    pair(&mut events, &mut ratings, games, &mut random)
}

/// Lets players meet who are ready at the same time and about as strong.
fn pair(
    events: &mut BinaryHeap<Event>,
    ratings: &mut [u32],
    games: usize,
    random: &mut fastrand::Rng,
) -> Vec<Played> {
    let mut played = Vec::new();
    // By rating: player and games left.
    let mut waiting: BTreeSet<(u32, u32, u32)> = BTreeSet::new();
    let mut present: HashSet<u32> = HashSet::new();
    while let Some(Reverse((time, player, left))) = events.pop() {
        // A session that would begin within another one does not take place; one that goes on is marked below by the highest bit.
        let goes_on = left & GOES_ON != 0;
        let left = left & !GOES_ON;
        if !goes_on && !present.insert(player) {
            continue;
        }
        if left == 0 {
            present.remove(&player);
            continue;
        }
        let rating = ratings[player as usize];
        let here = (rating, player, left);
        let above = waiting.range(here..).next();
        let below = waiting.range(..here).next_back();
        let nearest = [above, below]
            .into_iter()
            .flatten()
            .min_by_key(|other| other.0.abs_diff(rating))
            .copied();
        let Some(other) = nearest.filter(|other| other.0.abs_diff(rating) < NEAR) else {
            waiting.insert(here);
            continue;
        };
        waiting.remove(&other);
        let (white, black) = match random.bool() {
            true => (player, other.1),
            false => (other.1, player),
        };
        if time > 3_600_000 {
            played.push(Played {
                second: time / 1000,
                white,
                black,
                ratings: (ratings[white as usize], ratings[black as usize]),
            });
            if played.len() == games {
                break;
            }
        }
        let change = random.u32(4..9);
        let (winner, loser) = match random.bool() {
            true => (white, black),
            false => (black, white),
        };
        ratings[winner as usize] += change;
        ratings[loser as usize] = ratings[loser as usize].saturating_sub(change);
        let seconds = SECONDS[random.usize(..SECONDS.len())] * (0.5 + random.f64());
        let end = time + (seconds * 1000.0) as u64;
        for (player, left) in [(player, left), (other.1, other.2)] {
            events.push(Reverse((end, player, (left - 1) | GOES_ON)));
        }
    }
    played
}

/// Marks a player who is in a session already.
const GOES_ON: u32 = 1 << 31;

/// The mean of 1, 2, … by these weights.
fn mean(weights: &[u32]) -> f64 {
    let sum: u32 = weights.iter().sum();
    let all: u32 = (1..)
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum();
    f64::from(all) / f64::from(sum)
}

/// The place of a weight, drawn by the weights.
fn pick(weights: &[u32], random: &mut fastrand::Rng) -> u32 {
    let mut rest = random.u32(..weights.iter().sum::<u32>());
    for (place, &weight) in (0..).zip(weights) {
        if rest < weight {
            return place;
        }
        rest -= weight;
    }
    0
}

/// A normal number (Box and Muller).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * random.f64().max(1e-12).ln()).sqrt();
    radius * (2.0 * std::f64::consts::PI * random.f64()).cos()
}
