//! Ranges of values.
//!
//! Not part of the format.

use crate::date::Days;
use crate::truth::Truths;
use std::cmp::Ordering;

/// A range of values.
#[derive(Clone, Debug)]
pub(crate) struct Range<T> {
    /// The lower bound; `false` excludes the bound itself.
    pub low: Option<(T, bool)>,
    /// The upper bound; `false` excludes the bound itself.
    pub high: Option<(T, bool)>,
}

impl<T: PartialOrd> Range<T> {
    pub fn holds(&self, value: &T) -> bool {
        let above = |(bound, closed): &(T, bool)| match value.partial_cmp(bound) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => *closed,
            _ => false,
        };
        let below = |(bound, closed): &(T, bool)| match value.partial_cmp(bound) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => *closed,
            _ => false,
        };
        self.low.as_ref().is_none_or(above) && self.high.as_ref().is_none_or(below)
    }

    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some((low, _)), Some((high, _))) if low > high)
    }
}

impl Range<Days> {
    /// The first and the last day of the range.
    pub fn ends(&self) -> (u32, u32) {
        let first = self.low.map_or(
            0,
            |(days, closed)| if closed { days.first } else { days.last + 1 },
        );
        let last = self.high.map_or(
            u32::MAX,
            |(days, closed)| if closed { days.last } else { days.first - 1 },
        );
        (first, last)
    }

    pub fn of_days(&self, days: Days) -> Truths {
        let (first, last) = self.ends();
        if first > last || days.last < first || days.first > last {
            return Truths::FALSE;
        }
        match first <= days.first && days.last <= last {
            true => Truths::TRUE,
            false => Truths::UNKNOWN,
        }
    }
}
