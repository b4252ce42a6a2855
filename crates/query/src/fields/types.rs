//! The types of columns, and values that fit them.
//!
//! Not part of the format.

use super::{Day, Value};
use std::borrow::Cow;
use std::fmt;

/// The type of a column. All values are nullable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// True or false.
    Truth,
    /// 0 to 255.
    U8,
    /// 0 to 65,535.
    U16,
    /// A 32-bit unsigned integer.
    U32,
    /// A 64-bit unsigned integer.
    U64,
    /// A 16-bit signed integer.
    I16,
    /// A double-precision number.
    F64,
    /// Text.
    Text,
    /// A date.
    Date,
    /// A point in time, without a time zone, in microseconds.
    Timestamp,
    /// A list, whose items are nullable.
    List(Item),
}

/// The type of a list's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Text.
    Text,
    /// 0 to 65,535.
    U16,
    /// A 32-bit unsigned integer.
    U32,
    /// A 64-bit unsigned integer.
    U64,
    /// A 16-bit signed integer.
    I16,
    /// A 32-bit signed integer.
    I32,
    /// A single-precision number.
    F32,
}

/// Displayed as DuckDB's name of the type.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truth => "BOOLEAN",
            Self::U8 => "UTINYINT",
            Self::U16 => "USMALLINT",
            Self::U32 => "UINTEGER",
            Self::U64 => "UBIGINT",
            Self::I16 => "SMALLINT",
            Self::F64 => "DOUBLE",
            Self::Text => "VARCHAR",
            Self::Date => "DATE",
            Self::Timestamp => "TIMESTAMP",
            Self::List(Item::Text) => "VARCHAR[]",
            Self::List(Item::U16) => "USMALLINT[]",
            Self::List(Item::U32) => "UINTEGER[]",
            Self::List(Item::U64) => "UBIGINT[]",
            Self::List(Item::I16) => "SMALLINT[]",
            Self::List(Item::I32) => "INTEGER[]",
            Self::List(Item::F32) => "FLOAT[]",
        })
    }
}

impl Type {
    /// Whether its values are numbers.
    ///
    /// ```
    /// assert!(query::Type::I16.is_number() && !query::Type::Date.is_number());
    /// ```
    #[must_use]
    pub fn is_number(self) -> bool {
        use Type::{F64, I16, U8, U16, U32, U64};
        matches!(self, U8 | U16 | U32 | U64 | I16 | F64)
    }

    /// A value as a cell of a column of this type; null if the type has no such value.
    pub(crate) fn fit(self, value: Value<'_>) -> Value<'static> {
        match (self, value) {
            (_, Value::Null) => Value::Null,
            (Self::Text, Value::Text(text)) => Value::Text(Cow::Owned(text.into_owned())),
            (Self::Truth, Value::Truth(truth)) => Value::Truth(truth),
            (Self::F64, value) => value.number().into(),
            (Self::Date, Value::Date(date)) => match Day::of(date) {
                Some(_) => Value::Date(date),
                None => Value::Null,
            },
            (Self::Timestamp, Value::Timestamp(micros)) => Value::Timestamp(micros),
            (Self::List(Item::Text), Value::Texts(texts)) => Value::Texts(texts),
            (Self::U64, Value::Hash(hash)) => Value::Hash(hash),
            (Self::List(Item::U64), Value::Hashes(hashes)) => Value::Hashes(hashes),
            (Self::List(Item::F32), Value::Reals(numbers)) => Value::Reals(numbers),
            (Self::List(item), Value::Wholes(mut numbers)) => {
                let had_one = numbers.iter().any(Option::is_some);
                for number in &mut numbers {
                    *number = number.filter(|number| item.has(*number));
                }
                match had_one && numbers.iter().all(Option::is_none) {
                    true => Value::Null,
                    false => Value::Wholes(numbers),
                }
            }
            (_, Value::Whole(number)) if self.has(number) => Value::Whole(number),
            _ => Value::Null,
        }
    }

    /// Whether it has a whole number.
    fn has(self, number: i64) -> bool {
        match self {
            Self::U8 => u8::try_from(number).is_ok(),
            Self::U16 => u16::try_from(number).is_ok(),
            Self::U32 => u32::try_from(number).is_ok(),
            Self::U64 => number >= 0,
            Self::I16 => i16::try_from(number).is_ok(),
            _ => false,
        }
    }
}

impl Item {
    /// Whether it has a whole number.
    fn has(self, number: i64) -> bool {
        match self {
            Self::U16 => u16::try_from(number).is_ok(),
            Self::U32 => u32::try_from(number).is_ok(),
            Self::U64 => number >= 0,
            Self::I16 => i16::try_from(number).is_ok(),
            Self::I32 => i32::try_from(number).is_ok(),
            Self::Text | Self::F32 => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_type_does_not_have_is_null() {
        let whole = |number| Value::Whole(number);
        assert_eq!(Type::U16.fit(whole(65_535)), whole(65_535));
        assert_eq!(Type::U16.fit(whole(65_536)), Value::Null);
        assert_eq!(Type::U8.fit(whole(-1)), Value::Null);
        assert_eq!(Type::F64.fit(whole(2)), Value::Real(2.0));
        assert_eq!(Type::Text.fit(whole(2)), Value::Null);
        let list = |numbers: &[Option<i64>]| Value::Wholes(numbers.to_vec());
        let u16s = Type::List(Item::U16);
        assert_eq!(
            u16s.fit(list(&[Some(1), Some(70_000)])),
            list(&[Some(1), None])
        );
        assert_eq!(u16s.fit(list(&[Some(70_000)])), Value::Null);
        assert_eq!(u16s.fit(list(&[None])), list(&[None]));
        let day = archive::Date {
            year: Some(2023),
            month: Some(2),
            day: Some(31),
        };
        assert_eq!(Type::Date.fit(Value::Date(day)), Value::Null);
    }
}
