//! Kinds of games, each of which has its own networks: people play differently on servers than over the board.
//!
//! Format: "Setting and history".

use super::{Pace, Setting, Site};

/// The kind of a game, which decides the networks that predict its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Played on a server by players below master strength, from the initial position. Most games are of this kind.
    Online,
    /// Most other games: over the board, of masters, of engines, by correspondence.
    Other,
    /// From another starting position, as in Chess960, or with no known rating, site, pace or year.
    Unusual,
}

/// From this mean rating of both players on, a game online counts as a game of masters.
const MASTERS: u32 = 2200;

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Online, Self::Other, Self::Unusual];

    /// The kind's bit in the set of kinds that a network is for.
    #[must_use]
    pub fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl Setting {
    /// Whether the game was played on a server: one that is known by its name, or at a pace of less than 25 minutes.
    #[must_use]
    pub fn is_online(&self) -> bool {
        use Pace::{Blitz, Bullet, Rapid, UltraBullet};
        self.site != Site::Other || matches!(self.pace, UltraBullet | Bullet | Blitz | Rapid)
    }

    /// The kind of the game. An unknown rating counts as 0.
    ///
    /// ```
    /// use streams::moves::{Kind, Setting, Site};
    /// let setting = |site, rating| Setting { site, ratings: [rating; 2], ..Setting::default() };
    /// assert_eq!(setting(Site::Lichess, 1500).kind(), Kind::Online);
    /// assert_eq!(setting(Site::Lichess, 2500).kind(), Kind::Other);
    /// assert_eq!(setting(Site::Other, 1500).kind(), Kind::Other);
    /// assert_eq!(setting(Site::Other, 0).kind(), Kind::Unusual);
    /// assert_eq!(Setting { set_up: true, ..setting(Site::Lichess, 1500) }.kind(), Kind::Unusual);
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        let [white, black] = self.ratings.map(u32::from);
        let is_unknown = self.site == Site::Other && self.pace == Pace::Unknown && self.year == 0;
        if self.set_up || is_unknown && white + black == 0 {
            Kind::Unusual
        } else if self.is_online() && white + black < 2 * MASTERS {
            Kind::Online
        } else {
            Kind::Other
        }
    }
}
