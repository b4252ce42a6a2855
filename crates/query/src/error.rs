//! The error of a filter, and its place.
//!
//! Not part of the format.

use std::fmt;

/// Letters of an expression that are shown on either side of the error.
const SHOWN: usize = 50;

/// Why a filter cannot be read. The displayed message says what was expected; for an expression, further lines show the place.
///
/// ```
/// let error = query::Filter::parse("white_rating > ten").unwrap_err();
/// assert_eq!(error.column(), Some(16));
/// assert_eq!(
///     error.to_string(),
///     "column 16: expected a number for white_rating, found 'ten'\n  white_rating > ten\n                 ^"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    what: String,
    /// The condition with the error; `None` for an expression.
    condition: Option<&'static str>,
    /// The expression, and the letter in it at which the error is, from 0.
    place: Option<(String, usize)>,
}

impl Error {
    /// An error at a byte of an expression.
    pub(crate) fn at(expression: &str, byte: usize, what: impl Into<String>) -> Self {
        let before = expression.get(..byte).unwrap_or(expression);
        Self {
            what: what.into(),
            condition: None,
            place: Some((expression.to_owned(), before.chars().count())),
        }
    }

    /// An error at a byte of a named condition's text.
    pub(crate) fn in_condition(
        condition: &'static str,
        text: &str,
        byte: usize,
        what: impl Into<String>,
    ) -> Self {
        Self {
            condition: Some(condition),
            ..Self::at(text, byte, what)
        }
    }

    /// An error in a named condition.
    pub(crate) fn of(condition: &'static str, what: impl fmt::Display) -> Self {
        Self {
            what: what.to_string(),
            condition: Some(condition),
            place: None,
        }
    }

    /// The name of the condition that cannot be read, as in [`crate::Conditions`]; `None` for an expression.
    #[must_use]
    pub fn condition(&self) -> Option<&str> {
        self.condition
    }

    /// The letter of the expression or condition at which the error is, from 1; `None` if the error has no place.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.place.as_ref().map(|(_, letter)| letter + 1)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = self.condition {
            write!(f, "{condition}: ")?;
        }
        let Some((expression, letter)) = &self.place else {
            return f.write_str(&self.what);
        };
        let start = letter.saturating_sub(SHOWN);
        let cut = if start > 0 { "…" } else { "" };
        // One line, whatever stands in the expression, so that the caret is below its place.
        let shown = expression.chars().skip(start).take(2 * SHOWN);
        let shown: String = shown
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        let blanks = " ".repeat(letter - start + cut.chars().count());
        write!(
            f,
            "column {}: {}\n  {cut}{shown}\n  {blanks}^",
            letter + 1,
            self.what
        )
    }
}

impl std::error::Error for Error {}

/// For callers that know one type of errors: of the kind [`archive::ErrorKind::InvalidArgument`], with the same message.
impl From<Error> for archive::Error {
    fn from(error: Error) -> Self {
        Self::argument(error.to_string())
    }
}
