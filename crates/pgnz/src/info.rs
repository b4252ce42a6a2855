//! What is known of a game before its first move.

use crate::Tags;
use archive::streams::moves::Setting;

/// What is known of a game beside its moves, as its tags tell: ratings, time control, site, result, year, and who plays.
///
/// Models foresee moves better if they know this. Nothing known is [`GameInfo::default`]. The tags that count are `WhiteElo`, `BlackElo`,
/// `TimeControl`, `Site`, `Result`, `UTCDate` or `Date`, `White` and `Black`; values that are not understood count as unknown.
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
    /// What the tags of a game say.
    #[must_use]
    pub fn from_tags(tags: &Tags) -> Self {
        Self {
            setting: Setting::from_tags(|name| tags.get(std::str::from_utf8(name).ok()?)),
        }
    }

    /// What such tags would say: names and values, as from the columns of a table. The last value of a name counts.
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
