//! Predicts ratings, from the player's last ones or from the opponent's, and their changes, from the result (Elo's formula).
//!
//! Format: "Ratings".

use entropy::Code;
use model::mix::squash;
use model::number::{Decisions, hash};

use super::now::Now;
use super::players::Player;

/// Most ratings (tracks) that are remembered of a player, for different kinds of games.
const MOST_TRACKS: usize = 4;
/// The factor of a player of whom no change is known, in 1/16 rating points.
const USUAL_FACTOR: i64 = 11 * 16;
/// Number of mean ratings, one for each kind of games, by hash.
const CLASSES: usize = 256;

/// A player's rating in a kind of games.
#[derive(Clone, Copy)]
pub(super) struct Track {
    /// The rating after the last game, as far as it is known.
    rating: i64,
    /// The rating in the last game's tag.
    shown: i64,
    /// The player's half points in the last game; 3 if not known.
    points: u32,
    /// The factor K of Elo's formula for this player: the change of the rating for a win with an expected score of 0, in 1/16 points; 0 if
    /// not known.
    factor: i64,
    class: u32,
}

/// Models of ratings and their changes.
pub(super) struct Ratings {
    /// The running mean of each kind of games, times 16; 0 at first.
    means: Vec<i64>,
    steps: Decisions<6>,
    changes: Decisions<7>,
    /// How far off the last rating was.
    miss: u32,
    /// Above 0 if games stand in the order in which they were played, below 0 if the latest stands first.
    direction: i32,
}

/// The rating from which the difference of a rating is coded.
struct Anchor {
    rating: i64,
    /// Where it comes from.
    kind: u32,
    /// What else its reliability may depend on.
    detail: u32,
    /// The player's half points in the last game of the track; 3 if there is none.
    points: u32,
}

/// The track of a player that is of this kind of games, else the latest; and whether it is of this kind.
fn track_of(player: &Player, class: u32) -> Option<(&Track, bool)> {
    let same = player.tracks.iter().find(|track| track.class == class);
    let same = same.map(|track| (track, true));
    same.or(player.tracks.first().map(|track| (track, false)))
}

impl Ratings {
    pub fn new() -> Self {
        Self {
            means: vec![0; CLASSES],
            steps: Decisions::new(14),
            changes: Decisions::new(14),
            miss: 0,
            direction: 0,
        }
    }

    /// Whether the latest game stands first in the file.
    fn is_backward(&self) -> bool {
        self.direction < 0
    }

    /// The predicted rating of a player, before the rating is coded.
    pub fn expect(&self, player: &Player, now: &Now) -> Option<i64> {
        let (track, _) = track_of(player, now.class)?;
        Some(if self.is_backward() {
            track.shown
        } else {
            track.rating
        })
    }

    /// Codes a rating of 0 to 9,999 of the player on a side.
    pub fn rating(
        &mut self,
        coder: &mut impl Code,
        now: &Now,
        side: usize,
        player: Option<&Player>,
        rating: i64,
    ) -> i64 {
        let anchor = self.anchor(now, side, player);
        let Anchor { kind, detail, .. } = anchor;
        let other = now.sides[1 - side].strength().unwrap_or(0) / 200;
        let now_points = now.points(side);
        let lead = (now.lead(side).clamp(-600, 600) / 50) as u32;
        let contexts = [
            hash(&[1, kind]),
            hash(&[2, kind, side as u32, detail]),
            hash(&[3, kind, now.class]),
            hash(&[4, kind, other as u32]),
            hash(&[5, kind, now_points, anchor.points]),
            hash(&[6, kind, now_points, lead]),
        ];
        let step = self.steps.signed(coder, contexts, rating - anchor.rating);
        self.miss = step.unsigned_abs().min(4) as u32;
        let rating = anchor.rating.saturating_add(step).clamp(0, 9999);
        let mean = &mut self.means[now.class as usize % CLASSES];
        *mean = if *mean == 0 {
            rating * 16
        } else {
            *mean + (rating * 16 - *mean) / 16
        };
        rating
    }

    /// The player's last rating or, if the latest game stands first in the file, the one from which this game leads to the rating shown
    /// there; else the opponent's rating, or the mean of such games.
    fn anchor(&self, now: &Now, side: usize, player: Option<&Player>) -> Anchor {
        if let Some((track, same)) = player.and_then(|player| track_of(player, now.class)) {
            let rating = match self.is_backward() {
                false => track.rating,
                true => track.shown - worth(surprise(now, side), track.factor),
            };
            return Anchor {
                rating,
                kind: u32::from(same) + if self.is_backward() { 8 } else { 0 },
                detail: hash(&[u32::from(track.factor > 0), self.miss]),
                points: track.points,
            };
        }
        let mean = self.means[now.class as usize % CLASSES];
        let other = &now.sides[1 - side];
        let (rating, kind) = match (other.rating, other.expected) {
            (Some(rating), _) => (rating, 2),
            (None, Some(rating)) => (rating, 3),
            _ if mean == 0 => (1500, 4),
            _ => (mean / 16, 5),
        };
        Anchor {
            rating,
            kind,
            detail: 0,
            points: 3,
        }
    }

    /// Codes how a rating changed, by at most 9,999 either way, and notes it.
    pub fn change(
        &mut self,
        coder: &mut impl Code,
        now: &mut Now,
        side: usize,
        player: Option<&Player>,
        change: i64,
    ) -> i64 {
        let track = player.and_then(|player| track_of(player, now.class));
        let track = track.filter(|(_, same)| *same).map(|(track, _)| track);
        let factor = track.map_or(0, |track| track.factor);
        let predicted = worth(surprise(now, side), factor);
        let known = u32::from(factor > 0);
        // If the latest game stands first in the file, the rating after this game is the one shown in the game before it in the file.
        let led = match (track, now.sides[side].rating) {
            (Some(track), Some(rating)) if self.is_backward() => {
                (track.shown - rating - predicted).clamp(-40, 40)
            }
            _ => 99,
        };
        let lead = now.lead(side).clamp(-600, 600) / 24;
        let other = now.sides[1 - side];
        let won = now.points(side);
        let shown = predicted.clamp(-20, 20) as u32;
        let other_change = other.change.map_or(99, |change| change.clamp(-30, 30)) as u32;
        let contexts = [
            hash(&[1, won, known]),
            hash(&[2, shown, known]),
            hash(&[3, (factor / 24).min(40) as u32, won]),
            hash(&[4, lead as u32, won, known]),
            hash(&[5, other.surprise.clamp(-12, 12) as u32, shown]),
            hash(&[6, other_change, won, known]),
            hash(&[7, led as u32, known]),
        ];
        let step = self.changes.signed(coder, contexts, change - predicted);
        let change = predicted.saturating_add(step).clamp(-9999, 9999);
        now.sides[side].change = Some(change);
        now.sides[side].surprise = change - predicted;
        change
    }

    /// Updates a player's track with the rating and change of a game.
    pub fn remember(&mut self, player: &mut Player, now: &Now, side: usize) {
        let Some(rating) = now.sides[side].rating else {
            return;
        };
        let change = now.sides[side].change;
        let place = player.tracks.iter().position(|it| it.class == now.class);
        let last = place.map(|place| player.tracks.remove(place));
        let mut track = Track {
            rating: rating + change.unwrap_or(0),
            shown: rating,
            points: now.points(side),
            factor: last.map_or(0, |last| last.factor),
            class: now.class,
        };
        if let Some(change) = change {
            if let Some(last) = last {
                self.direction += i32::from(rating == last.rating);
                self.direction -= i32::from(rating + change == last.shown);
                self.direction = self.direction.clamp(-8, 8);
            }
            let surprise = surprise(now, side);
            // The change for a nearly expected result says little about the factor.
            if surprise.abs() > 6_000 && change != 0 && (change < 0) == (surprise < 0) {
                let factor = (change * (1 << 20) / surprise).clamp(1, 16 * 1000);
                track.factor = match track.factor {
                    0 => factor,
                    known => (known + factor) / 2,
                };
            }
        }
        player.tracks.insert(0, track);
        player.tracks.truncate(MOST_TRACKS);
    }
}

/// The score less the expected score, in units of 2^-16 (Elo's formula); a draw is assumed where the score is not known.
fn surprise(now: &Now, side: usize) -> i64 {
    // 400 points are a factor of 10 in the odds: ln(10) / 400 nats a point, in units of 1/256 nat.
    let log_odds = now.lead(side) * 96_578 / 65_536;
    let expected = squash(log_odds.clamp(-10_000, 10_000) as i32);
    let score = match now.points(side) {
        3 => 1,
        points => i64::from(points),
    };
    score * 32_768 - i64::from(expected)
}

/// The change of a rating for a surprise (score less expected score); 0 stands for a factor that is not known.
fn worth(surprise: i64, factor: i64) -> i64 {
    let factor = if factor > 0 { factor } else { USUAL_FACTOR };
    (surprise * factor + (1 << 19)) >> 20
}
