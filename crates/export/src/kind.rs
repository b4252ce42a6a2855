//! The types of columns.
//!
//! Not part of the format.

use std::fmt;

/// The type of a column. Each value may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Truth,
    /// 0 to 255.
    U8,
    /// 0 to 65,535.
    U16,
    /// A whole number without sign, of 32 bits.
    U32,
    /// A whole number without sign, of 64 bits.
    U64,
    /// A whole number with sign, of 16 bits.
    I16,
    /// A number, of double precision.
    F64,
    /// Text.
    Text,
    /// A day.
    Date,
    /// A point in time, without time zone, to a microsecond.
    Timestamp,
    /// A list, whose items may be null.
    List(Item),
}

/// The type of a list's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Text.
    Text,
    /// 0 to 65,535.
    U16,
    /// A whole number without sign, of 32 bits.
    U32,
    /// A whole number with sign, of 16 bits.
    I16,
    /// A whole number with sign, of 32 bits.
    I32,
    /// A number, of single precision.
    F32,
}

/// As DuckDB calls the type.
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
