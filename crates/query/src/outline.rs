//! A few facts of a game, or of games that are alike in them, and whether they pass a filter.
//!
//! Not part of the format.

use crate::check::Memory;
use crate::fields::row::{Row, Told};
use crate::fields::{Known, Value};
use crate::question::Question;
use crate::truth::Truths;
use crate::{Filter, Verdict};
use archive::Outcome;

/// The result, ratings, year and pace of a game, or of games that are alike in them.
///
/// ```
/// use query::{Filter, Outline, Verdict};
///
/// let club = Outline { ratings: [Some((1600, 1799)), Some((1800, 1999))], ..Outline::default() };
/// assert_eq!(Filter::parse("min_rating >= 1600")?.verdict(&club), Verdict::Yes);
/// assert_eq!(Filter::parse("white_rating >= 1700")?.verdict(&club), Verdict::Ask);
/// assert_eq!(Filter::parse("max_rating < 1800")?.verdict(&club), Verdict::No);
/// # Ok::<(), query::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The result; `None` if it is not told.
    pub result: Option<Outcome>,
    /// The lowest and the highest rating of White and of Black; `None` for a player without a rating.
    pub ratings: [Option<(u16, u16)>; 2],
    /// The year, or that it is unknown; `None` if it is not told.
    pub year: Option<Option<u16>>,
    /// The class of the time control, one of [`SPEEDS`](crate::SPEEDS); `None` if it is unknown.
    pub speed: Option<&'static str>,
}

impl Filter {
    /// Whether the games of an outline pass.
    #[must_use]
    pub fn verdict(&self, outline: &Outline) -> Verdict {
        let mut of = |check: &crate::check::Check| check.of(&outline, &mut Memory::default());
        Verdict::of(self.ready().possible(&mut of))
    }
}

impl<'a> Row<'a> for &'a Outline {
    fn stored(&self, field: Known) -> Told<'a> {
        let rating = |side: usize| match self.ratings[side] {
            None => Told::Value(Value::Null),
            Some((low, high)) if low == high => Told::Value(Value::Whole(low.into())),
            Some((low, high)) => Told::Between(low.into(), high.into()),
        };
        match field {
            Known::WhiteRating => rating(0),
            Known::BlackRating => rating(1),
            Known::Year => self.year.map_or(Told::Nothing, |year| {
                Told::Value(year.map_or(Value::Null, |year| Value::Whole(year.into())))
            }),
            Known::Result => match &self.result {
                Some(result) => Told::Results(std::slice::from_ref(result)),
                None => Told::Nothing,
            },
            _ => Told::Nothing,
        }
    }

    fn derived(&self, field: Known) -> Option<Told<'a>> {
        (field == Known::Speed).then(|| {
            let name = self.speed.map(|name| Value::Text(name.into()));
            Told::Value(name.unwrap_or(Value::Null))
        })
    }

    fn board(&self, _: &Question) -> Truths {
        Truths::ANY
    }
}
