//! Games as rows: which columns they have, and how they are printed.

use crate::figures::SCHEMA;
use crate::json;
use crate::names::harmless;
use anyhow::{Result, anyhow, ensure};
use pgnz::{Columns, Field, Game, IndexedGames, Known, Moment, Type, spelled_date};
use serde_json::Value;
use std::io::{self, Write};

/// What is shown of games where nothing else is asked for.
const USUAL: &str = "number,white,black,white_rating,black_rating,result,date,event,eco,plies";

/// A column of a listing: a field with a single value, and its name.
#[derive(Debug, Clone, PartialEq)]
struct Column(Field, String);

const PATH: Field = Field::Known(Known::Path);
const NUMBER: Field = Field::Known(Known::Number);

/// The columns of a listing.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    style: Style,
}

/// How rows are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Columns of fixed width.
    Table,
    /// Tabs between.
    Tsv,
    /// A JSON object each.
    Json,
}

impl Table {
    /// Reads the names of columns, with commas between; of several archives each row names its own.
    pub fn parse(text: Option<&str>, style: Style, is_of_several: bool) -> Result<Self> {
        let mut columns =
            Vec::from_iter((is_of_several && style != Style::Json).then(|| Column::of(PATH)));
        for name in text.unwrap_or(USUAL).split(',') {
            columns.push(Column::parse(name.trim())?);
        }
        Ok(Self { columns, style })
    }

    /// The parts of games that are needed, where an index tells all that it can.
    pub fn needs(&self, has_index: bool) -> Columns {
        let fields = self
            .fields()
            .filter(|field| !has_index || !field.is_indexed());
        fields.fold(Columns::TAGS, |all, field| all | field.needs())
    }

    /// The fields of the columns.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.columns.iter().map(|Column(field, _)| field)
    }

    /// What a game has in each column, by an index or by the game itself; `None` where that would be needed, but is not there.
    pub fn row(
        &self,
        number: u64,
        game: Option<&Game>,
        indexed: Option<&IndexedGames>,
    ) -> Option<Vec<Value>> {
        let value = |Column(field, _): &Column| {
            match *field {
                // It is the same for all.
                PATH => return Some(Value::Null),
                NUMBER => return Some((number + 1).into()),
                _ => {}
            }
            let found = indexed.and_then(|indexed| indexed.value(number, field));
            let found = match found {
                Some(found) => found,
                None => field.value(game?),
            };
            Some(match found {
                pgnz::Value::Truth(truth) => truth.into(),
                pgnz::Value::Text(text) => text.into(),
                pgnz::Value::Date(date) => spelled_date(date).into(),
                pgnz::Value::Timestamp(micros) => Moment(micros).to_string().into(),
                pgnz::Value::Whole(number) => number.into(),
                pgnz::Value::Hash(hash) => hash.into(),
                pgnz::Value::Real(number) if number.fract() == 0.0 => (number as i64).into(),
                pgnz::Value::Real(number) => number.into(),
                _ => Value::Null,
            })
        };
        self.columns.iter().map(value).collect()
    }

    /// Prints the names of the columns.
    pub fn print_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.columns.iter().map(|column| column.name().into());
        match self.style {
            Style::Json => Ok(()),
            _ => self.print_row("path", names.collect(), out),
        }
    }

    /// Prints a row of the archive of this name.
    pub fn print_row(&self, path: &str, row: Vec<Value>, out: &mut dyn Write) -> io::Result<()> {
        let cells = self.columns.iter().zip(row);
        let mut line = String::new();
        match self.style {
            Style::Json => {
                line += &format!("{{\"schema\":{SCHEMA},\"path\":{}", Value::from(path));
                for (column, value) in cells.filter(|(column, _)| column.0 != PATH) {
                    line += &format!(",{}:{value}", Value::from(column.name()));
                }
                line = json::harmless(&line) + "}";
            }
            Style::Tsv => {
                let double = |text: &str| text.replace('\\', "\\\\");
                let texts = cells.map(|(column, value)| match value {
                    // So that what is spelled out differs from the same letters in a text.
                    Value::String(text) => column.text(path, double(&text).into(), ""),
                    value => column.text(&double(path), value, ""),
                });
                line = texts.collect::<Vec<_>>().join("\t");
            }
            Style::Table => {
                for (column, value) in cells {
                    let text = short(&column.text(path, value, "?"), column.width());
                    let blanks = " ".repeat(column.width() - text.chars().count());
                    line += &match column.is_number() {
                        true => blanks + &text,
                        false => text + &blanks,
                    };
                    line += "  ";
                }
                line.truncate(line.trim_end().len());
            }
        }
        writeln!(out, "{line}")
    }
}

impl Column {
    fn of(field: Field) -> Self {
        let name = match &field {
            Field::Known(known) => known.name().to_owned(),
            Field::At(..) => field.to_string(),
            Field::Tag(tag) => format!("tag:{tag}"),
        };
        Self(field, name)
    }

    fn parse(name: &str) -> Result<Self> {
        let field = Field::column_named(name).map_err(|what| anyhow!("--columns: {what}"))?;
        ensure!(
            !matches!(field.column(), Some(Type::List(_))),
            "--columns: {name} is a list, which pgnz export has"
        );
        Ok(Self::of(field))
    }

    /// A value as text, with something in the place of what is not known.
    fn text(&self, path: &str, value: Value, unknown: &str) -> String {
        match value {
            _ if self.0 == PATH => harmless(path, &[]),
            Value::Null => unknown.to_owned(),
            Value::String(text) => harmless(&text, &[]),
            value => value.to_string(),
        }
    }

    fn name(&self) -> &str {
        &self.1
    }

    fn is_number(&self) -> bool {
        self.0.column().is_some_and(Type::is_number)
    }

    /// Letters that it has in the table.
    fn width(&self) -> usize {
        let width = match self.0 {
            Field::Known(known) | Field::At(known, _) => known.width(),
            Field::Tag(_) => 20,
        };
        width.max(self.name().chars().count())
    }
}

/// A text of at most so many letters.
fn short(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text
            .chars()
            .take(width.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
