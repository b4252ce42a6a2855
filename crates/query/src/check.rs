//! Tests prepared for many games, and their result for one value or for a range of values.
//!
//! Not part of the format.

use crate::board::{Found, Goal, Line};
use crate::date::Days;
use crate::expr::{Comparison, Op, Test, Value};
use crate::field::{Field, Kind, Known};
use crate::fold::fold;
use crate::name::Name;
use crate::natural::Natural;
use crate::pattern::Pattern;
use crate::range::Range;
use crate::time;
use crate::truth::Truths;
use crate::value;
use archive::Game;

/// A prepared test.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    pub field: Field,
    pub question: Question,
}

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
    Pattern(Pattern),
    /// Whether one of these goals is reached.
    Board(Vec<Goal>),
    /// The negation of the question inside.
    Not(Box<Self>),
}

impl Check {
    pub fn new(test: &Test) -> Self {
        let field = test.field.clone();
        let question = match &test.op {
            Op::IsNull => Question::IsNull,
            Op::IsTrue => Question::IsTrue,
            Op::Like(pattern) => Question::Pattern(Pattern::like(pattern)),
            Op::Glob(pattern) => Question::Pattern(Pattern::glob(pattern)),
            Op::Compare(comparison, value) => Question::compare(&field, *comparison, value),
            Op::In(values) => Question::any(
                &field,
                values
                    .iter()
                    .map(|value| (Some((value, true)), Some((value, true)))),
            ),
            Op::Between(low, high) => {
                Question::any(&field, [(Some((low, true)), Some((high, true)))])
            }
        };
        Self { field, question }
    }

    /// The result for a game of which everything that the test needs is known.
    pub fn of(&self, game: &Game) -> Truths {
        let Field::Known(known) = self.field else {
            return self.of_text(game, &self.field);
        };
        if let Some(either) = known.either() {
            let [white, black] = either.map(|side| self.of_text(game, &Field::Known(side)));
            return match self.question.is_negative() {
                true => white.and(black),
                false => white.or(black),
            };
        }
        match self.field.kind() {
            Kind::Text | Kind::Name => self.of_text(game, &self.field),
            // What is true or false is never unknown.
            Kind::Truth => {
                Truths::of(matches!(self.question, Question::IsTrue) && value::truth(game, known))
            }
            Kind::Board => self.question.of_line(game),
            Kind::Number => match value::number(game, known) {
                Some(number) => self.question.of_number(number, number),
                None => self.question.of_null(),
            },
            Kind::Date => match value::days(game, known) {
                Some(days) => self.question.of_days(days),
                None => self.question.of_null(),
            },
        }
    }

    /// Whether it asks for the name of the player on a side, [`Known::White`] or [`Known::Black`].
    pub fn names(&self, game: &Game, side: Known) -> bool {
        let Field::Known(known) = self.field else {
            return false;
        };
        let is_asked = match known {
            Known::Player => true,
            Known::White | Known::Black => known == side,
            Known::Winner | Known::Loser => value::side(known, game.tags().result()) == Some(side),
            _ => false,
        };
        is_asked
            && !self.question.is_negative()
            && self.of_text(game, &Field::Known(side)) == Truths::TRUE
    }

    fn of_text(&self, game: &Game, field: &Field) -> Truths {
        match value::text(game, field) {
            Some(text) => self.question.of_text(&text),
            None => self.question.of_null(),
        }
    }
}

type Bounds<'a> = (Option<(&'a Value, bool)>, Option<(&'a Value, bool)>);

impl Question {
    fn compare(field: &Field, comparison: Comparison, value: &Value) -> Self {
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
    fn any<'a>(field: &Field, ranges: impl IntoIterator<Item = Bounds<'a>>) -> Self {
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
                    Field::Tag(_) => Known::Position,
                };
                Self::Board(Goal::all(known, texts))
            }
            Kind::Text | Kind::Truth => {
                let is_time_control = *field == Field::Known(Known::TimeControl);
                let folded = |value: &Value| {
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

fn range<T>((low, high): Bounds<'_>, of: impl Fn(&Value) -> Option<T>) -> Range<T> {
    let bound = |bound: Option<(&Value, bool)>| {
        bound.and_then(|(value, closed)| Some((of(value)?, closed)))
    };
    Range {
        low: bound(low),
        high: bound(high),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

fn days(value: &Value) -> Option<Days> {
    match value {
        Value::Date(days) => Some(*days),
        _ => None,
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}
