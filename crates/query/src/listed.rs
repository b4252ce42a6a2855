//! Conditions that are lists: results, ECO codes, time controls, endings.
//!
//! Not part of the format.

use crate::expr::{Expr, Literal, Op};
use crate::fields::{Field, Known};
use crate::{Error, time};
use archive::Outcome;

/// One of several values, with commas between.
pub(crate) fn list(
    condition: &'static str,
    text: &str,
    read: impl Fn(&str) -> Result<Expr, String>,
) -> Result<Expr, Error> {
    let parts = text
        .split(',')
        .map(|part| read(part.trim()).map_err(|what| Error::of(condition, what)));
    let mut parts: Vec<Expr> = parts.collect::<Result<_, _>>()?;
    Ok(match parts.len() {
        1 => parts.remove(0),
        _ => Expr::Or(parts),
    })
}

fn one_of(field: Known, text: &str, more: &str) -> Result<Expr, String> {
    let values = field.values().unwrap_or_default();
    match values.contains(&text) {
        true => Ok(Expr::is(field, text)),
        false => Err(format!(
            "'{text}' is not known: expected {}{more}",
            values.join(", ")
        )),
    }
}

pub(crate) fn result(text: &str) -> Result<Expr, String> {
    match &text.to_ascii_lowercase()[..] {
        "white" => Ok(Expr::is(Known::Result, Outcome::White.tag())),
        "black" => Ok(Expr::is(Known::Result, Outcome::Black.tag())),
        "draw" | "1/2" => Ok(Expr::is(Known::Result, Outcome::Draw.tag())),
        other => one_of(Known::Result, other, ", white, black or draw"),
    }
}

pub(crate) fn ending(text: &str) -> Result<Expr, String> {
    one_of(Known::Ending, &text.to_ascii_lowercase(), "")
}

pub(crate) fn time_control(text: &str) -> Result<Expr, String> {
    if time::known(text.as_bytes()).is_some() {
        return Ok(Expr::is(Known::TimeControl, text));
    }
    one_of(
        Known::Speed,
        &text.to_ascii_lowercase(),
        ", or a time control such as 600+5",
    )
}

pub(crate) fn eco(text: &str) -> Result<Expr, String> {
    let code = |text: &str, lengths: std::ops::RangeInclusive<usize>| {
        let text = text.to_ascii_uppercase();
        let is_code = lengths.contains(&text.len())
            && text.starts_with(|letter| ('A'..='E').contains(&letter))
            && text[1..].bytes().all(|byte| byte.is_ascii_digit());
        is_code.then_some(text).ok_or_else(|| {
            "expected codes such as B90, ranges such as B90..B99, or beginnings such as B9"
                .to_owned()
        })
    };
    if let Some((low, high)) = text.split_once("..") {
        // B..C9 goes from B00 to C99.
        let low = format!("{:0<3}", code(low, 1..=3)?);
        let high = format!("{:9<3}", code(high, 1..=3)?);
        return Ok(Expr::test(
            Field::Known(Known::Eco),
            Op::Between(Literal::Text(low), Literal::Text(high)),
        ));
    }
    let code = code(text, 1..=3)?;
    Ok(match code.len() {
        3 => Expr::is(Known::Eco, &code),
        _ => Expr::test(Field::Known(Known::Eco), Op::Glob(code + "*")),
    })
}
