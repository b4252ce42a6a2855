//! Predicts ratings, from the player's last ones or from the opponent's, and their changes, from the result.
//!
//! Format: "Ratings".

mod change;

use entropy::Code;
use model::number::{Decisions, hash};

use super::now::Now;
use super::player::{Player, Track};
use change::{lead, points_of, surprise, worth};

/// Most ratings (tracks) that are remembered of a player, for different kinds of games.
const MOST_TRACKS: usize = 4;
/// A rating further away than this is not coded as a difference from a remembered one.
const NEAR: i64 = 120;
/// The factor of a player of whom no change is known, in 1/16 rating points.
const USUAL_FACTOR: i64 = 11 * 16;
/// Limit of ratings where they only sort players.
const FAR: i64 = 1 << 24;
/// Number of mean ratings, one for each kind of games, by hash.
const CLASSES: usize = 256;

/// Models of ratings and their changes.
pub(super) struct Ratings {
    /// The running mean of each kind of games, times 16; 0 at first.
    means: Vec<i64>,
    tracks: Decisions<4>,
    steps: Decisions<6>,
    changes: Decisions<7>,
    /// Which track was right last, and how far off it was.
    last: [u32; 2],
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

    /// Whether the latest game stands first in the file.
    fn is_backward(&self) -> bool {
        self.direction < 0
    }

    /// The predicted rating of a player, before the rating is coded.
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

    /// The rating that a track predicts: the one after the last game or, if the latest game stands first in the file, the one from which
    /// this game leads to the rating shown there.
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

    /// The anchor of a rating without a track: the opponent's rating, or the mean of such games.
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
}
