//! The values of fields.
//!
//! Not part of the format.

use archive::Date;
use std::borrow::Cow;

/// The value of a field in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// The game has no value.
    Null,
    /// True or false.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// Text.
    Text(Cow<'a, str>),
    /// A date, as far as it is known; in a cell of a table it is known, and in the calendar.
    Date(Date),
    /// Microseconds since 1970-01-01.
    Timestamp(i64),
    /// A list of texts.
    Texts(Vec<String>),
    /// A list of whole numbers.
    Wholes(Vec<Option<i64>>),
    /// A list of numbers.
    Reals(Vec<Option<f32>>),
    /// A hash of 64 bits.
    Hash(u64),
    /// A list of hashes.
    Hashes(Vec<u64>),
}

impl Value<'_> {
    /// Its approximate memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Text(text) => text.len(),
                Self::Texts(texts) => texts
                    .iter()
                    .map(|text| size_of::<String>() + text.len())
                    .sum(),
                Self::Wholes(values) => 16 * values.len(),
                Self::Reals(values) => 8 * values.len(),
                Self::Hashes(values) => 8 * values.len(),
                _ => 0,
            }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            _ => None,
        }
    }
}

macro_rules! from {
    ($($from:ty => $value:ident, $of:expr;)*) => {
        $(
            impl<'a> From<Option<$from>> for Value<'a> {
                fn from(value: Option<$from>) -> Self {
                    value.map_or(Self::Null, |value| Self::$value($of(value)))
                }
            }
        )*
    };
}

from! {
    u8 => Whole, i64::from;
    u16 => Whole, i64::from;
    i64 => Whole, i64::from;
    f64 => Real, f64::from;
    String => Text, Cow::Owned;
    &'a str => Text, Cow::Borrowed;
    Cow<'a, str> => Text, Cow::from;
}

/// A date in PGN form, unknown parts as question marks.
///
/// ```
/// let date = archive::Date { year: Some(2023), month: Some(6), day: None };
/// assert_eq!(query::spelled_date(date), "2023.06.??");
/// ```
#[must_use]
pub fn spelled_date(date: Date) -> String {
    let two = |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
    let year = date
        .year
        .map_or_else(|| "????".to_owned(), |year| format!("{year:04}"));
    format!("{year}.{}.{}", two(date.month), two(date.day))
}
