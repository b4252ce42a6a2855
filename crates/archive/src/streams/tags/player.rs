//! What is known of a player, and of his ratings.
//!
//! Format: "Players".

/// What is known of a player.
#[derive(Default)]
pub(super) struct Player {
    pub games: u32,
    /// Number of the last opponent, plus one.
    pub opponent: u32,
    /// Which tags of his the last game had, by the lower five bits of their families.
    pub habit: u32,
    /// Digest of his team's name; 0 if none.
    pub team: u32,
    /// Ratings, the latest first.
    pub tracks: Vec<Track>,
    /// The first of them, or 0, where it is looked for so often that it must be at hand.
    pub rating: i32,
}

/// A player's rating in a kind of games.
#[derive(Clone, Copy)]
pub(super) struct Track {
    /// The rating after the last game, as far as it is known.
    pub rating: i64,
    /// The rating that the last game's tag showed.
    pub shown: i64,
    /// The player's half points in the last game; 3 if not known.
    pub points: u32,
    /// What a surprise is worth to this player: the rating's change for a win that was not expected at all, in 1/16 points; 0 if not
    /// known.
    pub factor: i64,
    pub class: u32,
}

impl Track {
    /// Whether it is the track of this kind of games.
    pub fn is_of(&self, class: u32) -> bool {
        self.class == class
    }
}
