//! What is known about all games of a block together, and whether one of them may pass a filter.
//!
//! Not part of the format.

use crate::check::{Check, Question};
use crate::date::Days;
use crate::field::{Field, Known};
use crate::range::Range;
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

    /// The possible results of a check for one of the games.
    pub(crate) fn possible(&self, check: &Check) -> Truths {
        let Field::Known(known) = check.field else {
            return Truths::ANY;
        };
        let none_of = |count: Option<u64>| match count {
            Some(0) => Truths::FALSE,
            _ => Truths::ANY,
        };
        match known {
            Known::HasClocks => none_of(self.clocks),
            Known::HasEvals => none_of(self.evals),
            Known::HasComments => none_of(self.comments),
            Known::WhiteRating
            | Known::BlackRating
            | Known::MinRating
            | Known::MaxRating
            | Known::MeanRating => self
                .ratings
                .numbers(check, |lowest, highest| (lowest.into(), highest.into())),
            Known::RatingGap => self.ratings.numbers(check, |lowest, highest| {
                let gap = f64::from(highest) - f64::from(lowest);
                (-gap, gap)
            }),
            Known::Year => self.dates.numbers(check, |first, last| {
                ((first / 10_000).into(), (last / 10_000).into())
            }),
            Known::Date => match self.dates {
                Within::Range(first, last) if !matches!(check.question, Question::IsNull) => {
                    days(&check.question, first, last).with(Truths::UNKNOWN)
                }
                dates => dates.numbers(check, |_, _| (0.0, 0.0)),
            },
            Known::Result => self.result(&check.question),
            _ => Truths::ANY,
        }
    }

    fn result(&self, question: &Question) -> Truths {
        let Some(results) = &self.results else {
            return Truths::ANY;
        };
        let of = |outcome: &Outcome| match outcome {
            Outcome::Unknown => question.of_text(outcome.tag()).with(question.of_null()),
            known => question.of_text(known.tag()),
        };
        results
            .iter()
            .fold(Truths::NONE, |all, outcome| all.with(of(outcome)))
    }
}

impl<T: Copy> Within<T> {
    /// The results of a check for a number in this range, or for games without one.
    fn numbers(self, check: &Check, range: impl Fn(T, T) -> (f64, f64)) -> Truths {
        match self {
            Self::Anywhere => Truths::ANY,
            Self::Nowhere => check.question.of_null(),
            Self::Range(..) if matches!(check.question, Question::IsNull) => Truths::ANY,
            Self::Range(low, high) => {
                let (low, high) = range(low, high);
                check.question.of_number(low, high).with(Truths::UNKNOWN)
            }
        }
    }
}

/// The results of a question about a date, if the dates are in this range.
fn days(question: &Question, earliest: u32, latest: u32) -> Truths {
    match question {
        Question::Not(question) => days(question, earliest, latest).not(),
        Question::Days(ranges) => {
            // Each date may mean days from its start to its end.
            let (start, end) = (last_start(latest), first_end(earliest));
            let can_be_in = |range: &Range<Days>| {
                let (first, last) = range.ends();
                first <= last && end <= last && start >= first
            };
            let can_be_outside = |range: &Range<Days>| {
                let (first, last) = range.ends();
                first > last || end < first || start > last
            };
            // It may be outside of each range on its own, which is more than outside of all of them.
            Truths::possible(
                ranges.iter().any(can_be_in),
                ranges.iter().all(can_be_outside),
            )
            .with(Truths::UNKNOWN)
        }
        _ => Truths::ANY,
    }
}

/// The earliest last day of a date whose number is at least this one: the day after an unknown one, or January 1.
fn first_end(earliest: u32) -> u32 {
    match (earliest / 100 % 100, earliest % 100) {
        (0, _) => earliest / 10_000 * 10_000 + 101,
        (_, 0) => earliest + 1,
        _ => earliest,
    }
}

/// The latest first day of a date whose number is at most this one: an unknown day or month counts as 0, but means at least 1.
fn last_start(latest: u32) -> u32 {
    let (month, day) = (latest / 100 % 100, latest % 100);
    match (month, day) {
        // A date without month may have a day.
        (0 | 1, _) => latest / 10_000 * 10_000 + 199,
        (_, 0) => latest + 1,
        _ => latest,
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
