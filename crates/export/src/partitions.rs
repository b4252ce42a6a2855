//! A table in parts: a table for each value of a column, in folders that are named as Hive does (`year=2024`), so that DuckDB, Polars, Spark and
//! pandas read only the parts that they need.
//!
//! Not part of the format.

use crate::{Column, Format, Type, Value, Writer};
use archive::Error;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

/// So many parts are written at a time at most: each has rows that wait in memory.
const MOST: usize = 1000;
/// What readers take for a missing value.
const NONE: &str = "__HIVE_DEFAULT_PARTITION__";

/// Where the rows of a part go.
type Target<'a> = Box<dyn Write + 'a>;

/// Writes a table in parts: a table for each value of a column.
///
/// ```
/// use archive::{Game, Level, Model};
/// use export::{Column, Format, Partitions, Rows};
///
/// let mut folders = Vec::new();
/// let mut begin = |folder: &str| {
///     folders.push(folder.to_owned());
///     Ok::<_, archive::Error>(Box::new(std::io::sink()) as _)
/// };
/// let columns = Column::parse("white,black")?;
/// let mut parts = Partitions::new("year", &columns, Format::Csv, &mut begin)?;
/// let rows = Rows::new(parts.columns().to_vec(), Model::of(Level::Fast));
/// for (number, date) in ["2024.01.01", "2023.12.31", "2024.02.29", "????.??.??"].iter().enumerate() {
///     let game = Game::parse(format!("[Date \"{date}\"]\n\n1. e4 *\n").as_bytes());
///     parts.add(&rows.row("", number as u64 + 1, &game))?;
/// }
/// assert_eq!(parts.finish()?, 3);
/// assert_eq!(folders, ["year=2024", "year=2023", "year=__HIVE_DEFAULT_PARTITION__"]);
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Partitions<'a, E> {
    /// The name of the column, as it was asked for.
    by: String,
    format: Format,
    /// The column by which the table is divided, and then those of the parts.
    columns: Vec<Column>,
    begin: &'a mut dyn FnMut(&str) -> Result<Target<'a>, E>,
    open: BTreeMap<String, Writer<'a>>,
}

impl<'a, E: From<Error>> Partitions<'a, E> {
    /// A table that is divided by the values of the column `by`, whose parts have the other columns: readers take the value from the name of
    /// the folder. `begin` makes the file of a part, in a folder of this name.
    ///
    /// # Errors
    ///
    /// [`archive::ErrorKind::InvalidArgument`]: `by` is not the name of one column with a single value for each game.
    pub fn new(
        by: &str,
        columns: &[Column],
        format: Format,
        begin: &'a mut dyn FnMut(&str) -> Result<Target<'a>, E>,
    ) -> Result<Self, Error> {
        let mut all = Column::parse(by)?;
        let [key] = &all[..] else {
            return Err(Error::argument("a table is divided by one column"));
        };
        if matches!(key.kind(), Type::List(_) | Type::Timestamp) {
            let what = format!("{by} is not usable: choose a column with one value for each game");
            return Err(Error::argument(what));
        }
        let kept = columns.iter().filter(|column| *column != key).cloned();
        let kept: Vec<Column> = kept.collect();
        all.extend(kept);
        Ok(Self {
            by: by.to_owned(),
            format,
            columns: all,
            begin,
            open: BTreeMap::new(),
        })
    }

    /// The columns of the rows that it takes: first the one by which the table is divided.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Adds a row to the part of its first value.
    ///
    /// # Errors
    ///
    /// That of `begin`; there are more than 1,000 parts; the row cannot be written.
    pub fn add(&mut self, row: &[Value]) -> Result<(), E> {
        let Some((value, rest)) = row.split_first() else {
            return Ok(());
        };
        let name = folder_name(value);
        if let Some(part) = self.open.get_mut(&name) {
            return Ok(part.add(rest).map_err(cannot_write)?);
        }
        if self.open.len() >= MOST {
            let what = format!(
                "{} has more than {MOST} values: choose a column of fewer, such as year",
                self.by
            );
            return Err(Error::argument(what).into());
        }
        let out = (self.begin)(&format!("{}={name}", self.by))?;
        let kept = self.columns.get(1..).unwrap_or_default();
        let mut part = Writer::new(self.format, kept, out).map_err(cannot_write)?;
        part.add(rest).map_err(cannot_write)?;
        self.open.insert(name, part);
        Ok(())
    }

    /// Ends all parts. Returns how many there are.
    ///
    /// # Errors
    ///
    /// The end of a part cannot be written.
    pub fn finish(self) -> Result<usize, Error> {
        let count = self.open.len();
        for part in self.open.into_values() {
            part.finish().map_err(cannot_write)?;
        }
        Ok(count)
    }
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::system("cannot write the table", error)
}

/// A value as a name of a folder: what is not a letter, a digit or plain punctuation is written as `%` and its bytes.
fn folder_name(value: &Value) -> String {
    let text = match value {
        Value::Null => return NONE.to_owned(),
        Value::Truth(truth) => truth.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Text(text) if text.is_empty() => return NONE.to_owned(),
        Value::Text(text) => text.to_string(),
        Value::Date(date) => {
            let number = date.number();
            let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
            format!("{year:04}-{month:02}-{day:02}")
        }
        Value::Real(number) => number.to_string(),
        _ => return NONE.to_owned(),
    };
    let mut name = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'+' | b' ' | b',' => {
                name.push(byte.into());
            }
            _ => {
                let _ = write!(name, "%{byte:02X}");
            }
        }
    }
    name
}
