//! Ratings, from the player's last ones or the opponent's; their changes, from the result.
//!
//! Format: "Ratings".

use entropy::Code;
use model::mix::squash;
use model::number::{Decisions, hash};

use super::now::Now;
use super::players::Player;

/// Ratings of a player in different kinds of games that are remembered.
const MOST_TRACKS: usize = 4;
/// A rating further away than this is not told by the difference from a remembered one.
const NEAR: i64 = 120;
/// The factor of a player of whom no change is known, in 1/16 rating points.
const USUAL_FACTOR: i64 = 11 * 16;
/// No rating is further from zero than this where ratings only order players.
const FAR: i64 = 1 << 24;
/// Expected ratings of kinds of games.
const CLASSES: usize = 256;

/// A player's rating in a kind of games.
#[derive(Clone, Copy)]
pub(super) struct Track {
    /// The rating after the last game, as far as it is known.
    pub rating: i64,
    /// The rating that the last game's tag showed.
    shown: i64,
    /// The player's half points in the last game; 3 if not known.
    points: u32,
    /// What a surprise is worth to this player: the rating's change for a win that was not expected at all, in 1/16 points; 0 if not
    /// known.
    pub factor: i64,
    class: u32,
}

impl Track {
    /// Whether it is the track of this kind of games.
    pub fn is_of(&self, class: u32) -> bool {
        self.class == class
    }
}

/// Models of ratings and their changes.
pub(super) struct Ratings {
    /// The running mean of each kind of games, times 16; 0 at first.
    means: Vec<i64>,
    tracks: Decisions<4>,
    steps: Decisions<6>,
    changes: Decisions<7>,
    /// Which track was right last, and how far off it was.
    last: [u32; 2],
    /// Above 0 where games stand in the order in which they were played, below where the latest stands first.
    direction: i32,
}

/// What a rating is counted from.
struct Anchor {
    rating: i64,
    /// How it was come by.
    kind: u32,
    /// What else its reliability may depend on.
    detail: u32,
    /// The player's half points in the last game of the track; 3 if there is none.
    points: u32,
}

impl Ratings {
    pub fn new() -> Self {
        Self {
            means: vec![0; CLASSES],
            tracks: Decisions::new(12),
            steps: Decisions::new(14),
            changes: Decisions::new(14),
            last: [0; 2],
            direction: 0,
        }
    }

    /// Whether the latest game stands first.
    fn is_backward(&self) -> bool {
        self.direction < 0
    }

    /// What is expected of a player's rating before it is told.
    pub fn expect(&self, player: &Player, now: &Now) -> Option<i64> {
        let same = player.tracks.iter().find(|track| track.class == now.class);
        let track = same.or(player.tracks.first())?;
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
        let tracks = player.map_or(&[][..], |player| &player.tracks);
        let anchor = self.track(coder, now, side, tracks, rating);
        let anchor = anchor.unwrap_or_else(|| self.general(now, side, !tracks.is_empty()));
        let other = now.sides[1 - side].strength().unwrap_or(0) / 200;
        let Anchor {
            kind,
            detail,
            points,
            ..
        } = anchor;
        let now_points = points_of(now, side);
        let lead = (lead(now, side).clamp(-600, 600) / 50) as u32;
        let contexts = [
            hash(&[1, kind]),
            hash(&[2, kind, side as u32, detail]),
            hash(&[3, kind, now.class]),
            hash(&[4, kind, other as u32]),
            hash(&[5, kind, now_points, points]),
            hash(&[6, kind, now_points, lead]),
        ];
        let step = self.steps.signed(coder, contexts, rating - anchor.rating);
        self.last[1] = step.unsigned_abs().min(31) as u32;
        let rating = anchor.rating.saturating_add(step).clamp(0, 9999);
        let mean = &mut self.means[now.class as usize % CLASSES];
        *mean = if *mean == 0 {
            rating * 16
        } else {
            *mean + (rating * 16 - *mean) / 16
        };
        rating
    }

    /// Codes which of a player's tracks the rating belongs to, if any.
    fn track(
        &mut self,
        coder: &mut impl Code,
        now: &Now,
        side: usize,
        tracks: &[Track],
        rating: i64,
    ) -> Option<Anchor> {
        let anchors: Vec<i64> = tracks
            .iter()
            .map(|track| self.anchor(now, side, track))
            .collect();
        let nearest = (0..tracks.len()).min_by_key(|&at| anchors[at].abs_diff(rating));
        let nearest = nearest.filter(|&at| anchors[at].abs_diff(rating) <= NEAR as u64);
        // Tracks of the same kind of games are tried first.
        let same = tracks.iter().position(|track| track.class == now.class);
        let mut order: Vec<usize> = same.into_iter().collect();
        order.extend((0..tracks.len()).filter(|&at| Some(at) != same));
        for (place, &at) in order.iter().enumerate() {
            let is_same = u32::from(Some(at) == same);
            let count = tracks.len() as u32;
            let contexts = [
                hash(&[1, place as u32, is_same, count]),
                hash(&[2, self.last[0], place as u32, count]),
                hash(&[3, now.class, is_same, place as u32]),
                hash(&[4, now.event, is_same, place as u32]),
            ];
            if self
                .tracks
                .bit(coder, contexts, place as u32, nearest == Some(at))
            {
                self.last[0] = place as u32;
                return Some(Anchor {
                    rating: anchors[at],
                    kind: is_same + if self.is_backward() { 8 } else { 0 },
                    points: tracks[at].points,
                    detail: hash(&[u32::from(tracks[at].factor > 0), self.last[1].min(4)]),
                });
            }
        }
        self.last[0] = 7;
        None
    }

    /// What a track says of the rating: what it was after the last game, or, where the latest game stands first, what it must have been
    /// for this game to lead there.
    fn anchor(&self, now: &Now, side: usize, track: &Track) -> i64 {
        if !self.is_backward() {
            return track.rating;
        }
        let factor = if track.factor > 0 {
            track.factor
        } else {
            USUAL_FACTOR
        };
        track.shown - worth(surprise(now, side), factor)
    }

    /// What a rating is counted from without a track: the opponent's, or the mean of such games.
    fn general(&self, now: &Now, side: usize, has_tracks: bool) -> Anchor {
        let detail = u32::from(has_tracks);
        if let Some(rating) = now.sides[1 - side].strength() {
            let sure = now.sides[1 - side].rating.is_some();
            return Anchor {
                rating,
                kind: 3 + u32::from(sure),
                detail,
                points: 3,
            };
        }
        match self.means[now.class as usize % CLASSES] {
            0 => Anchor {
                rating: 1500,
                kind: 5,
                detail,
                points: 3,
            },
            mean => Anchor {
                rating: mean / 16,
                kind: 6,
                detail,
                points: 3,
            },
        }
    }

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
        // Where the latest game stands first, the change leads to the rating shown there.
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
}

/// By how much the player on a side is rated higher.
fn lead(now: &Now, side: usize) -> i64 {
    let strength = |side: usize| now.sides[side].strength();
    match (strength(side), strength(1 - side)) {
        (Some(own), Some(other)) => own - other,
        _ => 0,
    }
}

/// The score less the expected score, in units of 2^-16 (Elo's formula); a draw is assumed where the score is not known.
fn surprise(now: &Now, side: usize) -> i64 {
    // 400 points are a factor of 10 in the odds: ln(10) / 400 nats a point, in units of 1/256 nat.
    let log_odds = lead(now, side) * 96_578 / 65_536;
    let expected = squash(log_odds.clamp(-10_000, 10_000) as i32);
    let score = now
        .score
        .map_or(1, |score| if side == 0 { score } else { 2 - score });
    i64::from(score) * 32_768 - i64::from(expected)
}

/// The player's half points; 3 if not known.
fn points_of(now: &Now, side: usize) -> u32 {
    now.score.map_or(3, |score| {
        u32::from(if side == 0 { score } else { 2 - score })
    })
}

/// What a surprise changes in a rating.
fn worth(surprise: i64, factor: i64) -> i64 {
    (surprise * factor + (1 << 19)) >> 20
}

impl Ratings {
    /// Notes a player's rating and change after a game.
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
            // A change for a result that was nearly expected tells little.
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
