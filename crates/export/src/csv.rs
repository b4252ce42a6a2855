//! Comma-separated values, for spreadsheets: RFC 4180, in UTF-8.
//!
//! Not part of the format.
//!
//! The file begins with a byte order mark; without it, some spreadsheets assume another encoding than UTF-8. A text that a spreadsheet
//! would interpret as a formula gets an apostrophe in front. Numbers in lists are written as in JSON, moves with spaces between.

use crate::sink::Sink;
use crate::{Column, Value, json_lines};
use query::Moment;
use std::io::{self, Write};

const BYTE_ORDER_MARK: &str = "\u{feff}";

pub(crate) struct Csv<'a> {
    line: String,
    out: Box<dyn Write + 'a>,
}

impl<'a> Csv<'a> {
    pub fn new(columns: &[Column], mut out: Box<dyn Write + 'a>) -> io::Result<Self> {
        let names = columns
            .iter()
            .map(|column| quoted(column.name().to_owned()));
        let head = names.collect::<Vec<_>>().join(",");
        write!(out, "{BYTE_ORDER_MARK}{head}\r\n")?;
        let line = String::new();
        Ok(Self { line, out })
    }
}

impl Sink for Csv<'_> {
    fn add(&mut self, row: &[Value]) -> io::Result<()> {
        let Self { line, out } = self;
        line.clear();
        for (at, value) in row.iter().enumerate() {
            if at > 0 {
                line.push(',');
            }
            line.push_str(&quoted(cell(value)));
        }
        line.push_str("\r\n");
        out.write_all(line.as_bytes())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Text(text) => no_formula(text),
        Value::Texts(texts) => no_formula(&texts.join(" ")),
        Value::Date(date) => json_lines::day(*date),
        Value::Timestamp(micros) => Moment(*micros).to_string(),
        value => {
            let mut text = String::new();
            json_lines::push(value, &mut text);
            text
        }
    }
}

/// Puts an apostrophe before a text that a spreadsheet would interpret as a formula, and before a text that already has one before such a
/// text. So removing one apostrophe restores the text.
fn no_formula(text: &str) -> String {
    match text
        .trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@', '\t', '\r'])
    {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

/// The cell in quotes, if they are needed.
fn quoted(cell: String) -> String {
    match cell.contains(['"', ',', '\r', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::Date;

    #[test]
    fn cells_are_quoted_where_they_must_be_and_are_no_formulas() {
        for (value, written) in [
            (Value::Null, ""),
            (Value::Text("Carlsen, Magnus".into()), "\"Carlsen, Magnus\""),
            (
                Value::Text("the \"Immortal\"".into()),
                "\"the \"\"Immortal\"\"\"",
            ),
            (Value::Text("=1+1".into()), "'=1+1"),
            (Value::Text("'=1".into()), "''=1"),
            (Value::Text("'t Hart".into()), "'t Hart"),
            (Value::Text("@home".into()), "'@home"),
            (Value::Whole(-3), "-3"),
            (Value::Real(0.25), "0.25"),
            (Value::Truth(true), "true"),
            (
                Value::Date(Date {
                    year: Some(1970),
                    month: Some(1),
                    day: Some(1),
                }),
                "1970-01-01",
            ),
            (Value::Wholes(vec![Some(-1), None]), "\"[-1,null]\""),
            (
                Value::Texts(vec!["e4".to_owned(), "e5".to_owned()]),
                "e4 e5",
            ),
            (Value::Texts(vec!["--".to_owned()]), "'--"),
            (Value::Texts(vec![]), ""),
        ] {
            assert_eq!(quoted(cell(&value)), written);
        }
    }
}
