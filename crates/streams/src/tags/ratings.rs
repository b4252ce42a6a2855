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

/// A player's rating in a kind of games.
#[derive(Clone, Copy)]
pub(super) struct Track {
    /// The rating after the last game, as far as it is known.
    rating: i64,
    /// The rating in the last game's tag.
    shown: i64,
    /// The factor K of Elo's formula for this player: the change of the rating for a win with an expected score of 0, in 1/16 points; 0 if
    /// not known.
    factor: i64,
    class: u32,
}

/// Models of ratings and their changes.
pub(super) struct Ratings {
    steps: Decisions<3>,
    changes: Decisions<4>,
    /// Above 0 if games stand in the order in which they were played, below 0 if the latest stands first.
    direction: i32,
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
            steps: Decisions::new(14),
            changes: Decisions::new(14),
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
        let (anchor, kind) = self.anchor(now, side, player);
        let lead = (now.lead(side).clamp(-600, 600) / 50) as u32;
        let contexts = [
            hash(&[1, kind, side as u32]),
            hash(&[2, kind, now.class]),
            hash(&[3, kind, now.points(side), lead]),
        ];
        let step = self.steps.signed(coder, contexts, rating - anchor);
        anchor.saturating_add(step).clamp(0, 9999)
    }

    /// The rating from which the difference of a rating is coded, and a number for where it comes from: the player's last rating or, if the
    /// latest game stands first in the file, the one from which this game leads to the rating shown there; else the opponent's rating.
    fn anchor(&self, now: &Now, side: usize, player: Option<&Player>) -> (i64, u32) {
        if let Some((track, same)) = player.and_then(|player| track_of(player, now.class)) {
            return match self.is_backward() {
                false => (track.rating, u32::from(same)),
                true => {
                    let change = worth(surprise(now, side), track.factor);
                    (track.shown - change, 2 + u32::from(same))
                }
            };
        }
        let other = &now.sides[1 - side];
        match (other.rating, other.expected) {
            (Some(rating), _) => (rating, 4),
            (None, Some(rating)) => (rating, 5),
            (None, None) => (1500, 6),
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
        let won = now.points(side);
        let shown = predicted.clamp(-20, 20) as u32;
        let contexts = [
            hash(&[1, won, known]),
            hash(&[2, shown, known]),
            hash(&[3, (factor / 24).min(40) as u32, won]),
            hash(&[4, led as u32, known]),
        ];
        let step = self.changes.signed(coder, contexts, change - predicted);
        let change = predicted.saturating_add(step).clamp(-9999, 9999);
        now.sides[side].change = Some(change);
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
