//! Expressions and their text form.
//!
//! Not part of the format.

use crate::date::Days;
use crate::fields::{Field, Kind, Known};
use crate::quoted::Quoted;
use std::fmt;

/// A condition on a game. [`Expr::parse`] reads the text that [`Expr`] is displayed as.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// All of these; true if there are none.
    And(Vec<Self>),
    /// At least one of these; false if there are none.
    Or(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
    /// `(...) is not true`: this is false or unknown.
    NotTrue(Box<Self>),
    /// A test of a field.
    Test(Test),
}

/// A question about one field.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The field.
    pub field: Field,
    /// The question.
    pub op: Op,
}

/// A question about the value of a field. Values are of the field's kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `= 2500`, `< '2023-01'` and so on.
    Compare(Comparison, Literal),
    /// `between 1 and 2`, both included.
    Between(Literal, Literal),
    /// `in (1, 2)`.
    In(Vec<Literal>),
    /// `like 'Sicilian%'`.
    Like(String),
    /// `glob 'B9?'`.
    Glob(String),
    /// `~ 'Andrejkin'`: the name is spelled nearly like this.
    Near(String),
    /// `is null`: the game has no value.
    IsNull,
    /// The field alone, for a field that is true or false.
    IsTrue,
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A value in an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// For a field of [`Kind::Number`]; finite.
    Number(f64),
    /// For a field of [`Kind::Text`], [`Kind::Name`] or [`Kind::Board`].
    Text(String),
    /// For a field of [`Kind::Date`].
    Date(Days),
}

impl Expr {
    /// One test.
    pub(crate) fn test(field: Field, op: Op) -> Self {
        Self::Test(Test { field, op })
    }

    /// A comparison of a named field with a value.
    pub(crate) fn compare(field: Known, comparison: Comparison, value: Literal) -> Self {
        Self::test(Field::Known(field), Op::Compare(comparison, value))
    }

    /// The test that a field is this text.
    pub(crate) fn is(field: Known, text: &str) -> Self {
        Self::compare(field, Comparison::Equal, Literal::Text(text.to_owned()))
    }

    /// Passes every test to `visit`.
    pub(crate) fn each_test<'a>(&'a self, visit: &mut dyn FnMut(&'a Test)) {
        match self {
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.each_test(visit))
            }
            Self::Not(part) | Self::NotTrue(part) => part.each_test(visit),
            Self::Test(test) => visit(test),
        }
    }

    /// The precedence of the expression: "or" has the lowest.
    fn binding(&self) -> u8 {
        match self {
            Self::Or(_) => 0,
            Self::And(_) => 1,
            Self::Not(_) => 2,
            Self::NotTrue(_) | Self::Test(_) => 3,
        }
    }

    /// Writes a part of this expression, in parentheses if it would be read differently without them.
    fn part(&self, part: &Self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain =
            part.binding() > self.binding() || matches!((self, part), (Self::Not(_), Self::Not(_)));
        match is_plain {
            true => write!(f, "{part}"),
            false => write!(f, "({part})"),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, word) = match self {
            Self::Test(test) => return write!(f, "{test}"),
            Self::Not(part) => {
                f.write_str("not ")?;
                return self.part(part, f);
            }
            Self::NotTrue(part) => return write!(f, "({part}) is not true"),
            Self::And(parts) => (parts, "and"),
            Self::Or(parts) => (parts, "or"),
        };
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                write!(f, " {word} ")?;
            }
            self.part(part, f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.field;
        match &self.op {
            Op::Compare(comparison, value) => write!(f, "{field} {} {value}", comparison.sign()),
            Op::Between(low, high) => write!(f, "{field} between {low} and {high}"),
            Op::In(values) => {
                let values: Vec<_> = values.iter().map(ToString::to_string).collect();
                write!(f, "{field} in ({})", values.join(", "))
            }
            Op::Like(pattern) => write!(f, "{field} like {}", Quoted(pattern)),
            Op::Glob(pattern) => write!(f, "{field} glob {}", Quoted(pattern)),
            Op::Near(name) => write!(f, "{field} ~ {}", Quoted(name)),
            Op::IsNull => write!(f, "{field} is null"),
            Op::IsTrue => write!(f, "{field}"),
        }
    }
}

impl Comparison {
    /// Its sign.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{}", Quoted(text)),
            Self::Date(days) => write!(f, "'{days}'"),
        }
    }
}

impl Kind {
    /// The word for a value of this kind.
    pub(crate) fn called(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Text => "text in quotes",
            Self::Name => "a name in quotes",
            Self::Date => "a date such as '2023', '2023-06' or '2023-06-15'",
            Self::Truth => "true or false",
            Self::Board => "a FEN, moves or men in quotes",
        }
    }
}
