//! The values of an expression, by the kind of the field.
//!
//! Not part of the format.

use super::Parser;
use crate::Error;
use crate::date::Days;
use crate::expr::{Literal, Op};
use crate::fields::{Field, Kind};
use crate::name::Name;
use crate::token::Token;

impl Parser<'_> {
    pub(super) fn ordered_value(&mut self, field: &Field) -> Result<Literal, Error> {
        match is_ordered(field) {
            true => self.value(field),
            false => Err(self.error(format!("{field} has no order, so 'between' cannot be used"))),
        }
    }

    pub(super) fn list(&mut self, field: &Field) -> Result<Op, Error> {
        if !self.sign("(") {
            return Err(self.expected("'(' and the values"));
        }
        let mut values = Vec::new();
        loop {
            values.push(self.value(field)?);
            if self.sign(")") {
                return Ok(Op::In(values));
            }
            if !self.sign(",") {
                return Err(self.expected("',' or ')'"));
            }
        }
    }

    pub(super) fn pattern(&mut self, field: &Field) -> Result<String, Error> {
        if !matches!(field.kind(), Kind::Text | Kind::Name) {
            return Err(self.error(format!("{field} is not text, so patterns cannot be used")));
        }
        match self.token().clone() {
            Token::Text(pattern) => {
                self.pass();
                Ok(pattern)
            }
            _ => Err(self.expected("a pattern in quotes")),
        }
    }

    pub(super) fn value(&mut self, field: &Field) -> Result<Literal, Error> {
        let of_kind = || self.expected(&format!("{} for {field}", field.kind().called()));
        let text = match self.token() {
            Token::Figures(text) => (*text).to_owned(),
            Token::Text(text) if field.kind() != Kind::Number => text.clone(),
            Token::Word(word) if matches!(field.kind(), Kind::Text | Kind::Name | Kind::Board) => {
                let what = format!(
                    "expected {} for {field}: write '{word}' with the quotes",
                    field.kind().called()
                );
                return Err(self.error(what));
            }
            _ => return Err(of_kind()),
        };
        let value = match field.kind() {
            Kind::Number => number(&text).map(Literal::Number),
            Kind::Date => Days::parse(&text).map(Literal::Date),
            Kind::Name => return self.name(text),
            Kind::Text => return self.text(field, text),
            Kind::Board => return self.board(field, text),
            Kind::Truth => None,
        };
        let value = value.ok_or_else(of_kind)?;
        self.pass();
        Ok(value)
    }

    fn name(&mut self, text: String) -> Result<Literal, Error> {
        if !Name::new(&text).is_enough() {
            return Err(self.error("a name must have at least one word of two letters; 'like' and 'glob' have no such rule"));
        }
        self.pass();
        Ok(Literal::Text(text))
    }

    fn board(&mut self, field: &Field, text: String) -> Result<Literal, Error> {
        if let Field::Known(known) = field {
            crate::board::check(*known, &text).map_err(|(_, what)| self.error(what))?;
        }
        self.pass();
        Ok(Literal::Text(text))
    }

    fn text(&mut self, field: &Field, text: String) -> Result<Literal, Error> {
        if let Field::Known(known) = field
            && let Some(values) = known.values()
            && !values.contains(&&text.to_ascii_lowercase()[..])
        {
            let what = format!(
                "{field} is never '{text}': expected one of {}",
                values.join(", ")
            );
            return Err(self.error(what));
        }
        self.pass();
        Ok(Literal::Text(text))
    }
}

/// Whether a field's values have an order.
pub(super) fn is_ordered(field: &Field) -> bool {
    !matches!(field.kind(), Kind::Name | Kind::Truth | Kind::Board)
        && !matches!(field, Field::Known(known) if known.values().is_some())
}

/// A number of at most 15 digits, which a double represents exactly enough.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.len() <= 16;
    is_number.then(|| text.parse().ok()).flatten()
}
