//! What is known about a game before its first move.

use crate::Tags;
use streams::moves::Setting;

/// What is known about a game apart from its moves, from its tags: ratings, time control, site, result, year, and players.
///
/// Models predict moves better with this information. [`GameInfo::default`] means that nothing is known. The tags that are used are
/// `WhiteElo`, `BlackElo`, `TimeControl`, `Site`, `Result`, `UTCDate` or `Date`, `White` and `Black`; values that cannot be read count as
/// unknown.
///
/// ```
/// use pgnz::GameInfo;
///
/// let info = GameInfo::from_pairs([("WhiteElo", "2100"), ("TimeControl", "180+2"), ("Result", "1-0")]);
/// assert_ne!(info, GameInfo::default());
/// assert_eq!(GameInfo::from_pairs([("Round", "7")]), GameInfo::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    pub(crate) setting: Setting,
}

impl GameInfo {
    /// The information in the tags of a game.
    #[must_use]
    pub fn from_tags(tags: &Tags) -> Self {
        Self {
            setting: Setting::from_tags(|name| tags.get(std::str::from_utf8(name).ok()?)),
        }
    }

    /// The information in tags that are given as names and values, for example from the columns of a table. The last value of a name counts.
    #[must_use]
    pub fn from_pairs<N: AsRef<str>, V: AsRef<[u8]>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let pairs: Vec<_> = pairs.into_iter().collect();
        let value = |name: &[u8]| {
            let mut found = pairs.iter().rev();
            let (_, value) = found.find(|(known, _)| known.as_ref().as_bytes() == name)?;
            Some(value.as_ref())
        };
        Self {
            setting: Setting::from_tags(value),
        }
    }
}
