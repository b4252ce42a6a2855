//! `pgnz count`.

use crate::args::Count;
use crate::console::Console;
use crate::convert::shown;
use crate::figures::{SCHEMA, grouped};
use crate::json;
use crate::opened::{Opened, Prints};
use anyhow::{Context, Result};
use pgnz::{Columns, Filter, Model};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Counts the games of the archives.
pub fn run(args: &Count, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let models = args.models.read()?;
    console.expect(&args.files);
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
    let mut opened = Opened::new(
        path,
        models,
        ("count", Prints::AtTheEnd),
        args.threads.get(),
        console,
    )?;
    if filter.is_empty() {
        return Ok(opened.archive.report().games);
    }
    let verdicts = opened.ask_index(&args.filters, filter, console);
    let search = opened.search(filter, verdicts, Columns::TAGS);
    let mut counted = 0;
    let mut take = |_, ()| {
        counted += 1;
        Ok(())
    };
    opened.each(opened.all(), &search, &|_, _| Some(()), &mut take, console)?;
    Ok(counted)
}
