//! Questions about one value, or about a range of values.
//!
//! Not part of the format.

use crate::board::{Found, Goal, Line};
use crate::date::Days;
use crate::expr::{Comparison, Literal};
use crate::fields::row::Told;
use crate::fields::{Field, Kind, Known, Value};
use crate::fold::fold;
use crate::name::Name;
use crate::natural::Natural;
use crate::near::Near;
use crate::pattern::Pattern;
use crate::range::Range;
use crate::time;
use crate::truth::Truths;
use archive::{Date, Outcome};

/// A question about a value, by kind.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    IsNull,
    IsTrue,
    Number(Vec<Range<f64>>),
    /// The first and the last day of the ranges.
    Days(Vec<Range<Days>>),
    /// Folded, in natural order.
    Text(Vec<Range<Natural>>),
    Name(Vec<Name>),
    Near(Near),
    Pattern(Pattern),
    /// Whether one of these goals is reached.
    Board(Vec<Goal>),
    /// The negation of the question inside.
    Not(Box<Self>),
}

type Bounds<'a> = (Option<(&'a Literal, bool)>, Option<(&'a Literal, bool)>);

impl Question {
    pub fn compare(field: &Field, comparison: Comparison, value: &Literal) -> Self {
        let (not_beyond, beyond) = (Some((value, true)), Some((value, false)));
        let bounds = match comparison {
            Comparison::Equal | Comparison::Unequal => (not_beyond, not_beyond),
            Comparison::Less => (None, beyond),
            Comparison::AtMost => (None, not_beyond),
            Comparison::Greater => (beyond, None),
            Comparison::AtLeast => (not_beyond, None),
        };
        let question = Self::any(field, [bounds]);
        match comparison {
            Comparison::Unequal => Self::Not(Box::new(question)),
            _ => question,
        }
    }

    /// Whether a value is in one of the ranges, whose bounds are of the field's kind.
    pub fn any<'a>(field: &Field, ranges: impl IntoIterator<Item = Bounds<'a>>) -> Self {
        let ranges = ranges.into_iter();
        match field.kind() {
            Kind::Number => Self::Number(ranges.map(|bounds| range(bounds, number)).collect()),
            Kind::Date => Self::Days(ranges.map(|bounds| range(bounds, days)).collect()),
            Kind::Name => Self::Name(
                ranges
                    .filter_map(|(low, _)| Some(Name::new(&text(low?.0)?)))
                    .collect(),
            ),
            Kind::Board => {
                let texts = ranges.filter_map(|(low, _)| text(low?.0));
                let known = match field {
                    Field::Known(known) => *known,
                    Field::At(..) | Field::Tag(_) => Known::Position,
                };
                Self::Board(Goal::all(known, texts))
            }
            Kind::Text | Kind::Truth => {
                let is_time_control = *field == Field::Known(Known::TimeControl);
                let folded = |value: &Literal| {
                    let text = text(value)?;
                    Some(Natural(match is_time_control {
                        true => fold(&time::spelled(&text)),
                        false => fold(text.trim()),
                    }))
                };
                Self::Text(ranges.map(|bounds| range(bounds, folded)).collect())
            }
        }
    }

    pub fn is_negative(&self) -> bool {
        matches!(self, Self::Not(_) | Self::IsNull)
    }

    /// The possible results for a value of which this is told.
    pub fn of_told(&self, kind: Kind, told: Told<'_>) -> Truths {
        let asks_for_null = matches!(self, Self::IsNull);
        match told {
            Told::Nothing => Truths::ANY,
            Told::Value(value) => self.of_value(kind, &value),
            Told::Within(..) | Told::Dates(..) if asks_for_null => Truths::ANY,
            Told::Between(..) if asks_for_null => Truths::FALSE,
            Told::Between(low, high) => self.of_number(low, high),
            Told::Within(low, high) => self.of_number(low, high).with(Truths::UNKNOWN),
            Told::Dates(first, last) => self.of_dates(first, last).with(Truths::UNKNOWN),
            Told::Results(results) => results.iter().fold(Truths::NONE, |all, result| {
                let of_text = self.of_text(result.tag());
                all.with(match result {
                    Outcome::Unknown => of_text.with(self.of_null()),
                    _ => of_text,
                })
            }),
        }
    }

    fn of_value(&self, kind: Kind, value: &Value<'_>) -> Truths {
        match value {
            // What is true or false is never unknown.
            Value::Truth(truth) => Truths::of(*truth && matches!(self, Self::IsTrue)),
            Value::Text(text) if kind == Kind::Date => self.of_date(Date::parse(text.as_bytes())),
            Value::Text(text) => self.of_text(text),
            Value::Date(date) => self.of_date(Some(*date)),
            value => match value.number() {
                Some(number) => self.of_number(number, number),
                None => self.of_null(),
            },
        }
    }

    /// The result for an unknown value.
    pub fn of_null(&self) -> Truths {
        match self {
            Self::IsNull => Truths::TRUE,
            _ => Truths::UNKNOWN,
        }
    }

    pub fn of_text(&self, text: &str) -> Truths {
        Truths::of(match self {
            Self::Not(question) => return question.of_text(text).not(),
            Self::Pattern(pattern) => pattern.matches(text),
            Self::Name(names) => names.iter().any(|name| name.is_of(text)),
            Self::Near(near) => near.is_of(text),
            Self::Text(ranges) => {
                let text = Natural(fold(text));
                ranges.iter().any(|range| range.holds(&text))
            }
            _ => false,
        })
    }

    /// The result for the main line of a game, as far as it is known.
    pub fn of_line(&self, line: &dyn Line) -> Truths {
        let goals = match self {
            Self::Not(question) => return question.of_line(line).not(),
            Self::Board(goals) => goals,
            _ => return Truths::FALSE,
        };
        let Some(start) = line.start() else {
            return Truths::FALSE;
        };
        let mut all = Truths::FALSE;
        for goal in goals {
            all = all.or(match goal.find(start, &mut *line.steps()) {
                Found::At(_) => return Truths::TRUE,
                Found::Nowhere => Truths::FALSE,
                Found::Unknown => Truths::possible(true, true),
            });
        }
        all
    }

    /// The possible results for a number in this range.
    pub fn of_number(&self, low: f64, high: f64) -> Truths {
        match self {
            Self::Not(question) => question.of_number(low, high).not(),
            Self::Number(ranges) => {
                let meets = |range: &Range<f64>| {
                    let above = range
                        .low
                        .is_none_or(|(bound, closed)| high > bound || closed && high == bound);
                    let below = range
                        .high
                        .is_none_or(|(bound, closed)| low < bound || closed && low == bound);
                    above && below && !range.is_empty()
                };
                let holds_all = |range: &Range<f64>| range.holds(&low) && range.holds(&high);
                Truths::possible(ranges.iter().any(meets), !ranges.iter().any(holds_all))
            }
            _ => Truths::FALSE,
        }
    }

    fn of_date(&self, date: Option<Date>) -> Truths {
        match date.and_then(Days::of) {
            Some(days) => self.of_days(days),
            None => self.of_null(),
        }
    }

    /// The results of a question about a date between these, as `yyyymmdd` with unknown parts 0.
    fn of_dates(&self, earliest: u32, latest: u32) -> Truths {
        match self {
            Self::Not(question) => question.of_dates(earliest, latest).not(),
            Self::Days(ranges) => Days::possible(ranges, earliest, latest),
            _ => Truths::ANY,
        }
    }

    /// The result for one of these days: true or false if all of them have this result, otherwise unknown.
    pub fn of_days(&self, days: Days) -> Truths {
        match self {
            Self::Not(question) => question.of_days(days).not(),
            Self::Days(ranges) => ranges
                .iter()
                .fold(Truths::FALSE, |all, range| all.or(range.of_days(days))),
            _ => Truths::FALSE,
        }
    }
}

fn range<T>((low, high): Bounds<'_>, of: impl Fn(&Literal) -> Option<T>) -> Range<T> {
    let bound = |bound: Option<(&Literal, bool)>| {
        bound.and_then(|(value, closed)| Some((of(value)?, closed)))
    };
    Range {
        low: bound(low),
        high: bound(high),
    }
}

fn number(value: &Literal) -> Option<f64> {
    match value {
        Literal::Number(number) => Some(*number),
        _ => None,
    }
}

fn days(value: &Literal) -> Option<Days> {
    match value {
        Literal::Date(days) => Some(*days),
        _ => None,
    }
}

fn text(value: &Literal) -> Option<String> {
    match value {
        Literal::Text(text) => Some(text.clone()),
        _ => None,
    }
}
