//! The types of columns.
//!
//! Not part of the format.

use std::fmt;

/// The type of a column. All values are nullable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    /// A 16-bit signed integer.
    I16,
    /// A 32-bit signed integer.
    I32,
    /// A single-precision number.
    F32,
}

/// Displayed as DuckDB's name of the type.
impl fmt::Display for Kind {
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
            Self::List(Item::I16) => "SMALLINT[]",
            Self::List(Item::I32) => "INTEGER[]",
            Self::List(Item::F32) => "FLOAT[]",
        })
    }
}
