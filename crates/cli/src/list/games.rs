//! The games of archives, one a line.

use crate::args::List;
use crate::cat;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::pick::{Wanted, Work};
use crate::rows::{Style, Table};
use crate::sift::{Failures, Sift, each_block, look};
use anyhow::{Context, Result};
use archive::{Columns, Model, Reader};
use query::Filter;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

impl List {
    /// Whether the games are asked for, and not what they take.
    pub fn wants_games(&self, filter: &Filter) -> bool {
        self.games
            || self.tsv
            || self.table
            || self.columns.is_some()
            || self.choice.is_given()
            || !filter.is_empty()
    }

    fn style(&self) -> Style {
        let is_table = self.table || io::stdout().is_terminal();
        match (self.json, self.tsv) {
            (true, _) => Style::Json,
            (_, false) if is_table => Style::Table,
            _ => Style::Tsv,
        }
    }
}

/// Lists the games.
pub fn run(
    args: &List,
    filter: &Filter,
    paths: &[PathBuf],
    models: &[Model],
    console: &mut Console,
) -> Result<()> {
    let table = Table::parse(args.columns.as_deref(), args.style(), paths.len() > 1)?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    table.print_head(&mut out).context(WRITTEN)?;
    for path in paths {
        let done = list(args, filter, &table, path, models, &mut out, console);
        if let Err(error) = done
            && !console.fail_on(shown(path), &error)
        {
            return Ok(());
        }
    }
    out.flush().context(WRITTEN)
}

const WRITTEN: &str = "cannot write to standard output";

fn list(
    args: &List,
    filter: &Filter,
    table: &Table,
    path: &Path,
    models: &[Model],
    out: &mut dyn Write,
    console: &mut Console,
) -> Result<()> {
    let reader = cat::open(path, models, "list --games")?;
    let (name, games) = (shown(path), reader.games());
    damage::warn(&name, &reader.report(), console);
    let wanted = Wanted::among_all(&args.choice, &reader);
    let mut rows = Rows {
        path: path.to_string_lossy().into_owned(),
        reader,
        sift: (!filter.is_empty()).then(|| Sift::new(filter.clone())),
        table,
        // What is drawn at random is read again at the end.
        keeps: args.choice.random.is_none(),
        kept: HashMap::new(),
        failures: Failures::default(),
        out,
    };
    wanted.each(&mut rows, &name, console)?;
    rows.out.flush().context(WRITTEN)?;
    rows.failures.tell(&name, console);
    if let Some(sift) = rows.sift {
        sift.finish(&name, games, console);
    }
    Ok(())
}

/// Prints the rows of games that pass a filter.
struct Rows<'a> {
    path: String,
    reader: Reader<File>,
    sift: Option<Sift>,
    table: &'a Table,
    keeps: bool,
    /// Rows that could be made while the filter was asked.
    kept: HashMap<u64, Vec<Value>>,
    failures: Failures,
    out: &'a mut dyn Write,
}

impl Work for Rows<'_> {
    fn sift(&mut self, window: Vec<u64>) -> Result<Vec<u64>> {
        let Self {
            reader,
            sift,
            table,
            keeps,
            kept,
            ..
        } = self;
        kept.clear();
        let Some(sift) = sift else {
            return Ok(window);
        };
        if !*keeps {
            return sift.window(reader, window, Columns::TAGS, &mut |_, _| {});
        }
        sift.window(reader, window, table.needs(), &mut |number, game| {
            kept.insert(number, table.row(number, game));
        })
    }

    fn take(&mut self, window: &[u64]) -> Result<()> {
        let Self {
            reader,
            table,
            kept,
            failures,
            ..
        } = self;
        let missing: Vec<u64> = window
            .iter()
            .copied()
            .filter(|number| !kept.contains_key(number))
            .collect();
        each_block(reader, &missing, &mut |reader, block, games| {
            let done = look(reader, games, table.needs(), &mut |number, game| {
                kept.insert(number, table.row(number, game));
            });
            failures.take(block, games, done)
        })?;
        for number in window {
            if let Some(row) = self.kept.remove(number) {
                self.table
                    .print_row(&self.path, row, self.out)
                    .context(WRITTEN)?;
            }
        }
        Ok(())
    }
}
