//! The games of archives, one a line.

use crate::args::List;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::index::Beside;
use crate::open;
use crate::pick::Wanted;
use crate::rows::{Style, Table};
use crate::sift::{Failures, Noted, Sieve, each_block, visit_games};
use anyhow::{Context, Result};
use archive::{Columns, Game, Model};
use query::Filter;
use serde_json::Value;
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
    let mut reader = open::archive(path, models, "list --games")?;
    let name = shown(path);
    damage::warn(&name, &reader.report(), console);
    let wanted = Wanted::among_all(&args.choice, &reader);
    let beside = (!args.filters.no_index)
        .then(|| Beside::find(path, &mut reader, args.threads.get(), console))
        .flatten();
    let verdicts = beside
        .as_ref()
        .and_then(|index| index.judge(filter, console));
    let indexed = beside
        .filter(|_| verdicts.is_some())
        .and_then(|index| index.games(&table.index_columns(), console));
    let indexed = indexed.as_ref();
    let needs = table.needs(indexed.is_some());
    // A row that lacks something cannot be used: what is needed was not decoded.
    let row_of =
        |number: u64, game: &Game| table.row(number, Some(game), indexed).unwrap_or_default();
    let sieve = Sieve {
        path,
        models,
        command: "list --games",
        filter,
        verdicts: verdicts.as_deref(),
        columns: needs,
        note: Some(&|number, game| row_of(number, game)),
        note_unread: Some(&|number| table.row(number, None, indexed)),
        threads: args.threads.get(),
    };
    // What is drawn at random is read again at the end.
    let bare = Sieve {
        columns: Columns::TAGS,
        note: None,
        note_unread: None,
        ..sieve
    };
    let draws = args.choice.random.is_some();
    let sieve = match draws {
        true => (!filter.is_empty()).then_some(&bare),
        false => Some(&sieve),
    };
    let full_name = path.to_string_lossy();
    let mut failures = Failures::default();
    let mut take = |window: &[u64], mut rows: Noted<Vec<Value>>| {
        if draws {
            let mut unread = Vec::new();
            for &number in window {
                match table.row(number, None, indexed) {
                    Some(row) => _ = rows.insert(number, row),
                    None => unread.push(number),
                }
            }
            each_block(&mut reader, &unread, &mut |reader, _, games| {
                let mut visit = |number, game: &Game| {
                    rows.insert(number, row_of(number, game));
                    true
                };
                Ok(visit_games(
                    reader,
                    games,
                    needs,
                    &mut visit,
                    &mut failures,
                )?)
            })?;
        }
        for number in window {
            if let Some(row) = rows.remove(number) {
                table.print_row(&full_name, row, out).context(WRITTEN)?;
            }
        }
        Ok(())
    };
    wanted.each(sieve, &mut take, &name, console)?;
    out.flush().context(WRITTEN)?;
    failures.tell(&name, console);
    Ok(())
}
