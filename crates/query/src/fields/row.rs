//! Where the values of fields are read.
//!
//! Not part of the format.

use super::{Known, Value};
use crate::question::Question;
use crate::truth::Truths;
use archive::{Date, Outcome};

/// What has values: a decoded game, the row of an index, or all games of a block together.
pub(crate) trait Row<'a> {
    /// The value of a field that does not follow from others.
    fn stored(&self, field: Known) -> Told<'a>;

    /// The value of a field that follows from others, if the row has it but not those.
    fn derived(&self, _field: Known) -> Option<Told<'a>> {
        None
    }

    /// The tag of a name, as it is written.
    fn tag_as_written(&self, _name: &str) -> Told<'a> {
        Told::Nothing
    }

    /// The number of a text that many rows share.
    fn shared(&self, _field: Known) -> Option<u32> {
        None
    }

    /// The result of a question about the main line.
    fn board(&self, question: &Question) -> Truths;
}

/// What a row tells of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Told<'a> {
    /// Nothing: the game must be read.
    Nothing,
    /// The value; null if the game has none.
    Value(Value<'a>),
    /// The value is a number in this range, or there is none.
    Within(f64, f64),
    /// The value is a number in this range.
    Between(f64, f64),
    /// The value is a date between these, as `yyyymmdd` with unknown parts 0, or there is none.
    Dates(u32, u32),
    /// The value is one of these results, or there is none where it is unknown.
    Results(&'a [Outcome]),
}

impl<'a> Told<'a> {
    /// The value, if it is told.
    pub fn value(self) -> Option<Value<'a>> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The range of a number; the same number twice if it is known.
    fn range(&self) -> Option<[f64; 2]> {
        match self {
            Self::Value(value) => value.number().map(|number| [number; 2]),
            Self::Within(low, high) | Self::Between(low, high) => Some([*low, *high]),
            _ => None,
        }
    }

    /// A number made of two, which rises with the first, and with the second, or falls with it.
    pub fn of_two(self, other: Self, of: fn(f64, f64) -> f64, rises: bool) -> Self {
        if let (Self::Value(Value::Null), _) | (_, Self::Value(Value::Null)) = (&self, &other) {
            return Self::Value(Value::Null);
        }
        match (self.range(), other.range()) {
            (Some([a, b]), Some([c, d])) => {
                let [c, d] = if rises { [c, d] } else { [d, c] };
                match (&self, &other) {
                    (Self::Value(_), Self::Value(_)) => Self::Value(Value::Real(of(a, c))),
                    (Self::Within(..), _) | (_, Self::Within(..)) => {
                        Self::Within(of(a, c), of(b, d))
                    }
                    _ => Self::Between(of(a, c), of(b, d)),
                }
            }
            _ => Self::Nothing,
        }
    }
}

/// Values in the types of Rust, for statistics; `None` if there is none, or none is told.
impl<'a> dyn Row<'a> + '_ {
    pub fn text(&self, field: Known) -> Option<std::borrow::Cow<'a, str>> {
        match field.asked(self) {
            Told::Value(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The one of a field's few values.
    pub fn one_of(&self, field: Known) -> Option<&'static str> {
        let text = self.text(field)?;
        let mut values = field.values()?.iter().copied();
        values.find(|value| *value == text)
    }

    pub fn whole<T: TryFrom<i64>>(&self, field: Known) -> Option<T> {
        match field.asked(self) {
            Told::Value(Value::Whole(number)) => T::try_from(number).ok(),
            _ => None,
        }
    }

    pub fn date(&self) -> Option<Date> {
        match Known::Date.asked(self) {
            Told::Value(Value::Date(date)) => Some(date),
            _ => None,
        }
    }

    pub fn result(&self) -> Outcome {
        let text = self.text(Known::Result);
        text.map_or(Outcome::Unknown, |text| Outcome::from_tag(text.as_bytes()))
    }
}
