//! Parses expressions.
//!
//! Not part of the format. docs/filters.md has the grammar; there is a function here for each of its rules.

mod values;

use crate::Error;
use crate::expr::{Comparison, Expr, Literal, Op, Test};
use crate::fields::{Field, Kind, Known, unknown};
use crate::token::{Token, tokens};
use values::is_ordered;

/// The maximum length of an expression in bytes.
const LONGEST: usize = 1 << 16;
/// The maximum nesting of parentheses and "not".
const DEEPEST: usize = 64;

impl Expr {
    /// Reads an expression of at most 65,536 bytes, with at most 64 nested parentheses or `not`.
    ///
    /// # Errors
    ///
    /// The expression cannot be read; the error has the place and what was expected there.
    ///
    /// ```
    /// let expr = query::Expr::parse("WhiteElo>=2500 AND NOT (bot OR eco='A00')")?;
    /// assert_eq!(expr.to_string(), "white_rating >= 2500 and not (bot or eco = 'A00')");
    /// # Ok::<(), query::Error>(())
    /// ```
    pub fn parse(expression: &str) -> Result<Self, Error> {
        if expression.len() > LONGEST {
            let what = format!(
                "the expression has {} bytes; at most {LONGEST} are read",
                expression.len()
            );
            return Err(Error::of("filter", what));
        }
        let mut parser = Parser {
            expression,
            tokens: tokens(expression)?,
            at: 0,
            depth: 0,
        };
        let expr = parser.or()?;
        match parser.token() {
            Token::End => Ok(expr),
            _ => Err(parser.expected("'and', 'or' or the end")),
        }
    }
}

struct Parser<'a> {
    expression: &'a str,
    tokens: Vec<(Token<'a>, usize)>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn token(&self) -> &Token<'a> {
        &self.tokens[self.at].0
    }

    /// Skips the token, unless it is the end.
    fn pass(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn error(&self, what: impl Into<String>) -> Error {
        Error::at(self.expression, self.tokens[self.at].1, what)
    }

    fn expected(&self, what: &str) -> Error {
        self.error(format!("expected {what}, found {}", self.token()))
    }

    /// Skips a word of the language, if it is the next token.
    fn word(&mut self, word: &str) -> bool {
        let is_it = matches!(self.token(), Token::Word(found) if found.eq_ignore_ascii_case(word));
        if is_it {
            self.pass();
        }
        is_it
    }

    /// Skips a sign, if it is the next token.
    fn sign(&mut self, sign: &str) -> bool {
        let is_it = *self.token() == Token::Sign(sign);
        if is_it {
            self.pass();
        }
        is_it
    }

    fn or(&mut self) -> Result<Expr, Error> {
        let first = self.and()?;
        let mut parts = vec![first];
        while self.word("or") {
            parts.push(self.and()?);
        }
        Ok(joined(parts, Expr::Or))
    }

    fn and(&mut self) -> Result<Expr, Error> {
        let first = self.not()?;
        let mut parts = vec![first];
        while self.word("and") {
            parts.push(self.not()?);
        }
        Ok(joined(parts, Expr::And))
    }

    fn not(&mut self) -> Result<Expr, Error> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(format!(
                "more than {DEEPEST} parentheses or 'not' inside each other"
            )));
        }
        let expr = if self.word("not") {
            Expr::Not(Box::new(self.not()?))
        } else if self.sign("(") {
            let inner = self.or()?;
            if !self.sign(")") {
                return Err(self.expected("'and', 'or' or ')'"));
            }
            match self.word("is") {
                true if self.word("not") && self.word("true") => Expr::NotTrue(Box::new(inner)),
                true => return Err(self.expected("'not true' after 'is'")),
                false => inner,
            }
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn test(&mut self) -> Result<Expr, Error> {
        let field = self.field()?;
        let is_not = self.word("not");
        let op = if self.word("between") {
            let low = self.ordered_value(&field)?;
            if !self.word("and") {
                return Err(self.expected("'and' and the second value"));
            }
            Op::Between(low, self.ordered_value(&field)?)
        } else if self.word("in") {
            self.list(&field)?
        } else if self.word("like") {
            Op::Like(self.pattern(&field)?)
        } else if self.word("glob") {
            Op::Glob(self.pattern(&field)?)
        } else if is_not {
            return Err(self.expected("'between', 'in', 'like' or 'glob' after 'not'"));
        } else if self.word("is") {
            let is_not = self.word("not");
            if !self.word("null") {
                return Err(self.expected("'null' or 'not null'"));
            }
            return Ok(negated(is_not, field, Op::IsNull));
        } else if self.sign("~") {
            return self.near(field);
        } else if let Some(comparison) = self.comparison() {
            return self.compared(field, comparison);
        } else if field.kind() == Kind::Truth {
            Op::IsTrue
        } else {
            let what =
                format!("a comparison, 'between', 'in', 'like', 'glob' or 'is' after {field}");
            return Err(self.expected(&what));
        };
        Ok(negated(is_not, field, op))
    }

    fn near(&mut self, field: Field) -> Result<Expr, Error> {
        if field.kind() != Kind::Name {
            return Err(self.error(format!("{field} is not a name, so '~' cannot be used")));
        }
        match self.value(&field)? {
            Literal::Text(name) => Ok(negated(false, field, Op::Near(name))),
            _ => Err(self.expected("a name in quotes")),
        }
    }

    fn field(&mut self) -> Result<Field, Error> {
        let &Token::Word(name) = self.token() else {
            return Err(self.expected("a field, 'not' or '('"));
        };
        let is_tag = name.eq_ignore_ascii_case("tag")
            && self
                .tokens
                .get(self.at + 1)
                .is_some_and(|next| next.0 == Token::Sign("("));
        if !is_tag {
            let field = Known::of_filters(name).ok_or_else(|| self.error(unknown(name)))?;
            self.pass();
            return Ok(Field::Known(field));
        }
        self.pass();
        self.pass();
        let (Token::Text(name), at) = (self.token().clone(), self.at) else {
            return Err(self.expected("the name of a tag in quotes"));
        };
        self.pass();
        if name.is_empty() {
            self.at = at;
            return Err(self.error("the name of a tag must not be empty"));
        }
        match self.sign(")") {
            true => Ok(Field::Tag(name)),
            false => Err(self.expected("')'")),
        }
    }

    fn comparison(&mut self) -> Option<(Comparison, usize)> {
        let Token::Sign(sign) = *self.token() else {
            return None;
        };
        let comparison = match sign {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::Unequal,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        let at = self.at;
        self.pass();
        Some((comparison, at))
    }

    fn compared(
        &mut self,
        field: Field,
        (comparison, at): (Comparison, usize),
    ) -> Result<Expr, Error> {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
        if !is_equality && !is_ordered(&field) {
            self.at = at;
            return Err(self.error(format!(
                "{field} has no order: expected '=', '!=', 'in', 'like' or 'glob'"
            )));
        }
        if field.kind() == Kind::Truth {
            let is_true = self.word("true");
            if !is_true && !self.word("false") {
                return Err(self.expected("true or false"));
            }
            return Ok(negated(
                is_true == (comparison == Comparison::Unequal),
                field,
                Op::IsTrue,
            ));
        }
        let op = Op::Compare(comparison, self.value(&field)?);
        Ok(negated(false, field, op))
    }
}

/// The only part, or all parts joined.
fn joined(mut parts: Vec<Expr>, join: fn(Vec<Expr>) -> Expr) -> Expr {
    match parts.len() {
        1 => parts.remove(0),
        _ => join(parts),
    }
}

fn negated(is_not: bool, field: Field, op: Op) -> Expr {
    let test = Expr::Test(Test { field, op });
    match is_not {
        true => Expr::Not(Box::new(test)),
        false => test,
    }
}
