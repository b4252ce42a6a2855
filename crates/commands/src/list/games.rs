//! The games of archives, one a line.

use crate::args::List;
use crate::console::Console;
use crate::convert::shown;
use crate::opened::{Opened, Prints};
use crate::pick::Wanted;
use crate::rows::{Style, Table};
use anyhow::{Context, Result};
use pgnz::{Filter, Game, Model};
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
    console.expect(paths);
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
    let command = ("list --games", Prints::Meanwhile);
    let threads = args.threads.get();
    let mut opened = Opened::new(path, models, command, threads, console)?;
    let beside = opened.beside(&args.filters, console);
    let verdicts = beside
        .as_ref()
        .and_then(|index| index.judge(filter, console));
    let indexed = beside
        .filter(|_| verdicts.is_some())
        .and_then(|beside| beside.usable(beside.index.values(table.fields()), console));
    let indexed = indexed.as_ref();
    let search = opened.search(filter, verdicts, table.needs(indexed.is_some()));
    let full_name = path.to_string_lossy();
    let wanted = Wanted::among_all(&args.choice, &opened.archive, threads);
    let note = |number, game: Option<&Game>| table.row(number, game, indexed);
    let mut take = |_, row| table.print_row(&full_name, row, out).context(WRITTEN);
    opened.each(wanted, &search, &note, &mut take, console)?;
    out.flush().context(WRITTEN)
}
