//! Predicts how a rating changes with a game (Elo's formula), and keeps each player's ratings up to date.
//!
//! Format: "Ratings".

use entropy::Code;
use model::mix::squash;
use model::number::hash;

use super::super::now::Now;
use super::super::player::Player;
use super::{FAR, MOST_TRACKS, NEAR, Ratings, Track, USUAL_FACTOR};

impl Ratings {
    /// Codes how a rating changed, by at most 9,999 either way; `track` is the player's for such games. Returns the change and its
    /// difference from what was predicted.
    pub fn change(
        &mut self,
        coder: &mut impl Code,
        now: &Now,
        side: usize,
        track: Option<&Track>,
        change: i64,
    ) -> (i64, i64) {
        let factor = track.map_or(0, |track| track.factor);
        let known = factor > 0;
        let used = if known { factor } else { USUAL_FACTOR };
        let predicted = worth(surprise(now, side), used);
        let known = u32::from(known);
        // If the latest game stands first in the file, the rating after this game is the one shown in the game before it in the file.
        let led = match (track, now.sides[side].rating) {
            (Some(track), Some(rating)) if self.is_backward() => {
                (track.shown - rating - predicted).clamp(-40, 40)
            }
            _ => 99,
        };
        let lead = lead(now, side);
        let other = now.sides[1 - side];
        let won = now.score.map_or(3, |score| {
            u32::from(if side == 0 { score } else { 2 - score })
        });
        let shown = predicted.clamp(-20, 20) as u32;
        let other_change = other.change.map_or(99, |change| change.clamp(-30, 30)) as u32;
        let contexts = [
            hash(&[1, won, known]),
            hash(&[2, shown, known]),
            hash(&[3, (used / 24).min(40) as u32, won]),
            hash(&[4, (lead.clamp(-600, 600) / 24) as u32, won, known]),
            hash(&[5, other.surprise.clamp(-12, 12) as u32, shown]),
            hash(&[6, other_change, won, known]),
            hash(&[7, led as u32, known]),
        ];
        let step = self.changes.signed(coder, contexts, change - predicted);
        let change = predicted.saturating_add(step).clamp(-9999, 9999);
        (change, change - predicted)
    }

    /// Updates a player's track with the rating and change of a game.
    pub fn remember(&mut self, player: &mut Player, now: &Now, side: usize) {
        let Some(rating) = now.sides[side].rating else {
            return;
        };
        let place = player
            .tracks
            .iter()
            .position(|track| {
                track.class == now.class && track.rating.abs_diff(rating) <= 4 * NEAR as u64
            })
            .or_else(|| {
                let near = |track: &Track| track.rating.abs_diff(rating) <= NEAR as u64;
                player.tracks.iter().position(near)
            });
        let mut track = match place {
            Some(place) => player.tracks.remove(place),
            None => Track {
                rating,
                shown: rating,
                points: 3,
                factor: 0,
                class: now.class,
            },
        };
        track.class = now.class;
        if let (Some(_), Some(change)) = (place, now.sides[side].change) {
            let forward = rating == track.rating;
            let backward = rating + change == track.shown;
            self.direction += i32::from(forward) - i32::from(backward);
            self.direction = self.direction.clamp(-8, 8);
        }
        track.rating = rating;
        track.shown = rating;
        track.points = points_of(now, side);
        if let Some(change) = now.sides[side].change {
            track.rating = rating + change;
            let surprise = surprise(now, side);
            // The change for a nearly expected result says little about the factor.
            if surprise.abs() > 6_000 && change != 0 && (change < 0) == (surprise < 0) {
                let factor = (change * (1 << 20) / surprise).clamp(1, 16 * 1000);
                track.factor = if track.factor == 0 {
                    factor
                } else {
                    (track.factor + factor) / 2
                };
            }
        }
        player.rating = track.rating.clamp(-FAR, FAR) as i32;
        player.tracks.insert(0, track);
        player.tracks.truncate(MOST_TRACKS);
    }
}

/// By how much the player on a side is rated higher.
pub(super) fn lead(now: &Now, side: usize) -> i64 {
    let strength = |side: usize| now.sides[side].strength();
    match (strength(side), strength(1 - side)) {
        (Some(own), Some(other)) => own - other,
        _ => 0,
    }
}

/// The score less the expected score, in units of 2^-16 (Elo's formula); a draw is assumed where the score is not known.
pub(super) fn surprise(now: &Now, side: usize) -> i64 {
    // 400 points are a factor of 10 in the odds: ln(10) / 400 nats a point, in units of 1/256 nat.
    let log_odds = lead(now, side) * 96_578 / 65_536;
    let expected = squash(log_odds.clamp(-10_000, 10_000) as i32);
    let score = now
        .score
        .map_or(1, |score| if side == 0 { score } else { 2 - score });
    i64::from(score) * 32_768 - i64::from(expected)
}

/// The player's half points; 3 if not known.
pub(super) fn points_of(now: &Now, side: usize) -> u32 {
    now.score.map_or(3, |score| {
        u32::from(if side == 0 { score } else { 2 - score })
    })
}

/// The change of a rating for a surprise (score less expected score).
pub(super) fn worth(surprise: i64, factor: i64) -> i64 {
    (surprise * factor + (1 << 19)) >> 20
}
