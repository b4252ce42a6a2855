//! `pgnz count`.

use crate::args::{Choice, Count};
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures::{SCHEMA, grouped};
use crate::json;
use crate::open;
use crate::pick::Wanted;
use crate::sift::{Sieve, ask_index};
use anyhow::{Context, Result};
use archive::{Columns, Model};
use query::Filter;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Counts the games of the archives.
pub fn run(args: &Count, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let models = args.models.read()?;
    let is_one = args.files.len() == 1;
    let mut total = 0;
    for path in &args.files {
        let done = count(args, path, &filter, &models, console).and_then(|games| {
            total += games;
            let line = match (args.json, is_one) {
                (true, _) => {
                    let path = path.to_string_lossy();
                    json::line(&json!({"schema": SCHEMA, "path": path, "games": games}))?
                }
                (false, true) => games.to_string(),
                (false, false) => row(games, &shown(path)),
            };
            print(&line)
        });
        if let Err(error) = done
            && !console.fail_on(shown(path), &error)
        {
            return Ok(());
        }
    }
    if !is_one && !args.json {
        print(&row(
            total,
            &format!("total of {} archives", args.files.len()),
        ))?;
    }
    Ok(())
}

fn row(games: u64, name: &str) -> String {
    format!("{:>15}  {name}", grouped(games))
}

fn print(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// How many games of an archive pass.
fn count(
    args: &Count,
    path: &Path,
    filter: &Filter,
    models: &[Model],
    console: &mut Console,
) -> Result<u64> {
    let mut reader = open::archive(path, models, "count")?;
    let name = shown(path);
    let report = reader.report();
    damage::warn(&name, &report, console);
    if filter.is_empty() {
        return Ok(report.games);
    }
    let verdicts = match args.filters.no_index {
        true => None,
        false => ask_index(path, &mut reader, filter, args.threads.get(), console),
    };
    let sieve = Sieve::<()> {
        path,
        models,
        command: "count",
        filter,
        verdicts: verdicts.as_deref(),
        columns: Columns::TAGS,
        note: None,
        note_unread: None,
        threads: args.threads.get(),
    };
    let mut counted = 0;
    let mut take = |window: &[u64], _| {
        counted += window.len() as u64;
        Ok(())
    };
    Wanted::among_all(&Choice::default(), &reader).each(Some(&sieve), &mut take, &name, console)?;
    Ok(counted)
}
