//! Data of a player: games, last opponent, team, and ratings.
//!
//! Format: "Players".

/// What is known of a player.
#[derive(Default)]
pub(super) struct Player {
    pub games: u32,
    /// Number of the last opponent, plus one.
    pub opponent: u32,
    /// Which of his tags the last game had: a bit for the lower five bits of each tag's family.
    pub habit: u32,
    /// Digest of his team's name; 0 if none.
    pub team: u32,
    /// Ratings, the latest first.
    pub tracks: Vec<Track>,
    /// The rating of the first track, or 0; a copy for fast access.
    pub rating: i32,
}

/// A player's rating in a kind of games.
#[derive(Clone, Copy)]
pub(super) struct Track {
    /// The rating after the last game, as far as it is known.
    pub rating: i64,
    /// The rating in the last game's tag.
    pub shown: i64,
    /// The player's half points in the last game; 3 if not known.
    pub points: u32,
    /// The factor K of Elo's formula for this player: the change of the rating for a win with an expected score of 0, in 1/16 points; 0 if
    /// not known.
    pub factor: i64,
    pub class: u32,
}

impl Track {
    /// Whether it is the track of this kind of games.
    pub fn is_of(&self, class: u32) -> bool {
        self.class == class
    }
}
