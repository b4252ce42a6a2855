//! A table in parts: a file for each value of a column, in folders that are named as Hive does (`year=2024/`), so that DuckDB, Polars, Spark and pandas
//! read only the parts that they need.

use super::WRITTEN;
use crate::input::Origin;
use crate::names::shown;
use crate::output::{MadeFrom, Manner, Output};
use ::export::{Column, Format, Value, Writer};
use anyhow::{Context, Result, bail, ensure};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// So many files are written at a time at most: each has rows that wait in memory.
const MOST: usize = 1000;
/// What readers take for a missing value.
const NONE: &str = "__HIVE_DEFAULT_PARTITION__";

/// The parts of a table.
pub struct Partitions<'a> {
    folder: &'a Path,
    by: &'a str,
    format: Format,
    columns: &'a [Column],
    manner: Manner,
    open: BTreeMap<String, Part>,
    /// Folders that were made for this, which go if it fails.
    made: Vec<PathBuf>,
}

struct Part {
    writer: Writer<'static>,
    out: Shared,
}

/// The file of a part, which its writer has, too.
#[derive(Clone)]
struct Shared(Rc<RefCell<Option<BufWriter<Output>>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.borrow_mut() {
            Some(out) => out.write(bytes),
            None => Err(io::Error::other("the file is complete")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().as_mut().map_or(Ok(()), Write::flush)
    }
}

impl<'a> Partitions<'a> {
    /// A table without rows, in a folder that is made.
    pub fn new(
        folder: &'a Path,
        by: &'a str,
        format: Format,
        columns: &'a [Column],
        manner: Manner,
    ) -> Result<Self> {
        let mut parts = Self {
            folder,
            by,
            format,
            columns,
            manner,
            open: BTreeMap::new(),
            made: Vec::new(),
        };
        parts.make(folder)?;
        let is_empty = fs::read_dir(folder)
            .with_context(|| format!("cannot read the folder {}", shown(folder)))?
            .next()
            .is_none();
        ensure!(
            is_empty || manner.force,
            "{} is not empty; -f writes the parts into it, over those of the same name",
            shown(folder)
        );
        Ok(parts)
    }

    fn make(&mut self, folder: &Path) -> Result<()> {
        match fs::create_dir(folder) {
            Ok(()) => self.made.push(folder.to_path_buf()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("cannot make the folder {}", shown(folder)));
            }
        }
        Ok(())
    }

    /// Adds a row to the part of a value.
    pub fn add(&mut self, value: &Value, row: &[Value]) -> Result<()> {
        let name = folder_name(value);
        if !self.open.contains_key(&name) {
            self.begin(&name)?;
        }
        match self.open.get_mut(&name) {
            Some(part) => part.writer.add(row).context(WRITTEN),
            None => Ok(()),
        }
    }

    fn begin(&mut self, name: &str) -> Result<()> {
        if self.open.len() >= MOST {
            bail!(
                "{} has more than {MOST} values: choose a column of fewer, such as year",
                self.by
            );
        }
        let folder = self.folder.join(format!("{}={name}", self.by));
        self.make(&folder)?;
        let extension = self.format.extension();
        let target = folder.join("games").with_extension(extension);
        let output = Output::create(&target, self.manner, true)?;
        let out = Shared(Rc::new(RefCell::new(Some(BufWriter::new(output)))));
        let writer = Writer::new(self.format, self.columns, out.clone()).context(WRITTEN)?;
        self.open.insert(name.to_owned(), Part { writer, out });
        Ok(())
    }

    /// Completes all parts. Returns how many there are.
    pub fn finish(mut self, origins: &[Origin]) -> Result<usize> {
        let parts = std::mem::take(&mut self.open);
        let count = parts.len();
        let mut outputs = Vec::with_capacity(count);
        for Part { writer, mut out } in parts.into_values() {
            writer
                .finish()
                .and_then(|()| out.flush())
                .context(WRITTEN)?;
            let file = out.0.borrow_mut().take();
            outputs.extend(file.map(BufWriter::into_inner));
        }
        // None has its name before all are complete.
        for output in outputs {
            let output = output
                .map_err(io::IntoInnerError::into_error)
                .context(WRITTEN)?;
            output.commit(MadeFrom::Several(origins))?;
        }
        self.made.clear();
        Ok(count)
    }
}

impl Drop for Partitions<'_> {
    fn drop(&mut self) {
        // The files that are not complete go first; only empty folders can be removed.
        self.open.clear();
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
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
