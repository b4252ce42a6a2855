//! JSON lines: an object for each game.
//!
//! Not part of the format.

use crate::sink::{SCHEMA, Sink};
use crate::{Column, Value};
use archive::Date;
use query::{Day, Moment};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

pub(crate) struct JsonLines<'a> {
    /// The text before each value.
    keys: Vec<String>,
    line: String,
    out: Box<dyn Write + 'a>,
}

impl<'a> JsonLines<'a> {
    pub fn new(columns: &[Column], out: Box<dyn Write + 'a>) -> Self {
        let key = |column: &Column| format!(",{}:", quoted(column.name()));
        Self {
            keys: columns.iter().map(key).collect(),
            line: String::new(),
            out,
        }
    }
}

impl Sink for JsonLines<'_> {
    fn add(&mut self, row: &[Value]) -> io::Result<()> {
        let Self { keys, line, out } = self;
        line.clear();
        let _ = write!(line, "{{\"schema\":{SCHEMA}");
        for (key, value) in keys.iter().zip(row) {
            line.push_str(key);
            push(value, line);
        }
        line.push_str("}\n");
        out.write_all(line.as_bytes())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Appends a value in JSON form. Numbers that are not whole are rounded to four decimal places.
pub(crate) fn push(value: &Value, line: &mut String) {
    let _ = match value {
        Value::Null => write!(line, "null"),
        Value::Truth(truth) => write!(line, "{truth}"),
        Value::Whole(number) => write!(line, "{number}"),
        Value::Real(number) => write!(line, "{}", rounded(*number)),
        Value::Text(text) => write!(line, "{}", quoted(text)),
        Value::Date(date) => write!(line, "\"{}\"", day(*date)),
        Value::Timestamp(micros) => write!(line, "\"{}\"", Moment(*micros)),
        Value::Texts(texts) => {
            list(line, texts.iter().map(|text| Some(quoted(text))));
            Ok(())
        }
        Value::Wholes(numbers) => {
            list(line, numbers.iter().copied());
            Ok(())
        }
        Value::Hash(hash) => write!(line, "{hash}"),
        Value::Hashes(hashes) => {
            list(line, hashes.iter().copied().map(Some));
            Ok(())
        }
        Value::Reals(numbers) => {
            let numbers = numbers.iter();
            list(
                line,
                numbers.map(|number| number.map(|number| rounded(number.into()))),
            );
            Ok(())
        }
    };
}

/// A date as ISO 8601 has it; tables have only dates that are known.
pub(crate) fn day(date: Date) -> String {
    Day::of(date).map_or_else(String::new, |day| day.to_string())
}

fn list<T: Display>(line: &mut String, items: impl Iterator<Item = Option<T>>) {
    line.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            line.push(',');
        }
        let _ = match item {
            Some(item) => write!(line, "{item}"),
            None => write!(line, "null"),
        };
    }
    line.push(']');
}

pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
