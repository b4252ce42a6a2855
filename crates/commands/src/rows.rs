//! Games as rows: which columns they have, and how they are printed.

use crate::figures::SCHEMA;
use crate::json;
use crate::names::harmless;
use anyhow::{Result, anyhow, ensure};
use archive::{Columns, Game};
use query::{Field, Known, Shown};
use scan::IndexedGames;
use serde_json::Value;
use std::io::{self, Write};

/// What is shown of games where nothing else is asked for.
const USUAL: &str = "number,white,black,white_rating,black_rating,result,date,event,eco,plies";

/// A column of a listing.
#[derive(Debug, Clone, PartialEq)]
enum Column {
    /// The archive.
    Path,
    /// The number of the game, from 1.
    Number,
    /// A field, and its name.
    Field(Field, String),
}

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
            Vec::from_iter((is_of_several && style != Style::Json).then_some(Column::Path));
        for name in text.unwrap_or(USUAL).split(',') {
            columns.push(Column::parse(name.trim())?);
        }
        Ok(Self { columns, style })
    }

    /// The parts of games that are needed, where an index tells all that it can.
    pub fn needs(&self, has_index: bool) -> Columns {
        let fields = self.fields().filter(|field| {
            let has_column = |known| !query::Table::columns_of([known]).is_empty();
            !has_index || !matches!(field, Field::Known(known) if has_column(*known))
        });
        fields.fold(Columns::TAGS, |all, field| all | field.needs())
    }

    /// The columns of an index from which values follow.
    pub fn index_columns(&self) -> Vec<Known> {
        query::Table::columns_of(self.fields().filter_map(|field| match field {
            Field::Known(known) => Some(*known),
            Field::Tag(_) => None,
        }))
    }

    fn fields(&self) -> impl Iterator<Item = &Field> {
        self.columns.iter().filter_map(|column| match column {
            Column::Path | Column::Number => None,
            Column::Field(field, _) => Some(field),
        })
    }

    /// What a game has in each column, by an index or by the game itself; `None` where that would be needed, but is not there.
    pub fn row(
        &self,
        number: u64,
        game: Option<&Game>,
        indexed: Option<&IndexedGames>,
    ) -> Option<Vec<Value>> {
        let indexed = indexed.and_then(|indexed| indexed.of(number));
        let value = |column: &Column| {
            let field = match column {
                // It is the same for all.
                Column::Path => return Some(Value::Null),
                Column::Number => return Some((number + 1).into()),
                Column::Field(field, _) => field,
            };
            let shown = indexed.and_then(|(table, place)| table.shown(field, place));
            let shown = match shown {
                Some(shown) => shown,
                None => field.shown(game?),
            };
            Some(match shown {
                None => Value::Null,
                Some(Shown::Truth(truth)) => truth.into(),
                Some(Shown::Text(text)) => text.into(),
                Some(Shown::Number(number)) if number.fract() == 0.0 => (number as i64).into(),
                Some(Shown::Number(number)) => number.into(),
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
                for (column, value) in cells {
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
    fn parse(name: &str) -> Result<Self> {
        if name == "number" {
            return Ok(Self::Number);
        }
        if let Some(tag) = name.strip_prefix("tag:") {
            ensure!(
                !tag.is_empty(),
                "--columns: expected the name of a tag after tag:"
            );
            return Ok(Self::Field(Field::Tag(tag.to_owned()), name.to_owned()));
        }
        let field = Field::named(name)
            .map_err(|what| anyhow!("--columns: {what}; also number and tag:NAME"))?;
        ensure!(
            field.kind() != query::Kind::Board,
            "--columns: {field} is only for filters; pgnz export has columns of moves"
        );
        ensure!(
            field.is_single(),
            "--columns: {field} exists for both players: use white or black, white_title or black_title, white_team or black_team"
        );
        let name = field.to_string();
        Ok(Self::Field(field, name))
    }

    /// A value as text, with something in the place of what is not known.
    fn text(&self, path: &str, value: Value, unknown: &str) -> String {
        match (self, value) {
            (Self::Path, _) => harmless(path, &[]),
            (_, Value::Null) => unknown.to_owned(),
            (_, Value::String(text)) => harmless(&text, &[]),
            (_, value) => value.to_string(),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Path => "path",
            Self::Number => "number",
            Self::Field(_, name) => name,
        }
    }

    fn is_number(&self) -> bool {
        match self {
            Self::Path => false,
            Self::Number => true,
            Self::Field(field, _) => field.kind() == query::Kind::Number,
        }
    }

    /// Letters that it has in the table.
    fn width(&self) -> usize {
        let width = match self {
            Self::Path => 24,
            Self::Number => 8,
            Self::Field(Field::Known(known), _) => match known {
                Known::White
                | Known::Black
                | Known::Winner
                | Known::Loser
                | Known::Event
                | Known::Site => 24,
                Known::Opening | Known::Variation => 36,
                Known::Date | Known::EventDate => 10,
                Known::Eco => 3,
                Known::Result => 7,
                Known::Termination | Known::Ending | Known::Speed => 14,
                _ => 5,
            },
            Self::Field(Field::Tag(_), _) => 20,
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
