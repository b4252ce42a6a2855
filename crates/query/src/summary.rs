//! What is known about all games of a block together, and whether one of them may pass a filter.
//!
//! Not part of the format.

use crate::fields::row::{Row, Told};
use crate::fields::{Known, Value};
use crate::question::Question;
use crate::truth::Truths;
use archive::{BlockFacts, BlockInfo, Outcome, Stream};

/// What is known about games without reading them. By default nothing is known.
///
/// ```
/// use query::{Filter, Summary, Within};
///
/// let filter = Filter::parse("white_rating >= 2500 and date < 2020")?;
/// let mut summary = Summary::default();
/// assert!(filter.may_match(&summary));
/// summary.ratings = Within::Range(1500, 2300);
/// assert!(!filter.may_match(&summary));
/// # Ok::<(), query::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Dates with a known year, as `yyyymmdd`, unknown parts 0.
    pub dates: Within<u32>,
    /// Ratings of both players.
    pub ratings: Within<u16>,
    /// The results that occur, including unknown ones.
    pub results: Option<Vec<Outcome>>,
    /// The number of clock times.
    pub clocks: Option<u64>,
    /// The number of evaluations.
    pub evals: Option<u64>,
    /// The number of comments.
    pub comments: Option<u64>,
}

/// The range of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within<T> {
    /// Any value is possible.
    #[default]
    Anywhere,
    /// No game has a value.
    Nowhere,
    /// The games that have a value have one in this range, both ends included.
    Range(T, T),
}

impl Summary {
    /// The facts about a block in an archive's index. A block that stores its text uncompressed may have no facts, so nothing is known then.
    #[must_use]
    pub fn of_block(block: &BlockInfo) -> Self {
        let is_stored = block.streams().any(|(stream, _)| stream == Stream::Stored);
        match is_stored {
            true => Self::default(),
            false => Self::from(block.facts()),
        }
    }
}

impl<'a> Row<'a> for &'a Summary {
    fn stored(&self, field: Known) -> Told<'a> {
        let has_none = |count: Option<u64>| match count {
            Some(0) => Told::Value(Value::Truth(false)),
            _ => Told::Nothing,
        };
        match field {
            Known::HasClocks => has_none(self.clocks),
            Known::HasEvals => has_none(self.evals),
            Known::HasComments => has_none(self.comments),
            Known::WhiteRating | Known::BlackRating => self
                .ratings
                .told(|lowest, highest| Told::Within(lowest.into(), highest.into())),
            Known::Year => self
                .dates
                .told(|first, last| Told::Within((first / 10_000).into(), (last / 10_000).into())),
            Known::Date => self.dates.told(Told::Dates),
            Known::Result => match &self.results {
                Some(results) => Told::Results(results),
                None => Told::Nothing,
            },
            _ => Told::Nothing,
        }
    }

    fn board(&self, _: &Question) -> Truths {
        Truths::ANY
    }
}

impl<T: Copy> Within<T> {
    fn told<'a>(self, range: impl Fn(T, T) -> Told<'a>) -> Told<'a> {
        match self {
            Self::Anywhere => Told::Nothing,
            Self::Nowhere => Told::Value(Value::Null),
            Self::Range(low, high) => range(low, high),
        }
    }
}

impl From<&BlockFacts> for Summary {
    fn from(facts: &BlockFacts) -> Self {
        Self {
            dates: Within::of(facts.dates),
            ratings: Within::of(facts.ratings),
            results: None,
            clocks: Some(facts.clocks),
            evals: Some(facts.evals),
            comments: Some(facts.comments),
        }
    }
}

impl<T> Within<T> {
    fn of(range: Option<(T, T)>) -> Self {
        range.map_or(Self::Nowhere, |(low, high)| Self::Range(low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Filter;

    fn may_match(expression: &str, dates: Within<u32>, ratings: Within<u16>) -> bool {
        let summary = Summary {
            dates,
            ratings,
            clocks: Some(0),
            ..Summary::default()
        };
        Filter::parse(expression).unwrap().may_match(&summary)
    }

    #[test]
    fn blocks_that_cannot_hold_a_hit_are_told_by_ratings_and_dates() {
        let dates = Within::Range(20_200_000, 20_210_305);
        let ratings = Within::Range(1500, 1900);
        for (expression, may) in [
            ("white_rating >= 1900", true),
            ("white_rating > 1900", false),
            ("not white_rating > 1900", true),
            ("not white_rating <= 1900", false),
            ("black_rating in (1000, 2000)", false),
            ("min_rating between 1900 and 2000", true),
            ("rating_gap > 400", false),
            ("rating_gap = -400", true),
            ("white_rating >= 2000 or eco = 'A00'", true),
            ("white_rating >= 2000 and eco = 'A00'", false),
            ("white_rating is null", true),
            ("date >= '2021-03-05'", true),
            ("date > '2021-03-05'", false),
            ("date < 2020", false),
            ("date = 2020", true),
            ("date between '2019-01' and '2019-12'", false),
            ("not date >= 2020", false),
            ("year != 2019", true),
            ("year = 2019 or year = 2022", false),
            ("has_clocks", false),
            ("not has_clocks", true),
            ("has_evals", true),
        ] {
            assert_eq!(may_match(expression, dates, ratings), may, "{expression}");
        }
        for (expression, may) in [
            ("date = 2020", false),
            ("not date = 2020", false),
            ("date is null", true),
            ("year is not null", false),
        ] {
            assert_eq!(
                may_match(expression, Within::Nowhere, ratings),
                may,
                "{expression}"
            );
        }
    }

    #[test]
    fn results_tell_as_well() {
        let summary = Summary {
            results: Some(vec![Outcome::White, Outcome::Draw]),
            ..Summary::default()
        };
        for (expression, may) in [
            ("result = 0-1", false),
            ("result != 1-0", true),
            ("result in ('*', '0-1')", false),
            ("result is null", false),
        ] {
            assert_eq!(
                Filter::parse(expression).unwrap().may_match(&summary),
                may,
                "{expression}"
            );
        }
    }
}
