//! Lists of numbers and ranges of games, as people write them: `1..10,15,9000..`.

use anyhow::{Result, ensure};
use std::fmt;
use std::ops::Range;

/// Numbers of games from 1, both included, as they were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRange {
    first: u64,
    /// `None` for the last game there is.
    last: Option<u64>,
}

/// Ranges in the order in which they were asked for; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameList(Vec<GameRange>);

impl GameRange {
    /// One game.
    pub fn only(number: u64) -> Self {
        Self {
            first: number,
            last: Some(number),
        }
    }

    /// Reads `A..B`, `A..`, `..B` or `N`.
    fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.parse() {
            Ok(0) => Err("games are numbered from 1".to_owned()),
            Ok(number) => Ok(number),
            Err(_) => Err("expected A..B, A.., ..B or one number".to_owned()),
        };
        let Some((first, last)) = text.split_once("..") else {
            return number(text).map(Self::only);
        };
        let first = if first.is_empty() { 1 } else { number(first)? };
        let last = if last.is_empty() {
            None
        } else {
            Some(number(last)?)
        };
        match last {
            Some(last) if last < first => Err(format!("{last} comes before {first}")),
            _ => Ok(Self { first, last }),
        }
    }

    /// The games from 0, the last excluded, in an archive of so many games; and whether that is all that was asked for.
    fn among(self, games: u64) -> (Range<u64>, bool) {
        let last = self.last.unwrap_or(games);
        let is_there =
            last <= games && (self.first <= games || self.last.is_none() && self.first == 1);
        let end = last.min(games);
        ((self.first - 1).min(end)..end, is_there)
    }
}

impl GameList {
    /// Reads ranges with commas between; blanks around them do not matter.
    pub fn parse(text: &str) -> Result<Self, String> {
        let ranges = text.split(',').map(|range| GameRange::parse(range.trim()));
        ranges.collect::<Result<_, _>>().map(Self)
    }

    /// One game.
    pub fn only(number: u64) -> Self {
        Self(vec![GameRange::only(number)])
    }

    /// The games from 0 in an archive of so many games, without empty ranges; and the first range that goes past the last game.
    ///
    /// # Errors
    ///
    /// None of the games is there.
    pub fn among(&self, games: u64) -> Result<(Vec<Range<u64>>, Option<GameRange>)> {
        let found: Vec<_> = self.0.iter().map(|range| range.among(games)).collect();
        let mut ranges = found.iter().zip(&self.0);
        let cut = ranges.find_map(|((_, is_there), &range)| (!is_there).then_some(range));
        let found: Vec<_> = found.into_iter().map(|(range, _)| range).collect();
        let found: Vec<_> = found
            .into_iter()
            .filter(|range| !range.is_empty())
            .collect();
        if let Some(cut) = cut {
            ensure!(
                !found.is_empty(),
                "there is no game {}: the archive has {games}",
                cut.first.max(games + 1)
            );
        }
        Ok((found, cut))
    }
}

impl fmt::Display for GameRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) if last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}..{last}", self.first),
            None => write!(f, "{}..", self.first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        let range = |first, last| Ok(GameRange { first, last });
        assert_eq!(GameRange::parse("3..5"), range(3, Some(5)));
        assert_eq!(GameRange::parse("3.."), range(3, None));
        assert_eq!(GameRange::parse("..5"), range(1, Some(5)));
        assert_eq!(GameRange::parse(".."), range(1, None));
        assert_eq!(GameRange::parse("4"), range(4, Some(4)));
        for wrong in ["", "0", "0..3", "5..3", "a..b", "1...3", "-1", "1,,2", ","] {
            assert!(GameList::parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(GameList::parse("1..2, 9,4.. ").unwrap().0.len(), 3);
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init, reason = "lists of one range")]
    fn what_goes_past_the_end_is_cut_and_told() {
        let among = |text: &str, games| GameList::parse(text).unwrap().among(games).unwrap();
        assert_eq!(among("2..3", 3), (vec![1..3], None));
        assert_eq!(among("3..", 3), (vec![2..3], None));
        assert_eq!(among("..", 0), (vec![], None));
        let cut = |text| GameRange::parse(text).ok();
        assert_eq!(among("1..4", 3), (vec![0..3], cut("1..4")));
        assert_eq!(among("2,4,1", 3), (vec![1..2, 0..1], cut("4")));
        assert_eq!(among("1,5..", 3), (vec![0..1], cut("5..")));
        for none in ["4", "5..", "4..9", "7,8"] {
            assert!(GameList::parse(none).unwrap().among(3).is_err(), "{none}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_list_or_an_error(text in "[0-9., a-]{0,20}") {
            let _ = GameList::parse(&text).map(|list| list.among(7));
        }

        #[test]
        fn a_list_comes_back_from_its_text(bounds in prop::collection::vec((1..u64::MAX, prop::option::of(0..9u64)), 1..9)) {
            let range = |(first, more): (u64, Option<u64>)| GameRange { first, last: more.map(|more| first.saturating_add(more)) };
            let list = GameList(bounds.into_iter().map(range).collect());
            let text: Vec<String> = list.0.iter().map(ToString::to_string).collect();
            prop_assert_eq!(GameList::parse(&text.join(",")), Ok(list));
        }

        #[test]
        fn the_games_of_a_list_are_those_of_its_numbers(ranges in prop::collection::vec((1..30u64, 0..9u64), 1..6), games in 0..25u64) {
            let text: Vec<String> = ranges.iter().map(|(first, more)| format!("{first}..{}", first + more)).collect();
            let numbers = ranges.iter().flat_map(|(first, more)| *first..=first + more);
            let there: Vec<u64> = numbers.clone().filter(|&number| number <= games).map(|number| number - 1).collect();
            match GameList::parse(&text.join(",")).unwrap().among(games) {
                Ok((found, cut)) => {
                    prop_assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), there);
                    prop_assert_eq!(cut.is_some(), numbers.clone().any(|number| number > games));
                }
                Err(_) => prop_assert!(there.is_empty()),
            }
        }
    }
}
