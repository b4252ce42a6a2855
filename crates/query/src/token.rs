//! The words and signs of an expression.
//!
//! Not part of the format.

use crate::Error;

/// A word, a value or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// Text that begins with a digit: a number, a date, or something like `1-0` and `600+5`.
    Figures(&'a str),
    /// A quoted text, without its quotes; a quote inside is written twice.
    Text(String),
    /// `(`, `)`, `,` or a comparison.
    Sign(&'a str),
    /// The end, after all other tokens.
    End,
}

const SIGNS: [&str; 12] = [
    "<=", ">=", "!=", "<>", "==", "=", "<", ">", "(", ")", ",", "~",
];

/// The tokens of an expression with the bytes at which they start; the last is [`Token::End`].
pub(crate) fn tokens(expression: &str) -> Result<Vec<(Token<'_>, usize)>, Error> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let rest = &expression[at..];
        let blanks = rest.len() - rest.trim_start().len();
        at += blanks;
        let rest = &rest[blanks..];
        let Some(first) = rest.chars().next() else {
            found.push((Token::End, at));
            return Ok(found);
        };
        let (token, length) = match first {
            '\'' | '"' => text(expression, at, first)?,
            'a'..='z' | 'A'..='Z' | '_' => {
                let word = run(rest, |letter| {
                    letter.is_ascii_alphanumeric() || letter == '_'
                });
                (Token::Word(word), word.len())
            }
            '0'..='9' => figures(rest),
            '-' | '+' | '.' if rest[1..].starts_with(|letter: char| letter.is_ascii_digit()) => {
                figures(rest)
            }
            '*' => (Token::Figures("*"), 1),
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => {
                    let what = format!("'{}' has no meaning here", first.escape_debug());
                    return Err(Error::at(expression, at, what));
                }
            },
        };
        found.push((token, at));
        at += length;
    }
}

fn run(text: &str, is_part: impl Fn(char) -> bool) -> &str {
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    &text[..end]
}

fn figures(text: &str) -> (Token<'_>, usize) {
    let is_part = |letter: char| letter.is_ascii_digit() || ".?/+-".contains(letter);
    let found = run(text, is_part);
    (Token::Figures(found), found.len())
}

fn text(expression: &str, start: usize, quote: char) -> Result<(Token<'_>, usize), Error> {
    let (mut text, mut at) = (String::new(), start + 1);
    loop {
        let part = run(&expression[at..], |letter| letter != quote);
        text.push_str(part);
        at += part.len();
        let mut quotes = expression[at..]
            .chars()
            .take_while(|&letter| letter == quote);
        match (quotes.next(), quotes.next()) {
            (None, _) => {
                let what =
                    format!("the text that begins here does not end: expected {quote} after it");
                return Err(Error::at(expression, start, what));
            }
            (_, None) => return Ok((Token::Text(text), at + 1 - start)),
            _ => {
                text.push(quote);
                at += 2;
            }
        }
    }
}

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(text) | Self::Figures(text) | Self::Sign(text) => write!(f, "'{text}'"),
            Self::Text(_) => f.write_str("a text in quotes"),
            Self::End => f.write_str("the end"),
        }
    }
}
